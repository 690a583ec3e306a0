"""JobScheduler: does what jobs say, for as long as the service runs."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Mapping
from contextlib import suppress

from goalwright.contracts.job_ports import Fired, Firer, Firing, Folders, JobClock, JobStore, Senses
from goalwright.contracts.jobs import AppChange, FileArrival, Job, Threshold
from goalwright.errors import GoalwrightError
from goalwright.jobs.arrivals import REST_S, Arrivals
from goalwright.jobs.crossings import Crossings
from goalwright.jobs.job_times import JobTimes

LOOK_S = 2.0
"""How often the machine's own state is looked at, if a job depends on it."""
TROUBLE_S = 5.0
"""How long it is left alone if jobs can't be read or written: the disk is full, the file is damaged."""
SWEEP_S = 60.0
"""How often watched folders are looked through even if nothing was heard of them."""


class JobScheduler:
    """Claims firings and has them carried out: of one job one after another, of several side by side.

    What an earlier service claimed and did not finish is taken up first. While jobs can't be read or written nothing
    is begun, and that is told.
    """

    def __init__(self, store: JobStore, firer: Firer, clock: JobClock, folders: Folders, senses: Senses) -> None:
        self._store, self._firer, self._clock, self._folders = store, firer, clock, folders
        self._work: dict[str, asyncio.Task[None]] = {}
        self._stirred = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None
        self._watched: Mapping[str, bool] = {}
        self._times = JobTimes(store, self._is_busy, firer.is_waiting)
        self._arrivals = Arrivals(store, folders, self._is_busy)
        self._crossings = Crossings(store, senses, self._is_busy)
        self._is_heard = True
        self._take_up_at = 0.0
        self._unwritten = ""
        self._swept = 0.0

    async def run(self) -> None:
        """Do what is due until it is cancelled."""
        try:
            while True:
                self._stirred.clear()
                try:
                    until = await self._looked()
                    self._firer.tell_trouble(self._unwritten)
                except GoalwrightError as error:
                    self._firer.tell_trouble(str(error))
                    until = self._clock.now() + TROUBLE_S
                await self._pause(until)
        finally:
            await self._let_go()

    async def _looked(self) -> float | None:
        """Begin what is due; when to look again."""
        jobs = await asyncio.to_thread(self._store.jobs)
        self._watch(jobs)
        if self._firer.is_halted():  # nothing is heard when it is released
            return self._clock.now() + LOOK_S
        if self._clock.ticks() >= self._take_up_at:
            self._begin(await asyncio.to_thread(self._left_open, jobs))
            self._take_up_at, self._unwritten = math.inf, ""
        self._begin(await asyncio.to_thread(self._claimed, jobs))
        return await asyncio.to_thread(self._next_look, jobs)

    def _claimed(self, jobs: list[Job]) -> list[tuple[Job, Firing]]:
        found = self._times.claimed(jobs, self._clock.now())
        found += self._crossings.claimed(jobs, self._clock.now())
        if self._is_heard or self._arrivals.is_settling or self._clock.ticks() - self._swept > SWEEP_S:
            self._is_heard, self._swept = False, self._clock.ticks()
            found += self._arrivals.claimed(jobs, self._clock.ticks())
        return found

    def _next_look(self, jobs: list[Job]) -> float | None:
        """When there is something to do next, if nothing happens before."""
        now = self._clock.now()
        times = [self._times.next_time(jobs, now)]
        if self._unwritten:
            times.append(now + TROUBLE_S)
        if self._arrivals.is_settling:
            times.append(now + REST_S / 2)
        if any(isinstance(job.trigger, Threshold | AppChange) for job in jobs):
            times.append(now + LOOK_S)
        if any(isinstance(job.trigger, FileArrival) for job in jobs):
            times.append(now + SWEEP_S)
        return min((at for at in times if at is not None), default=None)

    def _left_open(self, jobs: Iterable[Job]) -> list[tuple[Job, Firing]]:
        known = {job.job_id: job for job in jobs if not self._is_busy(job.job_id)}
        return [(known[firing.job_id], firing) for firing in self._store.open_firings() if firing.job_id in known]

    def _begin(self, found: Iterable[tuple[Job, Firing]]) -> None:
        by_job: dict[str, tuple[Job, list[Firing]]] = {}
        for job, firing in found:
            by_job.setdefault(job.job_id, (job, []))[1].append(firing)
        for job_id, (job, firings) in by_job.items():
            self._work[job_id] = task = asyncio.create_task(self._done(job, firings), name=f"job {job_id}")
            task.add_done_callback(lambda _task, job_id=job_id: self._ended(job_id))  # type: ignore[misc]  # a default

    async def _done(self, job: Job, firings: list[Firing]) -> None:
        try:
            await self._fired(job, firings)
        except GoalwrightError as error:  # what came of it can't be written down: it is taken up again, and stays done
            self._unwritten, self._take_up_at = str(error), self._clock.ticks() + TROUBLE_S

    async def _fired(self, job: Job, firings: list[Firing]) -> None:
        for firing in firings:
            fired: Fired = await self._firer.fire(job, firing)
            if fired.is_put_off:
                return
            await asyncio.to_thread(self._arrivals.settle, job, (firing.subject, *fired.touched))
            await asyncio.to_thread(self._store.finish, firing, fired.outcome, fired.reason)

    def _ended(self, job_id: str) -> None:
        self._work.pop(job_id, None)
        self._is_heard = True
        self._stirred.set()

    def _is_busy(self, job_id: str) -> bool:
        return job_id in self._work

    def _watch(self, jobs: Iterable[Job]) -> None:
        """Watch the folders that jobs wait for files in, and no others."""
        wanted: dict[str, bool] = {}
        for trigger in (job.trigger for job in jobs if not job.is_paused):
            if isinstance(trigger, FileArrival):
                wanted[trigger.folder] = wanted.get(trigger.folder, False) or trigger.is_deep
        if wanted == self._watched and (self._watching is None or not self._watching.done()):
            return
        if self._watching is not None:
            self._watching.cancel()
        self._watched, self._is_heard = wanted, True
        self._watching = asyncio.create_task(self._heard(wanted), name="jobs: folders") if wanted else None

    async def _heard(self, folders: Mapping[str, bool]) -> None:
        async for _ in self._folders.changes(folders):
            self._is_heard = True
            self._stirred.set()

    async def _pause(self, until: float | None) -> None:
        waits = {asyncio.ensure_future(self._clock.wait(until)), asyncio.ensure_future(self._stirred.wait())}
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()

    async def _let_go(self) -> None:
        tasks = [*self._work.values(), *([self._watching] if self._watching is not None else [])]
        if self._watching is not None:
            self._watching.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await asyncio.wait({task})
