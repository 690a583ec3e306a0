"""SqliteJournal: every run and everything it did, in one file that survives crashes."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from goalwright.contracts import JournalEntry, RunRecord
from goalwright.contracts.digests import sha256
from goalwright.contracts.journal import Asked
from goalwright.contracts.run_ids import is_run_id, require_run_id
from goalwright.contracts.run_report import RunStatus
from goalwright.contracts.shown import shown
from goalwright.errors import ContractViolation, JournalError, RunIdTaken, RunNotFound
from goalwright.store import rows
from goalwright.store.journal_file import Database
from goalwright.store.locks import RunLock, take_lock
from goalwright.store.opening import BUSY_TIMEOUT_S, make_private_folder
from goalwright.store.retention import clean_runs
from goalwright.store.run_folders import RunFolders
from goalwright.store.store_faults import MOVE_AWAY, faults_told

_END = "UPDATE runs SET status = ?, reason = CAST(? AS TEXT), ended_at = ? WHERE run_id = ?"
_UNDONE = "UPDATE runs SET undone = 1 WHERE run_id = ?"
_APPROVE = """UPDATE runs SET status = NULL, approved_by = CAST(? AS TEXT), approved_at = ?
    WHERE run_id = ? AND status = 'awaiting_approval'"""
_NEWEST = f"{rows.SELECT_RUNS} WHERE ?1 IS NULL OR status = ?1 ORDER BY number DESC LIMIT ?2"
_NAMED = f"{rows.SELECT_RUNS} WHERE run_id = ?"
_ALIKE = """SELECT run_id FROM runs WHERE substr(run_id, 1, length(?1)) = ?1
    OR substr(run_id, -length(?1) - 1) = '-' || ?1 ORDER BY number DESC LIMIT 6"""
_FOUND = f"""{rows.SELECT_RUNS} WHERE (?1 IS NULL OR status = ?1)
    AND (?2 = '' OR number < (SELECT number FROM runs WHERE run_id = ?2))
    AND (?3 = '' OR instr(lower(text), lower(?3)) OR substr(run_id, 1, length(?3)) = ?3)
    ORDER BY number DESC LIMIT ?4"""
_LISTED = 5
STOP = "stop"


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

        What is not awaited is written within milliseconds, together with what comes next.
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
        row = rows.run_row(record)
        lock = self.lock(record.run_id)
        if lock is None:
            raise RunIdTaken(record.run_id)
        try:
            self._database.write(rows.INSERT_RUN, row, record.run_id, RunIdTaken)
        except BaseException:
            lock.release()
            raise
        return lock

    def approve(self, run_id: str, by: str, at: float) -> bool:
        try:
            self._database.write((_APPROVE,), (rows.text_bytes(by), at, run_id), run_id, _unknown)
        except RunNotFound:
            return False
        return True

    def end(self, run_id: str, status: RunStatus, reason: str = "") -> None:
        now = time.time()
        entry = JournalEntry(run_id=run_id, kind="ended", data={"status": status, "reason": reason}, at=now)
        self._database.commits.add(rows.INSERT_ENTRY, rows.entry_row(entry), run_id, _unknown)
        self._database.write((_END,), (status, rows.text_bytes(reason), now, run_id), run_id, _unknown)

    def mark_undone(self, run_id: str) -> None:
        self._database.write((_UNDONE,), (run_id,), run_id, _unknown)

    def runs(self, limit: int = 20, status: RunStatus | None = None) -> list[RunRecord]:
        """The newest runs, newest first; with a status, only those that have it."""
        return [self._run_of(row) for row in self._database.read(_NEWEST, status, limit)]

    def found(
        self, *, limit: int, before: str = "", status: RunStatus | None = None, text: str = ""
    ) -> list[RunRecord]:
        """The newest runs first: those that began before a run, of a status, with a text in theirs; RunNotFound."""
        if before and not self._database.read(_NAMED, before):
            raise _unknown(before)
        return [self._run_of(row) for row in self._database.read(_FOUND, status, before, text, limit)]

    def open_runs(self) -> list[str]:
        """The runs that have not ended, or that ended and may be just resumed or undone: the latest of them."""
        return self._database.names("SELECT run_id FROM runs ORDER BY status IS NOT NULL, number DESC LIMIT 200")

    def news(self, after: int, limit: int) -> list[JournalEntry]:
        """What was recorded of any run after the entry of that number, oldest first."""
        return rows.news_of(self._database.read(rows.SELECT_NEWS, after, limit))

    def latest(self) -> int:
        """The number of the last entry; 0 if there is none."""
        return sum(number or 0 for (number,) in self._database.read("SELECT max(number) FROM entries"))

    def tally(self) -> dict[str, int]:
        """How many runs there are of each status."""
        return dict(self._database.read("SELECT coalesce(status, 'open'), count(*) FROM runs GROUP BY 1"))

    def count(self) -> int:
        return sum(number for (number,) in self._database.read("SELECT count(*) FROM runs"))

    def find(self, run_id: str) -> RunRecord | None:
        found = self._database.read(_NAMED, require_run_id(run_id))
        return self._run_of(found[0]) if found else None

    def run(self, name: str) -> RunRecord:
        """The run of this name; its beginning, or what follows its last dash, is enough if only one run has that."""
        if not is_run_id(name):
            raise _unknown(name)
        found = self._database.read(_NAMED, name) or self._database.read(_NAMED, self._full_name(name))
        return self._run_of(found[0])

    def entries(self, run_id: str, after: int = 0) -> list[JournalEntry]:
        """What was recorded of a run after the entry of that number, oldest first, by this process or another."""
        found = self._database.read(rows.SELECT_ENTRIES, run_id, after)
        with self._corruption_told(run_id):
            return rows.entries_of(run_id, found, is_whole=after == 0)

    def lock(self, run_id: str) -> RunLock | None:
        return self._folders.lock(run_id, partial(self._forget, run_id))

    def is_running(self, run_id: str) -> bool:
        return self._folders.is_locked(run_id)

    def run_folder(self, run_id: str) -> Path:
        """Where the run's lock and the old bytes that its undo needs are kept."""
        return self._folders.folder(run_id)

    def ask_to_stop(self, run_id: str, asked: Asked) -> None:
        self._folders.write_note(run_id, STOP, json.dumps(asked))

    def asked_to_stop(self, run_id: str) -> Asked | None:
        """The word that was left, if any; what cannot be read is taken for a plain request."""
        note = self._folders.note(run_id, STOP)
        if note is None:
            return None
        try:
            by, is_now = json.loads(note)
        except (ValueError, TypeError):
            return Asked()
        return Asked(str(by), is_now is True)

    def forget_stop(self, run_id: str) -> None:
        self._folders.drop_note(run_id, STOP)

    def clean(self, keep_days: float) -> int:
        """Remove the runs that ended longer ago than that, with what was kept for undoing them; how many they were.

        A run that a process is at work on stays, and so does one that was cut off. While another process cleans,
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
        import asyncio

        await asyncio.to_thread(self.close_now)

    def close_now(self) -> None:
        self._database.close()

    def _name_lock(self, name: str) -> RunLock | None:
        file = self.folder / "locks" / sha256(rows.text_bytes(name)).hexdigest()[:32]
        with faults_told(file):
            make_private_folder(self.folder)
            return take_lock(file, tries=1)

    def _run_of(self, row: rows.Row) -> RunRecord:
        with self._corruption_told(row[0]):
            return rows.run_of(row)

    @contextmanager
    def _corruption_told(self, run_id: str) -> Iterator[None]:
        try:
            yield
        except (ContractViolation, ValueError, TypeError) as error:
            problem = f"the record of the run {run_id} is corrupt ({error}): {MOVE_AWAY}"
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


def _unknown(name: str) -> RunNotFound:
    return RunNotFound(f"there is no run {shown(name)}: `goalwright history` lists those that there are")
