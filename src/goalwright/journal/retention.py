"""Taking away what is no longer needed: folders of runs, and the space that they leave in the journal."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path

from goalwright.journal.faults import journal_error
from goalwright.journal.opening import connect


def remove_run_folder(folder: Path) -> None:
    """Remove a run's folder and all that was kept in it, following no link; JournalError if some of it stays."""
    try:
        if folder.is_symlink():
            folder.unlink()
        elif folder.exists():
            _make_removable(folder)
            shutil.rmtree(folder)
    except OSError as error:
        raise journal_error(folder, error) from error


def shrink(file: Path, busy_timeout_s: float) -> None:
    """Give the space of removed runs back to the disk; while another process writes, a later time has to do."""
    with suppress(sqlite3.OperationalError), closing(connect(file, busy_timeout_s)) as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _make_removable(folder: Path) -> None:
    """Folders that were kept as they were may forbid taking anything out of them."""
    pending = [folder]
    while pending:
        inside = pending.pop()
        inside.chmod(stat.S_IRWXU)
        with os.scandir(inside) as entries:
            pending += [Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)]
