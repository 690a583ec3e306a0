"""Everyday tasks on real applications, of those that bench/page_tasks.toml has: the right rows, and no others."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from browser_runs.real_sites import PASSWORD, started
from browser_runs.room import OpenApp

HERE = Path(__file__).parent

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("orders")
    with started(HERE / "order_site.py", folder, "{port}", page="/admin/order/") as address:
        yield address, folder / "orders.db"


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("books")
    site = (HERE / "book_site.py", folder, "{port}")
    with started(*site, page="/admin/login/", PYTHONPATH=str(HERE.parent)) as address:
        yield address, folder / "site.db"


def done(app: OpenApp, *sentences: str) -> str:
    """What the last sentence answered, all of them being done."""
    for sentence in sentences:
        report = app.say(sentence)
        assert report.status == "success", (sentence, [one.error for one in report.outcomes.values()])
    return str(report.answers[-1][1]["text"]) if report.answers else ""


def rows(database: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(database, timeout=30)) as connection:
        return list(connection.execute(query))


def test_rows_of_flask_admin_are_counted_summed_sorted_and_kept(app: OpenApp, orders: tuple[str, Path]) -> None:
    address, _ = orders
    assert done(app, f"go to {address}/admin/order/", "how many orders on this page have failed?") == "2"
    assert done(app, "what is the sum of the amounts on this page?") == "179"
    assert "35" in done(app, "sort by amount descending", "read the first row")
    done(app, "open Shop > Orders", "copy the table into orders.csv")
    assert "Ann Lee,Tea 1,5.0,new,2026-01-05" in (app.folder / "orders.csv").read_text(encoding="utf-8")


def test_a_row_of_flask_admin_is_edited_and_no_other(app: OpenApp, orders: tuple[str, Path]) -> None:
    address, database = orders
    done(app, f"go to {address}/admin/order/", "edit the order of Tea 4", "change the amount to 99 and save")
    assert rows(database, 'select id from "order" where amount = 99') == [(4,)]


def test_genres_of_django_admin_move_between_its_lists(app: OpenApp, books: tuple[str, Path]) -> None:
    address, database = books
    fields = f'type "ann" into the username field, type "{PASSWORD}" into the password field'
    done(app, f"go to {address}/admin/login/?next=/admin/, {fields} and click Log in")
    done(app, f"go to {address}/admin/auth/book/3/change/", "move Horror to the chosen genres and save")
    chosen = "select g.name from auth_book_genres t join auth_genre g on g.id = t.genre_id where book_id = 3 order by 1"
    assert rows(database, chosen) == [("Horror",), ("Romance",)]
    done(app, f"go to {address}/admin/auth/book/", "click the cheapest book", "set the price to 30 and save")
    assert rows(database, "select title from auth_book where price = 30") == [("Around the World",)]
