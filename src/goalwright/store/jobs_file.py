"""The file of the jobs as the store uses it: opened when it is needed, counted, and doubted where it is damaged.

SQLite sees where a page is no page any more, and not where a time or a name has become another one, which the seals of
the rows tell; nor that the end of its log is gone, which the head tells. A firing that was lost would come again.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from goalwright.errors import JournalError
from goalwright.store.jobs_schema import CHANGES, COUNT, JOBS, seal
from goalwright.store.journal_head import JournalHead
from goalwright.store.opening import BUSY_TIMEOUT_S, is_there, open_file
from goalwright.store.store_faults import DAMAGED, faults_told

EXAMINED_S = 60.0
"""How often the whole file is looked through while it is in use."""

Result = TypeVar("Result")


class JobsFile:
    """One connection to the file, for any thread. Looking makes no file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._head = JournalHead(file, BUSY_TIMEOUT_S, CHANGES)
        self._lock = threading.Lock()
        self._database: sqlite3.Connection | None = None
        self._examined = 0.0
        self._is_doubted = False

    def read(self, statement: str, *values: Any) -> list[Any]:
        """The rows there are."""
        if self._database is None and not is_there(self.file):
            return []
        return self._used(lambda database: database.execute(statement, values).fetchall())

    def changed(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Have something written whole or not at all, and counted."""

        def done(database: sqlite3.Connection) -> Result:
            try:
                database.execute("BEGIN IMMEDIATE")
                with self._head.advanced(database):
                    result = work(database)
                    database.execute(COUNT)
            finally:
                if database.in_transaction:
                    database.rollback()
            return result

        return self._used(done)

    def examine(self) -> None:
        """What a running service goes by stays sound: an index that has lost a row would have it pass for gone."""
        if time.monotonic() - self._examined < EXAMINED_S:
            return
        found = self.read(f"PRAGMA {JOBS.check}(1)")
        if found and found != [("ok",)]:
            raise self.damage()
        self._examined = time.monotonic()

    def require_sound(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Rows that say last whether their seal is whole."""
        if not all(row[-1] for row in rows):
            raise self.damage()

    def damage(self) -> JournalError:
        """The file is opened again for the next use: by then it may have been put right, and SQLite would not look."""
        self._is_doubted = True
        return JournalError(str(self.file), DAMAGED)

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        with self._lock:
            database, self._database = self._database, None
            if database is not None:
                database.close()

    def _used(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        with self._lock:
            if self._is_doubted and self._database is not None:
                self._database.close()
                self._database = None
            self._is_doubted = False
            if self._database is None:
                self._database = self._connected()
            try:
                with faults_told(self.file, sqlite3.Error):
                    return work(self._database)
            except JournalError as error:
                if "user-defined function" in str(error.__cause__):  # what is to be sealed is no text any more
                    raise self.damage() from error
                self._is_doubted = DAMAGED in str(error) or not isinstance(error.__cause__, sqlite3.Error)
                raise

    def _connected(self) -> sqlite3.Connection:
        mark = self._head.mark()
        database = open_file(self.file, JOBS, BUSY_TIMEOUT_S, partial(self._head.reached, mark))
        database.create_function("seal", -1, seal, deterministic=True)
        self._head.watch()
        return database
