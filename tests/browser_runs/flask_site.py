"""A small Flask application for Flask-Admin: `python flask_site.py FOLDER PORT`."""

from __future__ import annotations

import sys
from pathlib import Path

import peewee
from flask import Flask
from flask_admin import Admin
from flask_admin.contrib.peewee import ModelView

database = peewee.SqliteDatabase(None)


class Guest(peewee.Model):
    """Someone who comes on a day."""

    name = peewee.CharField(unique=True)
    comes = peewee.DateField()
    seats = peewee.IntegerField(default=1)

    class Meta:
        database = database


def main(folder: Path, port: int) -> None:
    database.init(str(folder / "guests.db"))
    database.create_tables([Guest])
    app = Flask(__name__)
    app.secret_key = "for tests alone"

    @app.before_request
    def connect() -> None:
        database.connect(reuse_if_open=True)

    @app.teardown_request
    def close(_error: BaseException | None) -> None:
        database.close()

    Admin(app, name="Guests").add_view(ModelView(Guest, name="Guests"))
    app.run("127.0.0.1", port)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
