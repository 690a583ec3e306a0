"""SqliteJournal: every run and everything it did, in one file that survives crashes."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from goalwright.contracts import JournalEntry, RunRecord
from goalwright.contracts.run_report import RunStatus
from goalwright.contracts.shown import shown
from goalwright.errors import ContractViolation, JournalError, RunNotFound
from goalwright.store import rows
from goalwright.store.journal_file import Database
from goalwright.store.locks import RunLock, take_lock
from goalwright.store.opening import BUSY_TIMEOUT_S, make_private_folder
from goalwright.store.retention import clean_runs
from goalwright.store.run_folders import RunFolders
from goalwright.store.run_ids import is_run_id
from goalwright.store.store_faults import MOVE_AWAY, journal_error

_END = "UPDATE runs SET status = ?, reason = CAST(? AS TEXT), ended_at = ? WHERE run_id = ?"
_UNDONE = "UPDATE runs SET undone = 1 WHERE run_id = ?"
_NEWEST = f"{rows.SELECT_RUNS} ORDER BY number DESC LIMIT ?"
_UNENDED = f"{rows.SELECT_RUNS} WHERE status IS NULL ORDER BY number DESC"
_NAMED = f"{rows.SELECT_RUNS} WHERE run_id = ?"
_ALIKE = """SELECT run_id FROM runs WHERE substr(run_id, 1, length(?1)) = ?1
    OR substr(run_id, -length(?1) - 1) = '-' || ?1 ORDER BY number DESC LIMIT 6"""
_LISTED = 5
_POLL_S = 0.02


class SqliteJournal:
    """The journal in `folder`/journal.db, private to its owner, opened when it is first needed.

    Any number of processes may use it at once, and any thread may call it; `record` belongs to one event loop at a
    time. An action takes about 260 bytes, and on top what its plan, its output and its inverse hold.
    What cannot be read or written raises JournalError; a file that is not a journal stays as it is.
    """

    def __init__(self, folder: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self.folder = folder
        self.file = folder / "journal.db"
        self._database = Database(self.file, busy_timeout_s)
        self._folders = RunFolders(folder)

    def record(self, entry: JournalEntry) -> Awaitable[None]:
        """Write an entry of a run that has begun; once awaited, it is safe from crashes.

        What nobody awaits is written within milliseconds, together with what comes next.
        """
        commits = self._database.commits
        write = commits.add(rows.INSERT_ENTRY, rows.entry_row(entry), entry.run_id, _unknown)
        commits.linger()
        return write

    async def flush(self, run_id: str = "") -> None:
        """All that was recorded is safe; raises why not, for this run or for any that this process is at work on."""
        if not self._database.is_writing:
            return
        await self._database.commits.settled()
        failure = self._database.commits.failure(run_id)
        if failure is not None:
            raise failure

    def begin(self, record: RunRecord) -> RunLock:
        """Write down the run before it does anything; its lock is held until it is released."""
        row = rows.run_row(record)
        lock = self.lock(record.run_id)
        if lock is None:
            raise self._taken(record.run_id)
        try:
            self._database.write(rows.INSERT_RUN, row, record.run_id, self._taken)
        except BaseException:
            lock.release()
            raise
        return lock

    def end(self, run_id: str, status: RunStatus, reason: str = "") -> None:
        """Write down how the run ended; refused if something of it could not be written, so that it is resumed."""
        row = (status, rows.text_bytes(reason), time.time(), run_id)
        self._database.write(_END, row, run_id, _unknown)

    def mark_undone(self, run_id: str) -> None:
        self._database.write(_UNDONE, (run_id,), run_id, _unknown)

    def runs(self, limit: int = 20) -> list[RunRecord]:
        """The newest runs, newest first."""
        return [self._run_of(row) for row in self._database.read(_NEWEST, limit)]

    def interrupted(self) -> list[RunRecord]:
        """The runs that never ended and that nobody is at work on, newest first."""
        runs = [self._run_of(row) for row in self._database.read(_UNENDED)]
        return [run for run in runs if not self.is_running(run.run_id)]

    def count(self) -> int:
        """How many runs there are."""
        return sum(number for (number,) in self._database.read("SELECT count(*) FROM runs"))

    def run(self, name: str) -> RunRecord:
        """The run of this name; its beginning, or what follows its last dash, is enough if only one run has that."""
        if not is_run_id(name):
            raise _unknown(name)
        found = self._database.read(_NAMED, name) or self._database.read(_NAMED, self._full_name(name))
        return self._run_of(found[0])

    def entries(self, run_id: str) -> list[JournalEntry]:
        """Everything recorded of a run, oldest first; what this process has recorded so far is among it."""
        return [rows.entry_of(run_id, row) for row in self._database.read(rows.SELECT_ENTRIES, run_id)]

    def lock(self, run_id: str) -> RunLock | None:
        """The run for oneself alone; None while another, in this process or not, has it."""
        return self._folders.lock(run_id, partial(self._forget, run_id))

    def is_running(self, run_id: str) -> bool:
        """Whether somebody is at work on the run: running, resuming or undoing it."""
        return self._folders.is_locked(run_id)

    def run_folder(self, run_id: str) -> Path:
        """Where the run's lock and the old bytes that its undo needs are kept."""
        return self._folders.folder(run_id)

    @asynccontextmanager
    async def machine_lock(self, name: str) -> AsyncIterator[None]:
        """Hold a name, such as `keyboard`, against everyone else who uses this folder, waiting as long as it takes."""
        while (lock := self._name_lock(name)) is None:
            await asyncio.sleep(_POLL_S)
        with lock:
            yield

    def clean(self, keep_days: float) -> int:
        """Remove the runs that ended longer ago than that, with what was kept for undoing them; how many they were.

        A run that somebody is at work on stays, and so does one that was cut off. While another process cleans,
        nothing is left to do.
        """
        lock = self._name_lock("clean") if self._database.is_there() else None
        if lock is None:
            return 0
        with lock:
            return clean_runs(self._database, self._folders, keep_days)

    def size_bytes(self) -> int:
        """What the record of runs takes on the disk; what is kept for undo comes on top."""
        return self._database.size_bytes()

    async def close(self) -> None:
        """Write what is in line, and let go of the file; the next use opens it again."""
        await asyncio.to_thread(self.close_now)

    def close_now(self) -> None:
        self._database.close()

    def _name_lock(self, name: str) -> RunLock | None:
        file = self.folder / "locks" / hashlib.sha256(rows.text_bytes(name)).hexdigest()[:32]
        try:
            make_private_folder(self.folder)
            return take_lock(file, tries=1)
        except OSError as error:
            raise journal_error(file, error) from error

    def _run_of(self, row: rows.Row) -> RunRecord:
        try:
            return rows.run_of(row)
        except (ContractViolation, ValueError, TypeError) as error:
            problem = f"what is written of the run {row[0]} makes no sense ({error}): {MOVE_AWAY}"
            raise JournalError(str(self.file), problem) from error

    def _full_name(self, part: str) -> str:
        alike = self._database.names(_ALIKE, part)
        if not alike:
            raise _unknown(part)
        if len(alike) > 1:
            listed = ", ".join(alike[:_LISTED]) + (", …" if len(alike) > _LISTED else "")
            raise RunNotFound(f"{shown(part)} may be any of several runs: write more of one of {listed}")
        return alike[0]

    def _forget(self, run_id: str) -> None:
        if self._database.is_writing:
            self._database.commits.forget(run_id)

    def _taken(self, run_id: str) -> JournalError:
        return JournalError(str(self.file), f"there is a run {run_id} already: choose another name")


def _unknown(name: str) -> RunNotFound:
    return RunNotFound(f"there is no run {shown(name)}: `goalwright history` lists those that there are")
