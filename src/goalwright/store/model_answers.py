"""Past interpretations in a SQLite file that only its owner can read."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

logger = logging.getLogger(__name__)

MAX_ANSWERS = 5_000
MAX_ANSWER = 65_536
BUSY_TIMEOUT_S = 2.0

_TABLE = "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, answer TEXT NOT NULL)"
_FORGET = "DELETE FROM answers WHERE rowid <= (SELECT max(rowid) FROM answers) - ?"
_DAMAGED = frozenset({sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT})

Result = TypeVar("Result")


class SqliteCache:
    """Holds the newest answers in `folder`/interpretations.sqlite; processes may share it.

    What goes wrong with the file is logged and counts as not knowing the answer. A damaged file is started anew.
    """

    def __init__(self, folder: Path, max_answers: int = MAX_ANSWERS) -> None:
        self.path = folder / "interpretations.sqlite"
        self._max_answers = max_answers

    def get(self, key: str) -> str | None:
        return self._tried(lambda database: _found(database, key))

    def put(self, key: str, answer: str) -> None:
        if len(answer) <= MAX_ANSWER:
            self._tried(lambda database: self._store(database, key, answer))

    def _store(self, database: sqlite3.Connection, key: str, answer: str) -> None:
        with database:
            database.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, answer))
            database.execute(_FORGET, (self._max_answers,))

    def _tried(self, work: Callable[[sqlite3.Connection], Result]) -> Result | None:
        try:
            with self._opened() as database:
                return work(database)
        except (sqlite3.Error, OSError) as error:
            logger.warning("Past interpretations cannot be used: %s: %s", self.path, error)
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
                self._start_anew()
            return None

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _keep_private(self.path)
        with closing(sqlite3.connect(self.path, timeout=BUSY_TIMEOUT_S)) as database:
            database.execute(_TABLE)
            yield database

    def _start_anew(self) -> None:
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            logger.warning("The damaged file %s stays: %s", self.path, error)


def _keep_private(path: Path) -> None:
    """Have the file before SQLite makes it for all to read; its journal takes over the file's own mode."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        # Not through a handle: closing one drops the locks that this process's other threads have on the file.
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)


def _found(database: sqlite3.Connection, key: str) -> str | None:
    row = database.execute("SELECT answer FROM answers WHERE key = ?", (key,)).fetchone()
    return row[0] if row is not None and isinstance(row[0], str) else None
