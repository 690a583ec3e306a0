"""SqliteJournal: every run and everything it did, in one file that survives crashes."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from goalwright.contracts import JournalEntry, RunRecord
from goalwright.contracts.run import RunStatus
from goalwright.contracts.shown import shown
from goalwright.errors import ContractViolation, JournalError, RunNotFound
from goalwright.journal import rows
from goalwright.journal.faults import MOVE_AWAY, journal_error
from goalwright.journal.locks import RunLock, is_locked, take_lock
from goalwright.journal.opening import BUSY_TIMEOUT_S, make_journal, make_private_folder, open_journal
from goalwright.journal.retention import remove_run_folder, shrink
from goalwright.journal.run_ids import is_run_id, require_run_id
from goalwright.journal.writer import Absent, GroupCommit

_END = "UPDATE runs SET status = ?, reason = CAST(? AS TEXT), ended_at = ? WHERE run_id = ?"
_UNDONE = "UPDATE runs SET undone = 1 WHERE run_id = ?"
_NEWEST = f"{rows.SELECT_RUNS} ORDER BY number DESC LIMIT ?"
_UNENDED = f"{rows.SELECT_RUNS} WHERE status IS NULL ORDER BY number DESC"
_NAMED = f"{rows.SELECT_RUNS} WHERE run_id = ?"
_ALIKE = """SELECT run_id FROM runs WHERE substr(run_id, 1, length(?1)) = ?1
    OR substr(run_id, -length(?1) - 1) = '-' || ?1 ORDER BY number DESC LIMIT 6"""
_SHOWN = 5
_ENDED = "SELECT run_id FROM runs WHERE ended_at <= ? ORDER BY number"
_DELETIONS = (
    "DELETE FROM entries WHERE run = (SELECT number FROM runs WHERE run_id = ?)",
    "DELETE FROM runs WHERE run_id = ?",
)
_AT_ONCE = 100
_POLL_S = 0.02


class SqliteJournal:
    """The journal in `folder`/journal.db, private to its owner, opened when it is first needed.

    Any number of processes may use it at once, and any thread may call it; `record` belongs to one event loop at a
    time. An action without output takes about 420 bytes: its start, its end and their place in the index.
    What cannot be read or written raises JournalError; a file that is not a journal stays as it is.
    """

    def __init__(self, folder: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self.folder = folder
        self.file = folder / "journal.db"
        self._busy_timeout_s = busy_timeout_s
        self._guard = threading.RLock()
        self._reader: sqlite3.Connection | None = None
        self._commits: GroupCommit | None = None

    def record(self, entry: JournalEntry) -> Awaitable[None]:
        """Write an entry of a run that has begun; once awaited, it is safe from crashes.

        What nobody awaits is written within milliseconds, together with what comes next.
        """
        row = rows.entry_row(entry)
        commits = self._commits or self._writing()
        write = commits.add(rows.INSERT_ENTRY, row, entry.run_id, _unknown)
        commits.linger()
        return write

    async def flush(self, run_id: str = "") -> None:
        """All that was recorded is safe; raises why not, for this run or for any that this process is at work on."""
        if self._commits is not None:
            await self._commits.settled()
            self._raise_failure(run_id)

    def begin(self, record: RunRecord) -> RunLock:
        """Write down the run before it does anything; its lock is held until it is released."""
        row = rows.run_row(record)
        lock = self.lock(record.run_id)
        if lock is None:
            raise JournalError(str(self.file), f"the run {record.run_id} is being worked on: choose another name")
        try:
            self._write(rows.INSERT_RUN, row, record.run_id, self._taken)
        except BaseException:
            lock.release()
            raise
        return lock

    def end(self, run_id: str, status: RunStatus, reason: str = "") -> None:
        """Write down how the run ended; refused if something of it could not be written, so that it is resumed."""
        row = (status, rows.text_bytes(reason), time.time(), run_id)
        self._write(_END, row, run_id, _unknown)

    def mark_undone(self, run_id: str) -> None:
        self._write(_UNDONE, (run_id,), run_id, _unknown)

    def runs(self, limit: int = 20) -> list[RunRecord]:
        """The newest runs, newest first."""
        return [self._run_of(row) for row in self._read(_NEWEST, limit)]

    def count(self) -> int:
        """How many runs there are."""
        return sum(number for (number,) in self._read("SELECT count(*) FROM runs"))

    def interrupted(self) -> list[RunRecord]:
        """The runs that never ended and that nobody is at work on, newest first."""
        runs = [self._run_of(row) for row in self._read(_UNENDED)]
        return [run for run in runs if not self.is_running(run.run_id)]

    def run(self, name: str) -> RunRecord:
        """The run of this name; the beginning of it, or the part after its last dash, is enough if only one has it."""
        if not is_run_id(name):
            raise _unknown(name)
        found = self._read(_NAMED, name) or self._read(_NAMED, self._full_name(name))
        return self._run_of(found[0])

    def entries(self, run_id: str) -> list[JournalEntry]:
        """Everything recorded of a run, oldest first; what this process has recorded so far is among it."""
        if self._commits is not None:
            self._commits.commit()
        return [rows.entry_of(run_id, row) for row in self._read(rows.SELECT_ENTRIES, run_id)]

    def lock(self, run_id: str) -> RunLock | None:
        """The run for oneself alone; None while another, in this process or not, has it."""
        folder = self.run_folder(run_id)
        for part in (folder.parent, folder):
            if part.is_symlink():
                raise JournalError(str(part), "leads out of the folder of runs: put a real folder in its place")
        return self._taken_lock(folder / "lock", released=partial(self._forget, run_id))

    def is_running(self, run_id: str) -> bool:
        """Whether somebody is at work on the run: running, resuming or undoing it."""
        folder = self.run_folder(run_id)
        try:
            return is_locked(folder / "lock")
        except OSError as error:
            raise journal_error(folder, error) from error

    @asynccontextmanager
    async def machine_lock(self, name: str) -> AsyncIterator[None]:
        """Hold a name, such as `keyboard`, against everyone else who uses this folder, waiting as long as it takes."""
        file = self.folder / "locks" / hashlib.sha256(rows.text_bytes(name)).hexdigest()[:32]
        while (lock := self._taken_lock(file, tries=1)) is None:
            await asyncio.sleep(_POLL_S)
        with lock:
            yield

    def run_folder(self, run_id: str) -> Path:
        """Where the run's lock and the old bytes that its undo needs are kept."""
        return self.folder / "runs" / require_run_id(run_id)

    def clean(self, keep_days: float) -> int:
        """Remove the runs that ended longer ago than that, with what was kept for undoing them; how many they were.

        A run that somebody is at work on stays, and so does one that was interrupted.
        """
        ended_before = time.time() - keep_days * 86_400
        due = self._names(_ENDED, ended_before)
        removed = sum(self._remove(due[at : at + _AT_ONCE], ended_before) for at in range(0, len(due), _AT_ONCE))
        if removed:
            shrink(self.file, self._busy_timeout_s)
        return removed

    def size_bytes(self) -> int:
        """What the record of runs takes on the disk; what is kept for undo comes on top."""
        files = (self.file, Path(f"{self.file}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    async def close(self) -> None:
        """Write what is waiting, and close the file; the next use opens it again."""
        await asyncio.to_thread(self.close_now)

    def close_now(self) -> None:
        with self._guard:
            commits, self._commits = self._commits, None
            reader, self._reader = self._reader, None
        if commits is not None:
            commits.close()
        if reader is not None:
            reader.close()

    def _write(self, sql: str, row: rows.Row, run_id: str, absent: Absent) -> None:
        self._writing().add(sql, row, run_id, absent).wait()

    def _writing(self) -> GroupCommit:
        with self._guard:
            if self._commits is None:
                make_journal(self.file)
                self._commits = GroupCommit(self.file, self._connected(), self._busy_timeout_s)
            return self._commits

    def _connected(self) -> sqlite3.Connection:
        return open_journal(self.file, self._busy_timeout_s)

    def _read(self, sql: str, *parameters: object) -> list[rows.Row]:
        """What there is; nothing, where there is no journal yet."""
        with self._guard:
            if self._reader is None:
                if not os.path.lexists(self.file):
                    return []
                self._reader = self._connected()
                self._reader.text_factory = rows.text_of
            try:
                return self._reader.execute(sql, parameters).fetchall()
            except sqlite3.Error as error:
                raise journal_error(self.file, error) from error

    def _names(self, sql: str, *parameters: object) -> list[str]:
        return [name for (name,) in self._read(sql, *parameters)]

    def _run_of(self, row: rows.Row) -> RunRecord:
        try:
            return rows.run_of(row)
        except (ContractViolation, ValueError, TypeError) as error:
            problem = f"what is written of the run {row[0]} makes no sense ({error}): {MOVE_AWAY}"
            raise JournalError(str(self.file), problem) from error

    def _full_name(self, part: str) -> str:
        alike = self._names(_ALIKE, part)
        if not alike:
            raise _unknown(part)
        if len(alike) > 1:
            listed = ", ".join(alike[:_SHOWN]) + (", …" if len(alike) > _SHOWN else "")
            raise RunNotFound(f"{shown(part)} may be any of several runs: write more of one of {listed}")
        return alike[0]

    def _remove(self, names: Iterable[str], ended_before: float) -> int:
        """Remove these runs, as far as nobody is at work on them: first what was kept, then the record of it."""
        with ExitStack() as held:
            locked = {name for name in names if self._is_ours(name, held)}
            due = [name for name in self._names(_ENDED, ended_before) if name in locked]
            for name in due:
                remove_run_folder(self.run_folder(name))
                for sql in _DELETIONS:
                    last = self._writing().add(sql, (name,))
            if due:
                last.wait()
            return len(due)

    def _is_ours(self, name: str, held: ExitStack) -> bool:
        lock = None if self.run_folder(name).is_symlink() else self.lock(name)
        return lock is not None and held.enter_context(lock).is_held

    def _taken_lock(self, file: Path, *, tries: int = 4, released: Callable[[], None] | None = None) -> RunLock | None:
        try:
            make_private_folder(self.folder)
            return take_lock(file, tries=tries, released=released)
        except OSError as error:
            raise journal_error(file, error) from error

    def _forget(self, run_id: str) -> None:
        if self._commits is not None:
            self._commits.forget(run_id)

    def _raise_failure(self, run_id: str) -> None:
        failure = self._commits.failure(run_id) if self._commits is not None else None
        if failure is not None:
            raise failure

    def _taken(self, run_id: str) -> JournalError:
        return JournalError(str(self.file), f"there is a run {run_id} already: choose another name")


def _unknown(name: str) -> RunNotFound:
    return RunNotFound(f"there is no run {shown(name)}: `goalwright history` lists those that there are")
