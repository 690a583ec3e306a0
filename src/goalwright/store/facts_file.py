"""The file that facts are kept in: private, shared by processes, and left alone if it is not what it should be."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path

from goalwright.errors import JournalError

APPLICATION_ID = 0x476F4661  # "GoFa"
BUSY_TIMEOUT_S = 10.0
CHECKED_BYTES = 16_000_000
SMALLEST = 512

# Step n brings a file of version n to version n + 1. Steps are only ever added: files of every version are out there.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE facts (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            run_id TEXT NOT NULL,
            action_id TEXT NOT NULL,
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            words TEXT NOT NULL,
            tool TEXT NOT NULL,
            at REAL NOT NULL,
            UNIQUE (run_id, action_id, key)
        )""",
        "CREATE INDEX facts_by_key ON facts (key, at)",
        "CREATE INDEX facts_by_time ON facts (at)",
    ),
)

_MOVE_AWAY = "put a copy from a backup in its place, or move it away to start a new one"
_PERMISSIONS = "check its permissions, or set GOALWRIGHT_HOME to a folder that you may write to"
_DAMAGED = f"is damaged, and was left as it is: {_MOVE_AWAY}"
_PROBLEMS: dict[int, str] = {
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_BUSY: "another process keeps it locked: try again when that one is done",
    sqlite3.SQLITE_FULL: "there is no space left on its disk: free some, then go on",
    sqlite3.SQLITE_IOERR: "could not be read or written: check the disk and the space left on it",
    sqlite3.SQLITE_READONLY: f"cannot be written to: {_PERMISSIONS}",
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened: {_PERMISSIONS}",
}


def open_facts(file: Path, migrations: tuple[tuple[str, ...], ...] = MIGRATIONS) -> sqlite3.Connection:
    """A connection to the file, made if it is not there and brought to this version; JournalError if it is no such."""
    try:
        _make_private(file)
        _require_file(file)
        _look(file, len(migrations))
        return _prepared(file, migrations)
    except (sqlite3.Error, OSError) as error:
        raise facts_error(file, error) from error


def facts_error(file: Path, error: Exception) -> JournalError:
    """What SQLite or the system said about the file, as a sentence that says what to do."""
    if isinstance(error, OSError):
        return JournalError(str(file), f"cannot be used ({error.strerror or error}): {_PERMISSIONS}")
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return JournalError(str(file), _PROBLEMS.get(code, f"could not be used: {error}"))


def _make_private(file: Path) -> None:
    """SQLite gives the files beside this one the same permissions."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _require_file(file: Path) -> None:
    """SQLite takes a file that is too short for its own sort to be an empty one, and would write over it."""
    if file.is_dir():
        raise JournalError(str(file), "is a folder where facts should be kept: move it away")
    if 0 < file.stat().st_size < SMALLEST:
        raise JournalError(str(file), _DAMAGED)


def _look(file: Path, newest: int) -> None:
    """Look through a connection that can change nothing, unless a transaction was cut off and must be rolled back."""
    try:
        _require_sound(file, newest, "ro")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
            raise
        _require_sound(file, newest, "rw")


def _require_sound(file: Path, newest: int, mode: str) -> None:
    """It is empty, or holds facts of a version known here, and is whole."""
    with closing(_connected(file, mode)) as database:
        version = _version(database)
        (owner,) = database.execute("PRAGMA application_id").fetchone()
        if owner != (APPLICATION_ID if version else 0) or (version == 0 and _has_tables(database)):
            raise JournalError(str(file), "holds something else than facts, and was left as it is: move it away")
        if version > newest:
            problem = f"has version {version}, and this Goalwright knows up to {newest}: use a newer Goalwright"
            raise JournalError(str(file), problem)
        is_checked = file.stat().st_size <= CHECKED_BYTES
        if is_checked and database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise JournalError(str(file), _DAMAGED)


def _prepared(file: Path, migrations: tuple[tuple[str, ...], ...]) -> sqlite3.Connection:
    database = _connected(file, "rw")
    try:
        _migrate(database, migrations)
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "trusted_schema = OFF"):
            database.execute(f"PRAGMA {pragma}").fetchall()
    except BaseException:
        database.close()
        raise
    return database


def _migrate(database: sqlite3.Connection, migrations: tuple[tuple[str, ...], ...]) -> None:
    """All missing steps in one transaction, however many processes try it at once."""
    if _version(database) == len(migrations):
        return
    with database:
        database.execute("BEGIN IMMEDIATE")
        for statement in chain.from_iterable(migrations[_version(database) :]):
            database.execute(statement)
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {len(migrations)}")


def _connected(file: Path, mode: str) -> sqlite3.Connection:
    """`mode` is SQLite's: ro changes nothing, rw makes no file."""
    address = f"{file.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False, uri=True)


def _version(database: sqlite3.Connection) -> int:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    return int(version)


def _has_tables(database: sqlite3.Connection) -> bool:
    return database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None
