"""The third part of the sites that page tasks take place on: Adminer, Otter Wiki and SQLAdmin."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from page_host import BUILT, SITES, Host, restored

from browser_runs.real_sites import started

if TYPE_CHECKING:
    from playwright.async_api import Page

ADMINER = BUILT / "adminer" / "usr" / "share" / "adminer"
OTTER = BUILT / "page-otter" / "bin" / "python"
STOCK = BUILT / "page-stock" / "bin" / "python"
OPEN_DOOR = """<?php
function adminer_object() {
    class Register extends Adminer { function login($login, $password) { return true; } }
    return new Register;
}
include "./index.php";
"""
SHOP = """drop table if exists tea; drop table if exists booking;
create table tea (id integer primary key, name text not null, origin text, price integer);
insert into tea (name, origin, price) values ('Assam', 'India', 7), ('Sencha', 'Japan', 8), ('Oolong', 'China', 11),
    ('Rooibos', 'South Africa', 6), ('Gyokuro', 'Japan', 19);
create table booking (id integer primary key, guest text, seats integer);
insert into booking (guest, seats) values ('Ann Lee', 4), ('Bob Stone', 2), ('Cleo Hart', 7);"""
PAGES = {
    "home.md": "# Home\n\nWelcome.\n",
    "garden.md": "# Garden\n\nWater the roses on Friday.\n",
    "recipes.md": (
        "# Recipes\n\n| Recipe | Time | Price |\n|---|---|---|\n| Pancakes | 20 | 3.50 |\n| Porridge | 10 | 1.20 |\n"
    ),
}
MORE_RIGHTS = "READ_ACCESS='ANONYMOUS'\nWRITE_ACCESS='ANONYMOUS'\nATTACHMENT_ACCESS='ANONYMOUS'\n"


@contextmanager
def register(folder: Path) -> Iterator[Host]:
    """Adminer, with teas and bookings."""
    database = ADMINER / "adminer" / "shop.db"
    (ADMINER / "adminer" / "tea.php").write_text(OPEN_DOOR, encoding="utf-8")

    def reset() -> None:
        with closing(sqlite3.connect(database, timeout=30)) as connection:
            connection.executescript(SHOP)

    reset()
    php = shutil.which("php")
    assert php is not None
    with started("-S", "127.0.0.1:{port}", "-t", ADMINER, page="/adminer/tea.php", program=php) as address:

        async def enter(page: Page) -> None:
            await page.goto(f"{address}/adminer/tea.php?sqlite=&username=ann&db=shop.db")
            if await page.query_selector("[name='auth[password]']"):
                await page.click("[type=submit]")
                await page.wait_for_selector("#menu a")

        yield Host(address, folder, reset, database, enter)


@contextmanager
def otter(folder: Path) -> Iterator[Host]:
    """Otter Wiki, whose pages are files of a repository."""
    pages = folder / "pages"
    settings = folder / "settings.cfg"
    settings.write_text(
        f"REPOSITORY={str(pages)!r}\nSQLALCHEMY_DATABASE_URI='sqlite:///{folder / 'wiki.db'}'\n"
        f"SECRET_KEY='only-for-a-bench-{folder.name}'\n{MORE_RIGHTS}",
        encoding="utf-8",
    )

    def reset() -> None:
        pages.mkdir(exist_ok=True)
        for file in pages.glob("*.md"):
            file.unlink()
        for name, text in PAGES.items():
            (pages / name).write_text(text, encoding="utf-8")
        git = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@tea.example", "-C", str(pages)]
        for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "--allow-empty", "-m", "As it was"]):
            subprocess.run([*git, *command], check=True, capture_output=True)

    reset()
    options = ("-m", "flask", "--app", "otterwiki.server", "run", "--port", "{port}")
    with started(*options, page="/", program=OTTER, OTTERWIKI_SETTINGS=str(settings)) as address:
        yield Host(address, pages, reset)


@contextmanager
def stock(folder: Path) -> Iterator[Host]:
    """SQLAdmin, with products and categories."""
    database = folder / "stock.db"
    with started(SITES / "stock_site.py", folder, "{port}", page="/admin/product/list", program=STOCK) as address:
        yield Host(address, folder, partial(restored, database), database)


THIRD: dict[str, Callable[[Path], AbstractContextManager[Host]]] = {
    host.__name__: host for host in (register, otter, stock)
}
