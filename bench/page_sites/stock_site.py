# mypy: ignore-errors
"""SQLAdmin with products and categories; started with a folder and a port."""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn
from sqladmin import Admin, ModelView
from sqlalchemy import Boolean as Flag
from sqlalchemy import Column, ForeignKey, Integer, String, create_engine, select
from sqlalchemy.orm import Session, declarative_base, relationship
from starlette.applications import Starlette

folder, port = Path(sys.argv[1]), int(sys.argv[2])
engine = create_engine(f"sqlite:///{folder / 'stock.db'}", connect_args={"check_same_thread": False})
Base = declarative_base()


class Category(Base):
    __tablename__ = "category"
    id = Column(Integer, primary_key=True)
    name = Column(String, nullable=False)

    def __str__(self) -> str:
        return str(self.name)


class Product(Base):
    __tablename__ = "product"
    id = Column(Integer, primary_key=True)
    name = Column(String, nullable=False)
    price = Column(Integer)
    pieces = Column(Integer)
    active = Column(Flag, default=True)
    category_id = Column(ForeignKey("category.id"))
    category = relationship(Category)

    def __str__(self) -> str:
        return str(self.name)


class CategoryAdmin(ModelView, model=Category):
    name_plural = "Categories"
    column_list = (
        Category.id,
        Category.name,
    )


class ProductAdmin(ModelView, model=Product):
    column_list = (
        Product.id,
        Product.name,
        Product.price,
        Product.pieces,
        Product.active,
        Product.category,
    )
    column_searchable_list = (Product.name,)
    column_sortable_list = (
        Product.name,
        Product.price,
    )


Base.metadata.create_all(engine)
with Session(engine) as session:
    if session.scalar(select(Category)) is None:
        kinds = {name: Category(name=name) for name in ("Furniture", "Kitchen")}
        rows = (
            ("Lamp", 30, 4, "Furniture"),
            ("Chair", 45, 12, "Furniture"),
            ("Table", 120, 2, "Furniture"),
            ("Cup", 6, 80, "Kitchen"),
        )
        session.add_all(kinds.values())
        session.add_all(
            Product(name=name, price=price, pieces=pieces, active=True, category=kinds[kind])
            for name, price, pieces, kind in rows
        )
        session.commit()

app = Starlette()
admin = Admin(app, engine)
admin.add_view(ProductAdmin)
admin.add_view(CategoryAdmin)
uvicorn.run(app, host="127.0.0.1", port=port, log_level="error")
