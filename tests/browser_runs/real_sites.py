"""Real web applications on this machine, each in a process of its own; `reset` brings their data back to the start."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

PASSWORD = "right-one"
STARTING_S = 120.0


@dataclass(frozen=True)
class RealSite:
    """An application at `address`."""

    address: str
    reset: Callable[[], None]

    def at(self, path: str) -> str:
        return f"{self.address}{path}"


@contextmanager
def django_admin(folder: Path) -> Iterator[RealSite]:
    """Django's admin, with people in it; the user is ann."""
    database, first = folder / "site.db", folder / "first.db"

    def reset() -> None:
        if not first.exists():
            shutil.copyfile(database, first)
        with closing(sqlite3.connect(first)) as source, closing(sqlite3.connect(database, timeout=30)) as target:
            source.backup(target)

    script = Path(__file__).with_name("django_site.py")
    with started(script, folder, "{port}", page="/admin/login/") as address:
        yield RealSite(address, reset)


TEAS = """drop table if exists tea;
create table tea (id integer primary key, name text not null unique, price integer check (price > 0));
insert into tea (name, price) values ('Black', 3), ('Green', 4);"""


@contextmanager
def sqlite_web(folder: Path) -> Iterator[RealSite]:
    """sqlite-web, a tool for databases, with a table of teas."""
    database = folder / "shop.db"

    def reset() -> None:
        with closing(sqlite3.connect(database, timeout=30)) as connection:
            connection.executescript(TEAS)

    reset()
    program = ("-m", "sqlite_web.sqlite_web", "-x", "-q", "-P", "-H", "127.0.0.1", "-p", "{port}", database)
    with started(*program, page="/login/", SQLITE_WEB_PASSWORD=PASSWORD) as address:
        yield RealSite(address, reset)


GUESTS = """delete from guest;
insert into guest (name, comes, seats) values ('Bob', '2027-01-02', 2), ('Cleo', '2027-03-04', 1);"""


@contextmanager
def flask_admin(folder: Path) -> Iterator[RealSite]:
    """Flask-Admin, with a table of guests."""

    def reset() -> None:
        with closing(sqlite3.connect(folder / "guests.db", timeout=30)) as connection:
            connection.executescript(GUESTS)

    with started(Path(__file__).with_name("flask_site.py"), folder, "{port}", page="/admin/guest/") as address:
        yield RealSite(address, reset)


@contextmanager
def started(
    *arguments: str | Path, page: str, program: str | Path = sys.executable, **environment: str
) -> Iterator[str]:
    """The address of a program that is run while the block lasts, once the page answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        str(program),
        *(("-P",) if program == sys.executable else ()),
        *(str(argument).format(port=port) for argument in arguments),
    ]
    quiet, where = subprocess.DEVNULL, {**os.environ, **environment}
    process = subprocess.Popen(command, env=where, stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(f"{address}{page}", process)
        yield address
    finally:
        process.terminate()
        process.wait()


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + STARTING_S
    while True:
        try:
            urllib.request.urlopen(url, timeout=10).close()
            return
        except (urllib.error.URLError, OSError):
            assert process.poll() is None, "it ended by itself"
            assert time.monotonic() < end, "it does not answer"
            time.sleep(0.1)
