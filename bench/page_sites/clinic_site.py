# mypy: ignore-errors
"""Starlette-Admin with the animals of a clinic and their visits."""

from __future__ import annotations

import enum
import sys
from datetime import date
from pathlib import Path

import uvicorn
from sqlalchemy import Date, Enum, ForeignKey, String, create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship
from starlette.applications import Starlette
from starlette_admin.contrib.sqla import Admin, ModelView

folder, port = Path(sys.argv[1]), int(sys.argv[2])
engine = create_engine(f"sqlite:///{folder / 'clinic.db'}", connect_args={"check_same_thread": False})
ANIMALS = (
    ("Rex", "dog", "2019-05-02", 31),
    ("Minka", "cat", "2021-07-14", 4),
    ("Hoppel", "rabbit", "2023-03-20", 2),
    ("Bella", "dog", "2016-12-01", 22),
    ("Tiger", "cat", "2018-10-09", 5),
)


class Base(DeclarativeBase):
    """What all tables have."""


class Kind(enum.StrEnum):
    dog = "dog"
    cat = "cat"
    rabbit = "rabbit"


class Animal(Base):
    __tablename__ = "animal"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(50))
    kind: Mapped[Kind] = mapped_column(Enum(Kind))
    born: Mapped[date] = mapped_column(Date)
    weight: Mapped[int]
    vaccinated: Mapped[bool] = mapped_column(default=False)
    visits: Mapped[list[Visit]] = relationship(back_populates="animal")


class Visit(Base):
    __tablename__ = "visit"
    id: Mapped[int] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(Date)
    reason: Mapped[str] = mapped_column(String(100))
    cost: Mapped[int]
    animal_id: Mapped[int] = mapped_column(ForeignKey("animal.id"))
    animal: Mapped[Animal] = relationship(back_populates="visits")


class AnimalView(ModelView):
    exclude_fields_from_list = ("visits",)
    searchable_fields = ("name",)
    sortable_fields = ("name", "born", "weight")


Base.metadata.create_all(engine)
with Session(engine) as session:
    if session.scalar(select(Animal)) is None:
        animals = {
            name: Animal(name=name, kind=Kind(kind), born=date.fromisoformat(born), weight=weight)
            for name, kind, born, weight in ANIMALS
        }
        session.add_all(animals.values())
        session.add(Visit(day=date(2027, 2, 1), reason="Limping", cost=80, animal=animals["Rex"]))
        session.add(Visit(day=date(2027, 2, 3), reason="Teeth", cost=120, animal=animals["Minka"]))
        session.commit()

app = Starlette()
admin = Admin(engine, title="Clinic")
admin.add_view(AnimalView(Animal, menu_label="Animals"))
admin.add_view(ModelView(Visit, menu_label="Visits"))
admin.mount_to(app)
uvicorn.run(app, host="127.0.0.1", port=port, log_level="error")
