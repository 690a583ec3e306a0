"""Opening a file of the store: made whole or not at all, and never touched if it is not what it should be."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from itertools import chain
from pathlib import Path

from goalwright.errors import JournalError
from goalwright.named_tuple import NamedTuple
from goalwright.store.locks import hold_folder
from goalwright.store.store_faults import DAMAGED, ELSEWHERE, MOVE_AWAY, faults_told

BUSY_TIMEOUT_S = 10.0
SMALLEST = 512
SIDE_FILES = ("-wal", "-shm", "-journal")
_OWN = frozenset(
    {"answers", "browser", "conversations", "facts", "history", "jobs", "journal", "locks", "runs", "service"}
)
"""What names in the state folder begin with, up to a dot."""


Check = Callable[[sqlite3.Connection], object]


class Schema(NamedTuple):
    """What a file holds, and the steps that lead from each version of it to the next.

    Step n brings a file of version n to version n + 1. Steps are only ever added: files of every version are out
    there. Checking a file takes a millisecond for each million bytes; one of more than `checked_bytes` is found
    damaged where it is read. `check` may be the one that looks through indexes as well. `synchronous` FULL survives a
    power cut, NORMAL may lose the last moments in one.
    """

    holds: str
    application_id: int
    migrations: tuple[tuple[str, ...], ...]
    synchronous: str = "FULL"
    checked_bytes: int = 64_000_000
    check: str = "quick_check"

    @property
    def version(self) -> int:
        return len(self.migrations)


def make_file(file: Path, schema: Schema) -> None:
    """Have a file under this name, readable by its owner only; what is in it already stays as it is."""
    with faults_told(file):
        make_private_folder(file.parent)
        if not os.path.lexists(file):
            _make_whole(file, schema)
        _keep_private(file)


def is_there(file: Path) -> bool:
    """Whether there is such a file; JournalError if only what belongs beside it is left.

    SQLite would read what an older file left behind into a new one.
    """
    with faults_told(file):
        # Looked for first: another process may be making the file, and these come after it.
        left = [path for path in (Path(f"{file}-wal"), head_of(file)) if _exists(path)]
        is_found = _exists(file)
        if not is_found and _exists(file.parent) and not file.parent.is_dir():
            raise JournalError(str(file.parent), f"is no folder: move it away, {ELSEWHERE}")
        if left and not is_found:
            problem = f"is there without {file.name}: put that back beside it, or move this away"
            raise JournalError(str(left[0]), problem)
        return is_found


def head_of(file: Path) -> Path:
    """Where it is said how far the file had come."""
    return file.with_suffix(".head")


def open_file(
    file: Path, schema: Schema, busy_timeout_s: float = BUSY_TIMEOUT_S, check: Check | None = None
) -> sqlite3.Connection:
    """A connection to the file, brought to this version; if it holds another thing, JournalError and the same bytes.

    `check` raises if there is more to be said against it. Closing a connection that can write has SQLite tidy away what
    it takes for the rest of a log, so the file is looked at through one that cannot first.
    """
    with faults_told(file, sqlite3.Error), ExitStack() as opened:
        _require_file(file, schema)
        _look(file, schema, busy_timeout_s, check)
        connection = opened.enter_context(closing(connect(file, schema, busy_timeout_s)))
        migrate(connection, schema)
        if check is not None:
            check(connection)
        opened.pop_all()
    return connection


def connect(file: Path, schema: Schema, busy_timeout_s: float = BUSY_TIMEOUT_S) -> sqlite3.Connection:
    """A connection with the store's own settings, for a file known to be sound; one thread at a time may use it."""
    connection = _connected(file, "rw", busy_timeout_s)
    pragmas = ("journal_mode = WAL", f"synchronous = {schema.synchronous}", "fullfsync = ON", "trusted_schema = OFF")
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}").fetchall()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def migrate(connection: sqlite3.Connection, schema: Schema) -> None:
    """Bring the file to this version in one transaction, however many processes try it at once."""
    if version_of(connection) == schema.version:
        return
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for statement in chain.from_iterable(schema.migrations[version_of(connection) :]):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {schema.application_id}")
        connection.execute(f"PRAGMA user_version = {schema.version}")


def version_of(connection: sqlite3.Connection) -> int:
    """0 for a file without tables."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def make_private_folder(folder: Path) -> None:
    """A new folder, or one with nothing but the store's own in it, becomes one that only its owner can look into.

    One that holds other things too keeps its mode; if others could put theirs in the place of ours, JournalError.
    """
    try:  # each run comes here several times, and making what is there costs more than a look at it
        mode = os.stat(folder).st_mode  # noqa: PTH116  # quicker
    except FileNotFoundError:
        mode = 0
    if not stat.S_ISDIR(mode):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = folder.stat().st_mode
    if not mode & 0o077 or os.name != "posix":
        return
    if all(path.name.partition(".")[0] in _OWN for path in folder.iterdir()):
        folder.chmod(0o700)
    elif mode & 0o022 and not mode & stat.S_ISVTX:
        problem = "others may write to it, and it holds other things too: take that right from them (chmod go-w)"
        raise JournalError(str(folder), f"{problem}, {ELSEWHERE}")


def _connected(file: Path, mode: str, busy_timeout_s: float) -> sqlite3.Connection:
    """`mode` is SQLite's: ro cannot change anything, rw does not make a file."""
    address = f"{file.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, timeout=busy_timeout_s, isolation_level=None, check_same_thread=False, uri=True)


def _make_whole(file: Path, schema: Schema) -> None:
    """The file appears complete, in one step; what a process that was killed over it has left goes first."""
    draft = file.with_name(f"{file.name}.new")
    with hold_folder(file.parent):
        if is_there(file):
            return
        for path in (draft, *_beside(draft)):
            path.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        with faults_told(file, sqlite3.Error), closing(connect(draft, schema)) as connection:
            migrate(connection, schema)
            # Closing would do the same, but say nothing of a full disk.
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        draft.rename(file)


def _require_file(file: Path, schema: Schema) -> None:
    if file.is_dir():
        raise JournalError(str(file), f"is a folder where {schema.holds} should be: move it away")
    if file.stat().st_size == 0:
        raise JournalError(str(file), f"is empty, and was left as it is: {MOVE_AWAY}")
    if file.stat().st_size < SMALLEST:  # SQLite takes it for an empty file, and would write over it
        raise JournalError(str(file), DAMAGED)


def _look(file: Path, schema: Schema, busy_timeout_s: float, check: Check | None) -> None:
    """Look through a connection that can change nothing, unless a transaction was cut off and must be rolled back."""
    try:
        _require_sound(file, schema, busy_timeout_s, "ro", check)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
            raise
        _require_sound(file, schema, busy_timeout_s, "rw", check)


def _require_sound(file: Path, schema: Schema, busy_timeout_s: float, mode: str, check: Check | None) -> None:
    """It holds what it should, of a version known here, and is whole.

    Only SQLite may open the file: closing another handle on it drops the locks that this process's connections have.
    """
    with closing(_connected(file, mode, busy_timeout_s)) as connection:
        version = version_of(connection)
        if connection.execute("PRAGMA application_id").fetchone() != (schema.application_id,) or version < 1:
            problem = f"does not hold {schema.holds}, and was left as it is: move it away to start a new one"
            raise JournalError(str(file), problem)
        if version > schema.version:
            problem = f"has version {version}, and this Goalwright knows up to {schema.version}: use a newer Goalwright"
            raise JournalError(str(file), problem)
        is_checked = file.stat().st_size <= schema.checked_bytes
        if is_checked and connection.execute(f"PRAGMA {schema.check}(1)").fetchone() != ("ok",):
            raise JournalError(str(file), DAMAGED)
        if check is not None and version == schema.version:
            check(connection)


def _exists(path: Path) -> bool:
    """Whether anything has the name; what may not be looked at raises."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _keep_private(file: Path) -> None:
    for path in (file, *_beside(file)):
        with suppress(FileNotFoundError, PermissionError):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)


def _beside(file: Path) -> list[Path]:
    return [Path(f"{file}{ending}") for ending in SIDE_FILES]
