"""SqliteJobs: jobs, their firings and what they have seen, in a file that processes share."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from goalwright.contracts.job_json import job_from_json, job_to_json
from goalwright.contracts.job_ports import Firing
from goalwright.contracts.jobs import Job
from goalwright.dataclass import replace
from goalwright.errors import ContractViolation, JobNotFound, JournalError
from goalwright.store.opening import BUSY_TIMEOUT_S, Schema, is_there, make_file, open_file
from goalwright.store.store_faults import DAMAGED, faults_told

JOBS = Schema(
    holds="jobs",
    application_id=0x476F4A6F,  # "GoJo"
    migrations=(
        (
            """CREATE TABLE jobs (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                job_id TEXT NOT NULL UNIQUE,
                document TEXT NOT NULL,
                handled REAL NOT NULL
            )""",
            """CREATE TABLE firings (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                job_id TEXT NOT NULL,
                key TEXT NOT NULL,
                run_id TEXT NOT NULL UNIQUE,
                due REAL NOT NULL,
                subject BLOB NOT NULL,
                state TEXT NOT NULL,
                outcome TEXT NOT NULL,
                reason TEXT NOT NULL,
                at REAL NOT NULL,
                UNIQUE (job_id, key)
            )""",
            "CREATE INDEX firings_open ON firings (state, number) WHERE state = 'claimed'",
            """CREATE TABLE seen (
                job_id TEXT NOT NULL,
                name BLOB NOT NULL,
                print TEXT NOT NULL,
                PRIMARY KEY (job_id, name)
            ) WITHOUT ROWID""",
        ),
    ),
    checked_bytes=16_000_000,
)
KEPT_FIRINGS = 1_000
"""How many firings of a job are remembered. Older ones can't come again: what is seen or handled lies behind them."""

_COLUMNS = ("job_id", "key", "run_id", "due", "subject", "state", "outcome", "reason", "at")
_FIRING = f"SELECT {', '.join(_COLUMNS)} FROM firings"
_INSERT = f"INSERT INTO firings ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
_TRIM = """DELETE FROM firings WHERE job_id = ?1 AND state = 'done' AND number <= (
    SELECT number FROM firings WHERE job_id = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)"""
_SEE = "INSERT INTO seen VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET print = excluded.print"

Result = TypeVar("Result")


class SqliteJobs:
    """Keeps jobs in `file`, which the first of them makes. Any thread may call; trouble with it is a JournalError."""

    def __init__(self, file: Path, clock: Callable[[], float] = time.time) -> None:
        self.file = file
        self._clock = clock
        self._lock = threading.Lock()
        self._database: sqlite3.Connection | None = None
        self._changes = 0

    def add(self, job: Job, seen: Mapping[str, str] | None = None) -> None:
        """Keep a new job, with what there is already that it is not to act on."""
        make_file(self.file, JOBS)

        def added(database: sqlite3.Connection) -> None:
            values = (job.job_id, _written(job), job.made_at)
            database.execute("INSERT INTO jobs (job_id, document, handled) VALUES (?, ?, ?)", values)
            _see(database, job.job_id, seen or {})

        self._changed(added)
        self._changes += 1

    def jobs(self) -> list[Job]:
        """All jobs, oldest first."""
        rows = self._read("SELECT document FROM jobs ORDER BY number")
        return [self._job(document) for (document,) in rows]

    def find(self, name: str) -> Job:
        """The job of this id, or of the only id that begins so; JobNotFound if there is none."""
        found = [job for job in self.jobs() if job.job_id.startswith(name)] if name else []
        exact = [job for job in found if job.job_id == name]
        if len(exact or found) != 1:
            problem = f"several jobs begin with {name}: say more of the id" if found else f"there is no job {name!r}"
            raise JobNotFound(f"{problem}: `goalwright jobs` lists those that there are")
        return (exact or found)[0]

    def set_paused(self, job_id: str, *, is_paused: bool) -> Job:
        """Pause or resume a job. What was due while it was paused is passed over."""
        job = replace(self.find(job_id), is_paused=is_paused)
        now = self._clock()

        def changed(database: sqlite3.Connection) -> None:
            statement = "UPDATE jobs SET document = ?, handled = max(handled, ?) WHERE job_id = ?"
            database.execute(statement, (_written(job), 0 if is_paused else now, job.job_id))

        self._changed(changed)
        self._changes += 1
        return job

    def remove(self, job_id: str) -> Job:
        """Forget a job; the runs that it began stay."""
        job = self.find(job_id)

        def removed(database: sqlite3.Connection) -> None:
            for table in ("jobs", "firings", "seen"):
                database.execute(f"DELETE FROM {table} WHERE job_id = ?", (job.job_id,))

        self._changed(removed)
        self._changes += 1
        return job

    def handled(self, job_id: str) -> float:
        rows = self._read("SELECT handled FROM jobs WHERE job_id = ?", job_id)
        return float(rows[0][0]) if rows else 0.0

    def claim(
        self,
        firing: Firing,
        *,
        handled: float | None = None,
        seen: Mapping[str, str] | None = None,
        is_asked: bool = False,
    ) -> bool:
        """Write a firing down, with what is dealt with by it, in one step.

        False if it was claimed before, or its job is not there any more, or is paused and a person did not ask for it.
        """

        def claimed(database: sqlite3.Connection) -> bool:
            row = database.execute("SELECT document FROM jobs WHERE job_id = ?", (firing.job_id,)).fetchone()
            if row is None or (self._job(row[0]).is_paused and not is_asked):
                return False
            known = "SELECT 1 FROM firings WHERE job_id = ? AND key = ?"
            is_new = database.execute(known, (firing.job_id, firing.key)).fetchone() is None
            if is_new:
                values = {name: getattr(firing, name) for name in _COLUMNS}
                values |= {"at": self._clock(), "subject": _raw(firing.subject)}
                database.execute(_INSERT, tuple(values.values()))
                database.execute(_TRIM, (firing.job_id, KEPT_FIRINGS))
            _handle(database, firing.job_id, handled)
            _see(database, firing.job_id, seen or {})
            return is_new

        return self._changed(claimed)

    def pass_over(self, job_id: str, until: float) -> None:
        self._changed(lambda database: _handle(database, job_id, until))

    def rewind(self, job_id: str, until: float) -> None:
        """Begin again after this moment: the clock was wrong, and what it led to lies ahead."""
        statement = "UPDATE jobs SET handled = min(handled, ?) WHERE job_id = ?"
        self._changed(lambda database: database.execute(statement, (until, job_id)))

    def finish(self, firing: Firing, outcome: str, reason: str = "") -> None:
        statement = "UPDATE firings SET state = 'done', outcome = ?, reason = ? WHERE job_id = ? AND key = ?"
        values = (outcome, reason, firing.job_id, firing.key)
        self._changed(lambda database: database.execute(statement, values))

    def open_firings(self) -> list[Firing]:
        return _firings(self._read(f"{_FIRING} WHERE state = 'claimed' ORDER BY number"))

    def firings(self, job_id: str, limit: int = 20) -> list[Firing]:
        """The last firings of a job, newest first."""
        return _firings(self._read(f"{_FIRING} WHERE job_id = ? ORDER BY number DESC LIMIT ?", job_id, limit))

    def last_firing(self, job_id: str) -> Firing | None:
        return next(iter(self.firings(job_id, 1)), None)

    def seen(self, job_id: str) -> dict[str, str]:
        rows = self._read("SELECT name, print FROM seen WHERE job_id = ?", job_id)
        return {_name(name): seen for name, seen in rows}

    def see(self, job_id: str, seen: Mapping[str, str], gone: Iterable[str] = ()) -> None:
        lost = [(job_id, _raw(name)) for name in gone]

        def changed(database: sqlite3.Connection) -> None:
            if database.execute("SELECT 1 FROM jobs WHERE job_id = ?", (job_id,)).fetchone() is not None:
                _see(database, job_id, seen)
                database.executemany("DELETE FROM seen WHERE job_id = ? AND name = ?", lost)

        if seen or lost:
            self._changed(changed)

    def version(self) -> int:
        """A number that changes whenever jobs may have: SQLite counts what other connections commit."""
        rows = self._read("PRAGMA data_version")
        return (int(rows[0][0]) << 32) + self._changes if rows else self._changes

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        with self._lock:
            database, self._database = self._database, None
            if database is not None:
                database.close()

    def _job(self, document: str) -> Job:
        try:
            return job_from_json(json.loads(document))
        except (ValueError, ContractViolation):
            raise JournalError(str(self.file), DAMAGED) from None

    def _read(self, statement: str, *values: Any) -> list[Any]:
        """The rows there are; looking makes no file."""
        if self._database is None and not is_there(self.file):
            return []
        return self._used(lambda database: database.execute(statement, values).fetchall())

    def _changed(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        def done(database: sqlite3.Connection) -> Result:
            with database:
                database.execute("BEGIN IMMEDIATE")
                return work(database)

        return self._used(done)

    def _used(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        with self._lock:
            if self._database is None:
                self._database = open_file(self.file, JOBS, BUSY_TIMEOUT_S)
            with faults_told(self.file, sqlite3.Error):
                return work(self._database)


def _written(job: Job) -> str:
    return json.dumps(job_to_json(job))


def _handle(database: sqlite3.Connection, job_id: str, until: float | None) -> None:
    if until is not None:
        database.execute("UPDATE jobs SET handled = max(handled, ?) WHERE job_id = ?", (until, job_id))


def _see(database: sqlite3.Connection, job_id: str, seen: Mapping[str, str]) -> None:
    database.executemany(_SEE, [(job_id, _raw(name), found) for name, found in seen.items()])


def _firings(rows: Iterable[Any]) -> list[Firing]:
    read = [dict(zip(_COLUMNS, row, strict=True)) for row in rows]
    return [Firing(**{**fields, "subject": _name(fields["subject"])}) for fields in read]


def _raw(name: str) -> bytes:
    """A name as bytes: those of files need not be text."""
    return name.encode("utf-8", "surrogateescape")


def _name(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")
