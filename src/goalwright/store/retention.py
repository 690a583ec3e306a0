"""Retention: old runs go, with what was kept for undoing them; what may still be needed stays."""

from __future__ import annotations

import time
from contextlib import ExitStack

from goalwright.store.journal_file import Database
from goalwright.store.run_folders import RunFolders

_ENDED = "SELECT run_id FROM runs WHERE ended_at <= ? ORDER BY number"
_ALL = "SELECT run_id FROM runs"
_DELETIONS = (
    "DELETE FROM entries WHERE run = (SELECT number FROM runs WHERE run_id = ?)",
    "DELETE FROM heads WHERE run = (SELECT number FROM runs WHERE run_id = ?)",
    "DELETE FROM runs WHERE run_id = ?",
)
_AT_ONCE = 100
_DAY_S = 86_400


def clean_runs(database: Database, folders: RunFolders, keep_days: float) -> int:
    """Remove the runs that ended longer ago than that, and say how many they were.

    A run that a process is at work on stays, and so does one that was cut off: it can still be resumed.
    """
    ended_before = time.time() - keep_days * _DAY_S
    due = database.names(_ENDED, ended_before)
    chunks = [due[at : at + _AT_ONCE] for at in range(0, len(due), _AT_ONCE)]
    removed = sum(_remove(database, folders, chunk, ended_before) for chunk in chunks)
    folders.remove_leftovers()
    for name in set(folders.names()).difference(database.names(_ALL)):
        _remove_stray(database, folders, name)
    if removed:
        database.shrink()
    return removed


def _remove(database: Database, folders: RunFolders, names: list[str], ended_before: float) -> int:
    """Remove these runs, first what was kept, then the record of it: cut off in between, it is done again."""
    with ExitStack() as held:
        locked = set()
        for name in names:
            if (lock := folders.lock(name)) is not None:
                held.enter_context(lock)
                locked.add(name)
        # Another process may have resumed one of them before it was locked.
        due = [name for name in database.names(_ENDED, ended_before) if name in locked]
        for name in due:
            folders.remove(name)
            write = database.commits.add(_DELETIONS, (name,))
        if due:
            write.wait()
        return len(due)


def _remove_stray(database: Database, folders: RunFolders, name: str) -> None:
    """A folder without a run: of one that is just beginning, or of one that was removed."""
    lock = folders.lock(name)
    if lock is not None:
        with lock:
            if name not in database.names(_ALL):
                folders.remove(name)
