"""What stands behind the ports of jobs in tests: a clock that jumps, senses that are set, a firer that notes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping

from goalwright.contracts.job_ports import Fired, Firing
from goalwright.contracts.jobs import Job, Measure


class JumpingClock:
    """A clock that goes at once to whatever is waited for. `at` are things that happen on the way, by their time."""

    def __init__(self, now: float, end: float, is_idle: Callable[[], bool]) -> None:
        """`is_idle` says that what was begun has come to its end."""
        self.time, self.end, self._is_idle = now, end, is_idle
        self.at: list[tuple[float, Callable[[], None]]] = []
        self.over = asyncio.Event()

    def now(self) -> float:
        return self.time

    def ticks(self) -> float:
        return self.time

    async def wait(self, until: float | None) -> None:
        while not self._is_idle():
            await asyncio.sleep(0.001)
        for _ in range(10):  # the scheduler hears of it, and waits anew
            await asyncio.sleep(0)
        wanted = self.end if until is None else min(until, self.end)
        happening = min((when for when, _ in self.at), default=self.end + 1)
        if happening <= wanted:
            (_, act) = next(each for each in self.at if each[0] == happening)
            self.at = [each for each in self.at if each[1] is not act]
            self.time = max(self.time, happening)
            act()
            return
        self.time = max(self.time, wanted)
        if self.time >= self.end:
            self.over.set()
            await asyncio.Event().wait()


class NotingFirer:
    """Notes when each firing came, by the clock."""

    def __init__(self, clock: JumpingClock) -> None:
        self.clock = clock
        self.fired: list[tuple[str, float, float]] = []
        self.outcome = "success"
        self.halted = False
        self.waiting: set[str] = set()
        self.at_once: dict[str, int] = {}
        self.troubles: list[str] = []

    async def fire(self, job: Job, firing: Firing) -> Fired:
        self.at_once[job.job_id] = self.at_once.get(job.job_id, 0) + 1
        assert self.at_once[job.job_id] == 1
        self.fired.append((job.job_id, firing.due, self.clock.now()))
        if self.outcome == "awaiting_approval":
            self.waiting.add(firing.run_id)
        await asyncio.sleep(0)
        self.at_once[job.job_id] -= 1
        return Fired(self.outcome)

    def is_waiting(self, run_id: str) -> bool:
        return run_id in self.waiting

    def is_halted(self) -> bool:
        return self.halted

    def tell_trouble(self, problem: str) -> None:
        if problem != (self.troubles or [""])[-1]:
            self.troubles.append(problem)


class NoFolders:
    """No file ever arrives."""

    def listed(self, folder: str, *, is_deep: bool) -> dict[str, str]:
        return {}

    def written(self, paths: Collection[str]) -> frozenset[str]:
        return frozenset()

    async def changes(self, folders: Mapping[str, bool]) -> AsyncIterator[None]:
        await asyncio.Event().wait()
        yield None


class SetSenses:
    """A machine that is as it is set to be."""

    def __init__(self) -> None:
        self.percents: dict[Measure, float | None] = {}
        self.apps: set[str] = set()

    def percent(self, measure: Measure) -> float | None:
        return self.percents.get(measure)

    def running(self, apps: Iterable[str]) -> frozenset[str]:
        return frozenset(self.apps & set(apps))
