"""Orders behind Flask-Admin, with its lists, filters and pickers: `python order_site.py FOLDER PORT`."""

from __future__ import annotations

import sys
from datetime import date, timedelta
from pathlib import Path

import peewee
from flask import Flask
from flask_admin import Admin
from flask_admin.contrib.peewee import ModelView
from flask_admin.form import Select2Field

database = peewee.SqliteDatabase(None)
CUSTOMERS = ("Ann Lee", "Bob Stone", "Cleo Park", "Dan Reed", "Eve Hill", "Finn Gray", "Gina Holt")
STATES = ("new", "paid", "failed", "shipped")
FIRST = date(2026, 1, 5)


class Customer(peewee.Model):
    """Someone who orders."""

    name = peewee.CharField(unique=True)
    email = peewee.CharField()

    class Meta:
        database = database

    def __str__(self) -> str:
        return str(self.name)


class Order(peewee.Model):
    """What someone ordered."""

    customer = peewee.ForeignKeyField(Customer)
    item = peewee.CharField()
    amount = peewee.FloatField()
    status = peewee.CharField(default="new")
    ordered = peewee.DateField()
    is_gift = peewee.BooleanField(default=False)
    note = peewee.TextField(null=True)

    class Meta:
        database = database


class CustomerView(ModelView):
    column_searchable_list = ("name",)
    can_export = True


class OrderView(ModelView):
    column_list = ("customer", "item", "amount", "status", "ordered", "is_gift")
    column_searchable_list = ("item", "status")
    column_filters = ("amount", "status")
    column_sortable_list = ("item", "amount", "status", "ordered")
    column_editable_list = ("item",)
    form_overrides = {"status": Select2Field}  # noqa: RUF012  # Flask-Admin's way
    form_args = {"status": {"choices": [(state, state.capitalize()) for state in STATES]}}  # noqa: RUF012
    page_size = 10
    can_export = True
    can_view_details = True


def filled() -> None:
    """Bring the data back to the start."""
    Order.delete().execute()
    Customer.delete().execute()
    for at, name in enumerate(CUSTOMERS):
        Customer.create(id=at + 1, name=name, email=f"{name.split()[0].lower()}@example.com")
    for at in range(23):
        Order.create(
            id=at + 1,
            customer=at % len(CUSTOMERS) + 1,
            item=f"Tea {at + 1}",
            amount=5 + (at * 7) % 31,
            status=STATES[at % len(STATES)],
            ordered=FIRST + timedelta(days=at * 3),
            is_gift=at % 3 == 0,
        )


def main(folder: Path, port: int) -> None:
    database.init(str(folder / "orders.db"))
    database.create_tables([Customer, Order])
    if not Customer.select().count():
        filled()
    app = Flask(__name__)
    app.secret_key = "for tests alone"

    @app.before_request
    def connect() -> None:
        database.connect(reuse_if_open=True)

    @app.teardown_request
    def close(_error: BaseException | None) -> None:
        database.close()

    site = Admin(app, name="Orders")
    site.add_view(CustomerView(Customer, name="Customers"))
    site.add_view(OrderView(Order, name="Orders", category="Shop"))
    app.run("127.0.0.1", port)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
