"""What is wrong with a journal, in sentences that say what to do about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from goalwright.errors import JournalError

ELSEWHERE = "or set GOALWRIGHT_HOME to a folder that you may write to"
MOVE_AWAY = "put a copy from a backup in its place, or move it away to start a new one"
DAMAGED = f"is damaged, and was left as it is: {MOVE_AWAY}"
BUSY = "another process keeps it locked: try again when that one is done"

_PROBLEMS: dict[int, str] = {
    sqlite3.SQLITE_FULL: "there is no space left on its disk: free some, then go on",
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_PROTOCOL: BUSY,
    sqlite3.SQLITE_READONLY: f"cannot be written to: check its permissions, {ELSEWHERE}",
    sqlite3.SQLITE_PERM: f"may not be opened: check its permissions, {ELSEWHERE}",
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened: check the permissions of its folder, {ELSEWHERE}",
    sqlite3.SQLITE_IOERR: "could not be read or written: check the disk and the space left on it",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}


def journal_error(file: Path, error: BaseException) -> JournalError:
    """The JournalError for what SQLite or the system said about the file."""
    if isinstance(error, JournalError):
        return error
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        return JournalError(str(file), f"cannot be used ({reason}): check the permissions of its folder, {ELSEWHERE}")
    if isinstance(error, UnicodeDecodeError):  # what SQLite wanted to say quotes the file
        return JournalError(str(file), DAMAGED)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return JournalError(str(file), _PROBLEMS.get(code, f"could not be used: {str(error) or type(error).__name__}"))


@contextmanager
def faults_told(file: Path, *kinds: type[Exception]) -> Iterator[None]:
    """What the system, or SQLite if it is among the `kinds`, says of the file in the block becomes a JournalError."""
    handled: tuple[type[Exception], ...] = (OSError, *kinds, *((UnicodeDecodeError,) if kinds else ()))
    try:
        yield
    except handled as error:
        raise journal_error(file, error) from error
