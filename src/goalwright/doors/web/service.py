"""Service: what all routes share, and the work that goes on after a request was answered."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from goalwright.app.overview import ask_to_stop, begun_here, begun_here_ended, running
from goalwright.app.places import user_name
from goalwright.app.service_folder import ServiceFolder
from goalwright.doors.web.applications import Applications
from goalwright.doors.web.asked_record import AskedRecord
from goalwright.doors.web.event_hub import EventHub
from goalwright.doors.web.fleet_desk import FleetDesk
from goalwright.doors.web.metrics import Metrics
from goalwright.doors.web.problems import TurnedDown
from goalwright.doors.web.sessions import Caller, Sessions
from goalwright.errors import GoalwrightError
from goalwright.named_tuple import NamedTuple

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import RunReport

T = TypeVar("T")
HALTED = "halted.json"
_GLANCE_S = 0.005
_LONGEST_GLANCE_S = 0.1
_MOST_AT_WORK = 200
_PLANS_AT_ONCE = 2


class ServiceLimits(NamedTuple):
    """How much, how long and how often. Rates are for each caller, and for all that show no token together."""

    body_bytes: int = 1_000_000
    body_s: float = 10.0
    answer_s: float = 90.0
    per_s: float = 200.0
    burst: int = 400
    strangers_per_s: float = 5.0
    strangers_burst: int = 30
    streams: int = 32


class Service:
    """One service of one user. It is made inside an event loop, and ends with `close`."""

    def __init__(self, cwd: Path, hosts: tuple[str, ...], limits: ServiceLimits | None = None) -> None:
        self.hosts = frozenset(hosts)
        # Browsers send a cookie to every port of a host: each service of a machine has its own name for it.
        self.cookie = f"goalwright-{hosts[0].rpartition(':')[2]}"
        self.limits = limits or ServiceLimits()
        self.started_at = time.time()
        self.instance = secrets.token_hex(4)
        self.user = user_name()
        self.applications = Applications(cwd)
        self.folder = ServiceFolder(self.applications.first.home)
        self.sessions = Sessions(self.folder)
        self.record = AskedRecord(self.folder)
        self.hub = EventHub(self.applications.first, self.instance)
        self.fleet = FleetDesk(self.applications.first, self.hub.fleet_changed, lambda: self.halted() is not None)
        self.metrics = Metrics()
        self.jobs_trouble = ""
        self.planners = asyncio.Semaphore(_PLANS_AT_ONCE)
        self._tasks: set[asyncio.Task[Any]] = set()
        self.ended: asyncio.Task[None] | None = None
        self.is_ending = False

    @property
    def gw(self) -> Goalwright:
        """The application that reads what all folders share: runs, facts, the journal."""
        return self.applications.first

    def by(self, caller: Caller) -> str:
        """Who asks, as the journal has it."""
        return f"{self.user} at the page" if caller.is_person else f"{self.user} by token"

    def halted(self) -> dict[str, Any] | None:
        """Who has stopped everything, and when; None if nothing is stopped."""
        if self.folder.read(HALTED) is None:
            return None
        found = self.folder.document(HALTED)
        if isinstance(found, dict) and isinstance(found.get("by"), str) and isinstance(found.get("at"), int | float):
            return found
        return {"by": "someone", "at": 0.0}  # damaged: it was stopped all the same

    def require_going(self) -> None:
        """Refuse to begin anything while everything is stopped."""
        if (halted := self.halted()) is not None:
            detail = f"everything was stopped by {halted.get('by')}: release it at the page first"
            raise TurnedDown(409, "Halted", detail)
        if len(self._tasks) >= _MOST_AT_WORK:
            raise TurnedDown(503, "TooBusy", "too many runs are going on: try again later", {"Retry-After": "5"})

    def halt(self, by: str, *, is_now: bool) -> list[str]:
        """Stop every run of the user, in whichever process, and begin nothing until `release`."""
        self.folder.write(HALTED, json.dumps({"by": by, "at": time.time()}))
        found = self.going()
        ask_to_stop(self.gw, found, by, is_now=is_now)
        return found

    def release(self) -> None:
        self.folder.remove(HALTED)

    async def begun(self, gw: Goalwright, run_id: str, work: Coroutine[Any, Any, RunReport], wait_s: float) -> None:
        """Have work on a run go on in the background, once it has begun; what stands in its way is raised.

        With `wait_s`, return only when it rests, or after that time.
        """
        entries = gw.journal.entries(run_id)
        mark = entries[-1].number if entries else 0
        task = asyncio.create_task(work, name=run_id)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        self.hub.stir()
        pause_s = _GLANCE_S
        while not task.done() and not gw.journal.entries(run_id, mark):
            await asyncio.wait({task}, timeout=pause_s)
            pause_s = min(_LONGEST_GLANCE_S, pause_s * 1.5)
        if wait_s and not task.done():
            await asyncio.wait({task}, timeout=wait_s)
        if task.done():
            task.result()

    async def finished(self, run_id: str, work: Coroutine[Any, Any, T]) -> T:
        """What work on a run comes to. It goes to its end, also if the one who asked for it has gone."""
        task = asyncio.create_task(work, name=run_id)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        self.hub.stir()
        return await asyncio.shield(task)

    async def close(self, *, stop_wait_s: float = 60.0) -> None:
        """Ask the runs of this process to stop, wait for what they are at, and let go of everything."""
        await self.hub.close()
        await self.fleet.close()
        self.stop_own(is_now=False)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=stop_wait_s)
        with suppress(TimeoutError):  # what is still at work is journalled, and can be resumed
            await asyncio.wait_for(begun_here_ended(self.gw), stop_wait_s)
        await self.applications.close()

    def stop_own(self, *, is_now: bool) -> None:
        """Ask the runs that go on in this process to stop."""
        self.is_ending = True
        ours = {*begun_here(self.gw), *(task.get_name() for task in self._tasks)}
        ask_to_stop(self.gw, ours, f"{self.user}, stopping the service", is_now=is_now)

    def going(self) -> list[str]:
        """The runs that are going on now, in whichever process of the user."""
        return running(self.gw)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, GoalwrightError):
            self.metrics.unexpected()
