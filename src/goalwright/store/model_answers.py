"""Past interpretations in a SQLite file that only its owner can read."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from goalwright.errors import JournalError
from goalwright.store.opening import Schema, make_file, open_file
from goalwright.store.store_faults import DAMAGED

logger = logging.getLogger(__name__)

MAX_ANSWERS = 5_000
MAX_ANSWER = 65_536
BUSY_TIMEOUT_S = 2.0
ANSWERS = Schema(
    holds="answers of a model",
    application_id=0x476F416E,  # "GoAn"
    migrations=(("CREATE TABLE answers (key TEXT PRIMARY KEY, answer TEXT NOT NULL)",),),
    synchronous="NORMAL",
    checked_bytes=16_000_000,
)

_FORGET = "DELETE FROM answers WHERE rowid <= (SELECT max(rowid) FROM answers) - ?"
_BROKEN = frozenset({sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT})

Result = TypeVar("Result")


class SqliteCache:
    """Holds the newest answers in `folder`/answers.db; processes may share it.

    What goes wrong with the file is logged and counts as not knowing the answer. A damaged file is replaced.
    """

    def __init__(self, folder: Path, max_answers: int = MAX_ANSWERS) -> None:
        self.path = folder / "answers.db"
        self._max_answers = max_answers

    def get(self, key: str) -> str | None:
        return self._tried(lambda database: _found(database, key))

    def put(self, key: str, answer: str) -> None:
        if len(answer) <= MAX_ANSWER:
            self._tried(lambda database: self._store(database, key, answer))

    def _store(self, database: sqlite3.Connection, key: str, answer: str) -> None:
        with database:
            database.execute("BEGIN IMMEDIATE")
            database.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, answer))
            database.execute(_FORGET, (self._max_answers,))

    def _tried(self, work: Callable[[sqlite3.Connection], Result]) -> Result | None:
        try:
            with self._opened() as database:
                return work(database)
        except (JournalError, sqlite3.Error) as error:
            logger.warning("Past interpretations cannot be used: %s", error)
            if _is_damage(error):
                self._replace()
            return None

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        make_file(self.path, ANSWERS)
        with closing(open_file(self.path, ANSWERS, BUSY_TIMEOUT_S)) as database:
            yield database

    def _replace(self) -> None:
        """Nothing is lost that asking again would not bring back."""
        try:
            for ending in ("", "-wal", "-shm"):
                Path(f"{self.path}{ending}").unlink(missing_ok=True)
        except OSError as error:
            logger.warning("The damaged file %s stays: %s", self.path, error)


def _is_damage(error: Exception) -> bool:
    if isinstance(error, JournalError):
        return error.problem == DAMAGED or "is empty" in error.problem
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _BROKEN


def _found(database: sqlite3.Connection, key: str) -> str | None:
    row = database.execute("SELECT answer FROM answers WHERE key = ?", (key,)).fetchone()
    return row[0] if row is not None and isinstance(row[0], str) else None
