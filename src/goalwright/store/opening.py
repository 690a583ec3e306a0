"""Opening the journal's file: made whole or not at all, and never touched if it is not what it should be."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from goalwright.errors import JournalError
from goalwright.store.locks import hold_folder
from goalwright.store.migrations import APPLICATION_ID, VERSION, migrate, version_of
from goalwright.store.store_faults import DAMAGED, MOVE_AWAY, journal_error

BUSY_TIMEOUT_S = 10.0
# Checking takes a millisecond for each million of bytes; larger files are found damaged where they are read.
CHECKED_BYTES = 64_000_000
SIDE_FILES = ("-wal", "-shm", "-journal")

_PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "fullfsync = ON", "trusted_schema = OFF")


def make_journal(file: Path) -> None:
    """Have a journal under this name, readable by its owner only; what is there already stays as it is."""
    try:
        make_private_folder(file.parent)
        if not os.path.lexists(file):
            _require_no_leftovers(file)
            _make_whole(file)
    except OSError as error:
        raise journal_error(file, error) from error


def open_journal(file: Path, busy_timeout_s: float = BUSY_TIMEOUT_S) -> sqlite3.Connection:
    """A connection to the journal, brought to this version; JournalError, and the same bytes, if it is none."""
    try:
        _require_file(file)
        _require_sound(file, busy_timeout_s)
        _keep_private(file)
        connection = connect(file, busy_timeout_s)
    except (sqlite3.Error, OSError) as error:
        raise journal_error(file, error) from error
    try:
        migrate(connection)
    except sqlite3.Error as error:
        connection.close()
        raise journal_error(file, error) from error
    return connection


def connect(file: Path, busy_timeout_s: float = BUSY_TIMEOUT_S) -> sqlite3.Connection:
    """A connection in the journal's own settings, for a file known to be one; one thread at a time may use it."""
    connection = _connected(file, "rw", busy_timeout_s)
    try:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").fetchall()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def make_private_folder(folder: Path) -> None:
    """A new or empty folder becomes one that only its owner can look into."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077 and not any(folder.iterdir()):
        folder.chmod(0o700)


def _connected(file: Path, mode: str, busy_timeout_s: float) -> sqlite3.Connection:
    """`mode` is SQLite's: ro cannot change anything, rw does not make a file."""
    address = f"{file.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, timeout=busy_timeout_s, isolation_level=None, check_same_thread=False, uri=True)


def _require_no_leftovers(file: Path) -> None:
    """SQLite would read what an older journal left behind into the new one."""
    log = Path(f"{file}-wal")
    if os.path.lexists(log):
        raise JournalError(str(log), f"is there without {file.name}: put that back beside it, or move this away")


def _make_whole(file: Path) -> None:
    """The file appears complete, in one step; what a process that was killed over it has left goes first."""
    draft = file.with_name(f"{file.name}.new")
    with hold_folder(file.parent):
        if os.path.lexists(file):
            return
        for path in (draft, *_beside(draft)):
            path.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            with closing(connect(draft)) as connection:
                migrate(connection)
        except sqlite3.Error as error:
            raise journal_error(file, error) from error
        draft.rename(file)


def _require_file(file: Path) -> None:
    if file.is_dir():
        raise JournalError(str(file), "is a folder where the record of runs should be: move it away")
    if file.stat().st_size == 0:
        raise JournalError(str(file), f"is empty, and was left as it is: {MOVE_AWAY}")


def _require_sound(file: Path, busy_timeout_s: float) -> None:
    """It is a journal, of a version known here, and whole.

    Only SQLite may open the file: closing another handle on it drops the locks that this process's connections have.
    """
    with closing(_connected(file, "ro", busy_timeout_s)) as connection:
        version = version_of(connection)
        if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,) or version < 1:
            raise JournalError(str(file), "is not a record of runs, and was left as it is: move it away to start one")
        if version > VERSION:
            problem = f"has version {version}, and this Goalwright knows up to {VERSION}: use a newer Goalwright"
            raise JournalError(str(file), problem)
        is_checked = file.stat().st_size <= CHECKED_BYTES
        if is_checked and connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise JournalError(str(file), DAMAGED)


def _keep_private(file: Path) -> None:
    for path in (file, *_beside(file)):
        with suppress(FileNotFoundError, PermissionError):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)


def _beside(file: Path) -> list[Path]:
    return [Path(f"{file}{ending}") for ending in SIDE_FILES]
