"""SqliteJobs: jobs, their firings and what they have seen, in a file that processes share."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from goalwright.contracts.job_json import job_from_json, job_to_json
from goalwright.contracts.job_ports import Firing
from goalwright.contracts.jobs import Job
from goalwright.dataclass import replace
from goalwright.errors import ContractViolation, JobNotFound
from goalwright.store.jobs_file import JobsFile
from goalwright.store.jobs_schema import (
    COLUMNS,
    FIRING,
    INSERT_FIRING,
    JOBS,
    SEAL_FIRING,
    SEAL_JOB,
    SEE,
    SOUND_JOB,
    SOUND_SEEN,
    TRIM_FIRINGS,
)
from goalwright.store.opening import make_file

KEPT_FIRINGS = 1_000
"""How many firings of a job are remembered. Older ones can't come again: what is seen or handled lies behind them."""


class SqliteJobs:
    """Keeps jobs in `file`, which the first of them makes. Any thread may call; trouble with it is a JournalError.

    Each row has a seal, which is looked at whenever the row is; one of an older version has none until it is written
    again.
    """

    def __init__(self, file: Path, clock: Callable[[], float] = time.time) -> None:
        self.file = file
        self._clock = clock
        self._opened = JobsFile(file)
        self._changes = 0

    def add(self, job: Job, seen: Mapping[str, str] | None = None) -> None:
        """Keep a new job, with what there is already that it is not to act on."""
        make_file(self.file, JOBS)

        def added(database: sqlite3.Connection) -> None:
            values = (job.job_id, _written(job), job.made_at)
            database.execute("INSERT INTO jobs (job_id, document, handled) VALUES (?, ?, ?)", values)
            database.execute(SEAL_JOB, (job.job_id,))
            _see(database, job.job_id, seen or {})

        self._opened.changed(added)
        self._settle()

    def jobs(self) -> list[Job]:
        """All jobs, oldest first; now and then with a look through the whole file."""
        self._opened.examine()
        rows = self._opened.read(f"SELECT document, {SOUND_JOB} FROM jobs ORDER BY number")
        return [self._job(*row) for row in rows]

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
            self._change_job(database, statement, _written(job), 0 if is_paused else now, job.job_id)

        self._opened.changed(changed)
        self._settle()
        return job

    def remove(self, job_id: str) -> Job:
        """Forget a job; the runs that it began stay."""
        job = self.find(job_id)

        def removed(database: sqlite3.Connection) -> None:
            for table in ("jobs", "firings", "seen"):
                database.execute(f"DELETE FROM {table} WHERE job_id = ?", (job.job_id,))

        self._opened.changed(removed)
        self._settle()
        return job

    def handled(self, job_id: str) -> float:
        rows = self._opened.read(f"SELECT handled, {SOUND_JOB} FROM jobs WHERE job_id = ?", job_id)
        self._opened.require_sound(rows)
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
            found = f"SELECT document, {SOUND_JOB} FROM jobs WHERE job_id = ?"
            row = database.execute(found, (firing.job_id,)).fetchone()
            if row is None or (self._job(*row).is_paused and not is_asked):
                return False
            known = "SELECT 1 FROM firings WHERE job_id = ? AND key = ?"
            is_new = database.execute(known, (firing.job_id, firing.key)).fetchone() is None
            if is_new:
                values = {name: getattr(firing, name) for name in COLUMNS}
                values |= {"at": self._clock(), "subject": _raw(firing.subject)}
                database.execute(INSERT_FIRING, tuple(values.values()))
                database.execute(SEAL_FIRING, (firing.job_id, firing.key))
                database.execute(TRIM_FIRINGS, (firing.job_id, KEPT_FIRINGS))
            self._handle(database, firing.job_id, handled)
            _see(database, firing.job_id, seen or {})
            return is_new

        return self._opened.changed(claimed)

    def pass_over(self, job_id: str, until: float) -> None:
        self._opened.changed(lambda database: self._handle(database, job_id, until))

    def rewind(self, job_id: str, until: float) -> None:
        """Begin again after this moment: the clock was wrong, and what it led to lies ahead."""
        statement = "UPDATE jobs SET handled = min(handled, ?) WHERE job_id = ?"
        self._opened.changed(lambda database: self._change_job(database, statement, until, job_id))

    def finish(self, firing: Firing, outcome: str, reason: str = "") -> None:
        statement = "UPDATE firings SET state = 'done', outcome = ?, reason = ? WHERE job_id = ? AND key = ?"
        row = (firing.job_id, firing.key)

        def finished(database: sqlite3.Connection) -> None:
            self._firings(database.execute(f"{FIRING} WHERE job_id = ? AND key = ?", row))
            database.execute(statement, (outcome, reason, *row))
            database.execute(SEAL_FIRING, row)

        self._opened.changed(finished)

    def open_firings(self) -> list[Firing]:
        return self._firings(self._opened.read(f"{FIRING} WHERE state = 'claimed' ORDER BY number"))

    def firings(self, job_id: str, limit: int = 20) -> list[Firing]:
        """The last firings of a job, newest first."""
        return self._firings(
            self._opened.read(f"{FIRING} WHERE job_id = ? ORDER BY number DESC LIMIT ?", job_id, limit)
        )

    def last_firing(self, job_id: str) -> Firing | None:
        return next(iter(self.firings(job_id, 1)), None)

    def seen(self, job_id: str) -> dict[str, str]:
        rows = self._opened.read(f"SELECT name, print, {SOUND_SEEN} FROM seen WHERE job_id = ?", job_id)
        self._opened.require_sound(rows)
        return {_name(name): seen for name, seen, _ in rows}

    def see(self, job_id: str, seen: Mapping[str, str], gone: Iterable[str] = ()) -> None:
        lost = [(job_id, _raw(name)) for name in gone]

        def changed(database: sqlite3.Connection) -> None:
            if database.execute("SELECT 1 FROM jobs WHERE job_id = ?", (job_id,)).fetchone() is not None:
                _see(database, job_id, seen)
                database.executemany("DELETE FROM seen WHERE job_id = ? AND name = ?", lost)

        if seen or lost:
            self._opened.changed(changed)

    def version(self) -> int:
        """A number that changes whenever jobs may have: SQLite counts what other connections commit."""
        rows = self._opened.read("PRAGMA data_version")
        return (int(rows[0][0]) << 32) + self._changes if rows else self._changes

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        self._opened.close()

    def _settle(self) -> None:
        """Jobs themselves go into the file at once, and out of its log."""
        self._changes += 1
        self._opened.read("PRAGMA wal_checkpoint(TRUNCATE)")

    def _handle(self, database: sqlite3.Connection, job_id: str, until: float | None) -> None:
        if until is not None:
            self._change_job(database, "UPDATE jobs SET handled = max(handled, ?) WHERE job_id = ?", until, job_id)

    def _change_job(self, database: sqlite3.Connection, statement: str, *values: Any) -> None:
        """Change the job that the last value names, if what it holds is what was written."""
        found = database.execute(f"SELECT {SOUND_JOB} FROM jobs WHERE job_id = ?", values[-1:]).fetchall()
        self._opened.require_sound(found)
        database.execute(statement, values)
        database.execute(SEAL_JOB, values[-1:])

    def _firings(self, rows: Iterable[Any]) -> list[Firing]:
        read = list(rows)
        self._opened.require_sound(read)
        found = [dict(zip(COLUMNS, row[:-1], strict=True)) for row in read]
        return [Firing(**{**fields, "subject": _name(fields["subject"])}) for fields in found]

    def _job(self, document: str, is_sound: int) -> Job:
        self._opened.require_sound([(is_sound,)])
        try:
            return job_from_json(json.loads(document))
        except (ValueError, ContractViolation):
            raise self._opened.damage() from None


def _written(job: Job) -> str:
    return json.dumps(job_to_json(job))


def _see(database: sqlite3.Connection, job_id: str, seen: Mapping[str, str]) -> None:
    database.executemany(SEE, [(job_id, _raw(name), found) for name, found in seen.items()])


def _raw(name: str) -> bytes:
    """A name as bytes: those of files need not be text."""
    return name.encode("utf-8", "surrogateescape")


def _name(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")
