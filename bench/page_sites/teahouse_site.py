"""Piccolo's admin with teas and guests: `python teahouse_site.py FOLDER PORT`; the user is ann."""

import asyncio
import sys
import types
from datetime import date
from pathlib import Path

import uvicorn
from piccolo.columns import Boolean, Date, ForeignKey, Integer, Numeric, Text, Varchar
from piccolo.engine.sqlite import SQLiteEngine
from piccolo.table import Table, create_db_tables

folder, port, password = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
conf = types.ModuleType("piccolo_conf")
conf.DB = SQLiteEngine(path=str(folder / "teahouse.db"))  # type: ignore[attr-defined]  # what Piccolo looks for
sys.modules["piccolo_conf"] = conf

from piccolo.apps.user.tables import BaseUser  # noqa: E402  # needs the engine above
from piccolo_admin.endpoints import TableConfig, create_admin  # noqa: E402
from piccolo_api.session_auth.tables import SessionsBase  # noqa: E402


class Tea(Table, db=conf.DB):  # type: ignore[call-arg,misc]  # Piccolo is not installed here
    name = Varchar(length=60, required=True)
    origin = Varchar(length=60)
    price = Numeric(digits=(6, 2))
    stock = Integer()
    organic = Boolean()
    remarks = Text()


class Booking(Table, db=conf.DB):  # type: ignore[call-arg,misc]  # as above
    guest = Varchar(length=60)
    day = Date()
    seats = Integer()
    tea = ForeignKey(references=Tea)
    state = Varchar(length=12)


TEAS = (
    ("Assam", "India", "6.20", 40, False),
    ("Sencha", "Japan", "8.50", 12, True),
    ("Oolong", "Taiwan", "11.00", 7, False),
    ("Rooibos", "South Africa", "4.90", 55, True),
    ("Gyokuro", "Japan", "24.00", 3, True),
)
BOOKINGS = (
    ("Ann Lee", 2, 1, "open"),
    ("Bob Stone", 4, 2, "paid"),
    ("Cleo Hart", 1, 3, "open"),
    ("Ann Lee", 6, 5, "paid"),
)


async def filled() -> None:
    await create_db_tables(BaseUser, SessionsBase, Tea, Booking, if_not_exists=True)
    await BaseUser.create_user("ann", password, active=True, admin=True, superuser=True)
    for name, origin, price, stock, organic in TEAS:
        await Tea(name=name, origin=origin, price=price, stock=stock, organic=organic, remarks="").save()
    for number, (guest, seats, tea, state) in enumerate(BOOKINGS):
        await Booking(guest=guest, day=date(2027, 1, 2 + number), seats=seats, tea=tea, state=state).save()


asyncio.run(filled())
tables = [TableConfig(Tea), TableConfig(Booking)]
uvicorn.run(create_admin(tables, site_name="Tea house"), host="127.0.0.1", port=port, log_level="warning")
