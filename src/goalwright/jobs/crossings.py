"""Crossings: when a measure passes its threshold, or an app starts or ends, each time once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime

from goalwright.contracts.job_ports import Firing, JobStore, Senses
from goalwright.contracts.jobs import AppChange, Job, Measure, Threshold

MARGIN = 3.0
"""By how many per cent a measure must have come back before it can pass its threshold again."""
SUSTAINED = 3
"""How many looks in a row a busy processor counts from: it is busy for a moment all the time."""
STATE = "state"
"""Under which name it is kept with a job what it was like."""
_IN, _OUT = "in", "out"


class Crossings:
    """Claims what this machine's own state gives rise to. What it was like is kept with the job, over restarts."""

    def __init__(self, store: JobStore, senses: Senses, is_busy: Callable[[str], bool]) -> None:
        self._store, self._senses, self._is_busy = store, senses, is_busy
        self._known: dict[str, str] = {}
        self._looks: dict[str, int] = {}

    def claimed(self, jobs: Iterable[Job], now: float) -> list[tuple[Job, Firing]]:
        """What has happened since the last look, each written down as a firing."""
        watched = [job for job in jobs if isinstance(job.trigger, Threshold | AppChange) and not job.is_paused]
        apps = {job.trigger.app for job in watched if isinstance(job.trigger, AppChange)}
        running = self._senses.running(apps) if apps else frozenset()
        measures = {job.trigger.measure for job in watched if isinstance(job.trigger, Threshold)}
        percents = {measure: self._senses.percent(measure) for measure in measures}
        self._forget({job.job_id for job in watched})
        found = []
        for job in (job for job in watched if not self._is_busy(job.job_id)):
            before = self._before(job)
            after = _state(job, running, percents, before)
            firing = self._change(job, before, after, now)
            if firing is not None:
                found.append((job, firing))
        return found

    def _before(self, job: Job) -> str:
        """What it was like at the last look; where what was missed is passed over, at the last of this service."""
        if job.job_id not in self._known:
            self._known[job.job_id] = self._store.seen(job.job_id).get(STATE, "") if job.missed == "once" else ""
        return self._known[job.job_id]

    def _change(self, job: Job, before: str, after: str, now: float) -> Firing | None:
        if not after or after == before:
            self._looks.pop(job.job_id, None)
            return None
        looks = self._looks[job.job_id] = self._looks.get(job.job_id, 0) + 1
        if isinstance(job.trigger, Threshold) and job.trigger.measure == "cpu" and looks < SUSTAINED:
            return None
        self._looks.pop(job.job_id, None)
        self._known[job.job_id] = after
        if after != _IN or not before:  # it went back, or was so when it was first looked at
            self._store.see(job.job_id, {STATE: after})
            return None
        stamp = f"{datetime.fromtimestamp(now, UTC):%Y%m%dT%H%M%S%fZ}"
        firing = Firing(job_id=job.job_id, key=f"on-{stamp}", run_id=f"job-{job.job_id}-{stamp}", due=now)
        return firing if self._store.claim(firing, seen={STATE: after}) else None

    def _forget(self, watched: set[str]) -> None:
        """A job that was paused begins with what it finds when it goes on."""
        for job_id in self._known.keys() - watched:
            del self._known[job_id]


def _state(job: Job, running: frozenset[str], percents: Mapping[Measure, float | None], before: str) -> str:
    """Whether what the job waits for is so now; nothing if that can't be told."""
    if isinstance(job.trigger, AppChange):
        return _IN if (job.trigger.app in running) == (job.trigger.event == "starts") else _OUT
    if not isinstance(job.trigger, Threshold):
        return ""
    percent = percents.get(job.trigger.measure)
    if percent is None:
        return ""
    beyond = job.trigger.percent - percent if job.trigger.side == "below" else percent - job.trigger.percent
    if beyond > 0:
        return _IN
    # Just at the threshold it is neither: a battery that flickers between 19 and 20 per cent falls below once.
    return _OUT if beyond <= -MARGIN or before != _IN else _IN
