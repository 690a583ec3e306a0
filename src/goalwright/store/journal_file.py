"""The journal's file as the rest of the room uses it: one connection to read with, one to write with."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path

from goalwright.store import rows
from goalwright.store.group_commit import Absent, GroupCommit
from goalwright.store.journal_head import JournalHead
from goalwright.store.journal_schema import JOURNAL
from goalwright.store.opening import connect, is_there, make_file, open_file
from goalwright.store.store_faults import faults_told, journal_error


class Database:
    """Opened when it is first needed, and again after `close`; any thread may use it.

    What goes wrong raises JournalError. Reading makes no file: where there is none, there is nothing to read.
    """

    def __init__(self, file: Path, busy_timeout_s: float) -> None:
        self.file = file
        self._head = JournalHead(file, busy_timeout_s)
        self._busy_timeout_s = busy_timeout_s
        self._guard = threading.RLock()
        self._reader: sqlite3.Connection | None = None
        self._commits: GroupCommit | None = None

    @property
    def commits(self) -> GroupCommit:
        """Where writes go; the file is made if there is none."""
        if self._commits is not None:
            return self._commits
        with self._guard:
            if self._commits is None:
                make_file(self.file, JOURNAL)
                connection = self._opened()
                connection.create_function("link", -1, rows.link, deterministic=True)
                self._head.watch()
                self._commits = GroupCommit(self._head, self.file, connection, self._busy_timeout_s)
            return self._commits

    def is_there(self) -> bool:
        """Whether there is a journal, or something in its place."""
        return is_there(self.file)

    def size_bytes(self) -> int:
        """What the file takes on the disk, with what was written last and is not yet in it."""
        return sum(self._size_of(file) for file in (self.file, Path(f"{self.file}-wal")))

    @property
    def is_writing(self) -> bool:
        return self._commits is not None

    def write(self, statements: tuple[str, ...], row: rows.Row, run_id: str, absent: Absent) -> None:
        """Write now, after all that is in line."""
        self.commits.add(statements, row, run_id, absent).wait()

    def read(self, sql: str, *parameters: object) -> list[rows.Row]:
        """What is in the file, with all that this process has put in line."""
        if self._commits is not None:
            self._commits.commit()
        with self._guard:
            if self._reader is None:
                if not self.is_there():
                    return []
                self._reader = self._opened()
                self._reader.text_factory = rows.text_of
            try:
                return self._reader.execute(sql, parameters).fetchall()
            except (sqlite3.Error, UnicodeDecodeError) as error:
                raise journal_error(self.file, error) from error

    def names(self, sql: str, *parameters: object) -> list[str]:
        """The one column that a query asks for."""
        return [name for (name,) in self.read(sql, *parameters)]

    def shrink(self) -> None:
        """Give the space of what was removed back to the disk; while others write, a later time has to do."""
        try:
            connection = connect(self.file, JOURNAL, self._busy_timeout_s)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise journal_error(self.file, error) from error
        try:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise journal_error(self.file, error) from error
        finally:
            connection.close()

    def close(self) -> None:
        """Write what is in line, and let go of the file."""
        with self._guard:
            commits, self._commits = self._commits, None
            reader, self._reader = self._reader, None
        if commits is not None:
            commits.close()
        if reader is not None:
            reader.close()

    def _opened(self) -> sqlite3.Connection:
        mark = self._head.mark()
        return open_file(self.file, JOURNAL, self._busy_timeout_s, partial(self._head.reached, mark))

    def _size_of(self, file: Path) -> int:
        with faults_told(file), suppress(FileNotFoundError, NotADirectoryError):
            return file.lstat().st_size
        return 0
