"""JobTimes: which firings of jobs are due now, and when the next one is.

A time that passed is made up for once, however often it passed, or not at all, as the job says. None is done twice,
also when the clock is set back: what was handled stays handled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from goalwright.contracts.job_ports import Firing, JobStore
from goalwright.contracts.jobs import Job, Moment, Recurrence
from goalwright.jobs.due_times import latest_time, times_after

GRACE_S = 60.0
"""How late a job may be and still count as on time."""
WRONG_CLOCK_S = 90_000.0
"""By more than this the clock was not set back, but was wrong before."""


class JobTimes:
    """Claims what is due by time."""

    def __init__(self, store: JobStore, is_busy: Callable[[str], bool], is_waiting: Callable[[str], bool]) -> None:
        """`is_busy` says of a job that it is being done, `is_waiting` of a run that it waits for approval."""
        self._store, self._is_busy, self._is_waiting = store, is_busy, is_waiting
        self._next: dict[str, tuple[float, float | None]] = {}

    def claimed(self, jobs: Iterable[Job], now: float) -> list[tuple[Job, Firing]]:
        """What is due now, each written down as a firing."""
        found = [(job, self._claim(job, now)) for job in jobs if not job.is_paused]
        return [(job, firing) for job, firing in found if firing is not None]

    def next_time(self, jobs: Iterable[Job], now: float) -> float | None:
        """When a job is due next; those that are being done are looked at when they have ended."""
        free = [job for job in jobs if not job.is_paused and not self._is_busy(job.job_id)]
        times = [self._after(job, self._store.handled(job.job_id)) for job in free]
        return min((at for at in times if at is not None and at > now), default=None)

    def _after(self, job: Job, handled: float) -> float | None:
        """The first due moment that is not handled; working it out takes a while, so it is remembered."""
        if not isinstance(job.trigger, Moment | Recurrence):
            return None
        known = self._next.get(job.job_id)
        if known is None or known[0] != handled:
            self._next[job.job_id] = known = (handled, next(times_after(job.trigger, handled), None))
        return known[1]

    def _claim(self, job: Job, now: float) -> Firing | None:
        if not isinstance(job.trigger, Moment | Recurrence) or self._is_busy(job.job_id):
            return None
        handled = self._store.handled(job.job_id)
        if handled > now + WRONG_CLOCK_S:
            self._store.rewind(job.job_id, now)
            return None
        due = self._after(job, handled)
        if due is None or due > now:
            return None
        due = latest_time(job.trigger, due, now) or due
        if (job.missed == "skip" and now - due > GRACE_S) or self._waits(job):
            self._store.pass_over(job.job_id, due)
            return None
        firing = timed_firing(job, due)
        return firing if self._store.claim(firing, handled=due) else None

    def _waits(self, job: Job) -> bool:
        """Whether the time before still waits for approval: the same thing is not asked twice."""
        last = self._store.last_firing(job.job_id)
        return last is not None and last.outcome == "awaiting_approval" and self._is_waiting(last.run_id)


def timed_firing(job: Job, due: float) -> Firing:
    """The one firing of a job at a due moment."""
    stamp = f"{datetime.fromtimestamp(due, UTC):%Y%m%dT%H%M%SZ}"
    return Firing(job_id=job.job_id, key=f"at-{stamp}", run_id=f"job-{job.job_id}-{stamp}", due=due)
