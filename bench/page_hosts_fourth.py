"""The fourth part of the sites that page tasks take place on: Fava, copyparty, changedetection.io and others."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from page_host import BUILT, SITES, Host, restored

from browser_runs.real_sites import PASSWORD, started

if TYPE_CHECKING:
    from playwright.async_api import Page

MONEY = BUILT / "page-money" / "bin" / "python"
LEDGER = BUILT / "page-ledger" / "bin" / "fava"
SHARE = BUILT / "page-share" / "bin" / "copyparty"
CONTACTS = BUILT / "page-contacts" / "bin" / "python"
CLINIC = BUILT / "page-clinic" / "bin" / "python"
WATCH = BUILT / "page-watch" / "bin" / "changedetection.io"
SHARED = {
    "invoice-17.txt": "240 EUR\n",
    "invoice-18.txt": "99 EUR\n",
    "list.txt": "milk\nbread\n",
    "readme.md": "# Shared files\n\nBe kind.\n",
    "photos/boat.txt": "a boat\n",
    "photos/sea.txt": "the sea\n",
    "old/draft.txt": "a draft\n",
}


@contextmanager
def money(folder: Path) -> Iterator[Host]:
    """I Hate Money, with the bills of a holiday."""
    database = folder / "money.db"
    with started(SITES / "money_site.py", folder, "{port}", PASSWORD, page="/authenticate", program=MONEY) as address:

        async def enter(page: Page) -> None:
            await page.goto(f"{address}/authenticate?project_id=holiday")
            if await page.query_selector("[name=password]"):
                await page.fill("[name=password]", PASSWORD)
                await page.press("[name=password]", "Enter")
                await page.wait_for_selector("#bill_table")

        yield Host(address, folder, partial(restored, database), database, enter)


@contextmanager
def ledger(folder: Path) -> Iterator[Host]:
    """Fava, whose accounts are a text file."""
    books = folder / "accounts.beancount"

    def reset() -> None:
        shutil.copyfile(SITES / "accounts.beancount", books)

    reset()
    with started("-p", "{port}", "-H", "127.0.0.1", books, page="/", program=LEDGER) as address:
        yield Host(address, folder, reset)


@contextmanager
def share(folder: Path) -> Iterator[Host]:
    """copyparty, which shares a folder."""
    root = folder / "root"

    def reset() -> None:
        shutil.rmtree(root, ignore_errors=True)
        for name, text in SHARED.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")

    reset()
    options = ("-i", "127.0.0.1", "-p", "{port}", "-v", f"{root}::A", "--no-thumb", "-q")
    with started(*options, page="/", program=SHARE, HOME=str(folder), XDG_CONFIG_HOME=str(folder)) as address:
        yield Host(address, root, reset)


@contextmanager
def contacts(folder: Path) -> Iterator[Host]:
    """Flask-AppBuilder, with contacts in groups."""
    database = folder / "contacts.db"
    command = (SITES / "contacts_site.py", folder, "{port}", PASSWORD)
    with started(*command, page="/login/", program=CONTACTS) as address:

        async def enter(page: Page) -> None:
            await page.goto(f"{address}/login/")
            if await page.query_selector("[name=password]"):
                await page.fill("[name=username]", "ann")
                await page.fill("[name=password]", PASSWORD)
                await page.press("[name=password]", "Enter")
                await page.wait_for_selector("a[href*=logout]", state="attached")

        yield Host(address, folder, partial(restored, database), database, enter)


@contextmanager
def clinic(folder: Path) -> Iterator[Host]:
    """Starlette-Admin, with animals and their visits."""
    database = folder / "clinic.db"
    with started(SITES / "clinic_site.py", folder, "{port}", page="/admin/", program=CLINIC) as address:
        yield Host(address, folder, partial(restored, database), database)


@contextmanager
def watch(folder: Path) -> Iterator[Host]:
    """changedetection.io. Its data stays as it is from task to task: each goes on where the one before ended."""
    store = folder / "store"
    shutil.rmtree(store, ignore_errors=True)
    store.mkdir()
    command = ("-d", store, "-p", "{port}", "-h", "127.0.0.1")
    with started(*command, page="/", program=WATCH, DISABLE_VERSION_CHECK="true") as address:
        yield Host(address, store, lambda: None)


FOURTH: dict[str, Callable[[Path], AbstractContextManager[Host]]] = {
    host.__name__: host for host in (money, ledger, share, contacts, clinic, watch)
}
