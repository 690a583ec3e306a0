"""What a site of the page tasks is, and how its data is brought back to the start."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.async_api import Page

ROOT = Path(__file__).resolve().parent.parent
SITES = ROOT / "bench" / "page_sites"
BUILT = ROOT / "build"


class Host(NamedTuple):
    """A site that runs: its address, what it keeps, how it is brought back, and how its user logs in."""

    address: str
    folder: Path
    reset: Callable[[], None]
    database: Path | None = None
    enter: Callable[[Page], Awaitable[None]] | None = None


def restored(database: Path) -> None:
    first = database.with_suffix(".first")
    if not first.exists():
        shutil.copyfile(database, first)
    with closing(sqlite3.connect(first)) as source, closing(sqlite3.connect(database, timeout=30)) as target:
        source.backup(target)


def emptied(folder: Path) -> None:
    for file in folder.glob("*.*"):
        file.unlink()
