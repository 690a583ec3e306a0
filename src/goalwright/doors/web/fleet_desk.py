"""FleetDesk: the hub of the fleet inside the service, opened when it is first asked for, and what it then sends."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from goalwright.doors.web.problems import TurnedDown
from goalwright.errors import FleetError, GoalwrightError
from goalwright.fleet.fleet_ends import open_hub

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.fleet.fleet_runs import FleetRun
    from goalwright.fleet.hub import Hub

T = TypeVar("T")
_LOOK_S = 1.0
_WATCHED_S = 30.0
"""How long a look at the fleet keeps this process looking by itself: a page looks again before that."""


class FleetDesk:
    """Calls of the hub, one at a time, in threads: they wait for a database.

    `tell` is called with the name of a fleet run, or nothing for the hosts, whenever something has changed there.
    """

    def __init__(self, gw: Goalwright, tell: Callable[[str], None], is_halted: Callable[[], bool]) -> None:
        self._gw, self._tell, self._is_halted = gw, tell, is_halted
        self._guard, self._ends = threading.Lock(), ExitStack()
        self._hub: Hub | None = None
        self._watched: dict[str, float] = {}
        self._seen: dict[str, object] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, work: Callable[[Hub], T]) -> T:
        """What the hub says; TurnedDown with what to do if there is no fleet here."""
        return await asyncio.to_thread(self._asked, work)

    def watch(self, name: str = "") -> None:
        """Have changes of a fleet run told for a while, or those of the hosts."""
        self._watched[name] = time.monotonic() + _WATCHED_S
        self._begin("", self._look)

    def drive(self, run: FleetRun) -> None:
        """Send the waves of a fleet run one after another, until there is nothing more to send."""
        self.watch(run.name)
        self._begin(run.name, lambda: self._sent(run))

    def is_driven(self, name: str) -> bool:
        return name in self._tasks

    async def close(self) -> None:
        """Let go of the database. What was sent goes on, and the rest can be resumed."""
        for task in tuple(self._tasks.values()):
            task.cancel()
        await asyncio.to_thread(self._closed)

    def _closed(self) -> None:
        with self._guard:
            self._hub = None
            self._ends.close()

    def _asked(self, work: Callable[[Hub], T]) -> T:
        with self._guard:
            if self._hub is None:
                try:
                    self._hub = self._ends.enter_context(open_hub(self._gw.home, is_patient=False))
                except FleetError as error:
                    raise TurnedDown(409, "NoFleet", str(error)) from error
            return work(self._hub)

    def _begin(self, name: str, work: Callable[[], Any]) -> None:
        if name not in self._tasks:
            task = self._tasks[name] = asyncio.create_task(work(), name=f"fleet {name}")
            task.add_done_callback(lambda _task: self._tasks.pop(name, None))

    async def _sent(self, run: FleetRun) -> None:
        while not self._is_halted():
            try:
                wave = await self.ask(lambda hub: hub.advance(run))
            except (GoalwrightError, TurnedDown):  # the database is away: what was sent goes on meanwhile
                await asyncio.sleep(_LOOK_S)
                continue
            if wave.held in ("canary", "threshold") or not (wave.hosts or wave.held):
                return
            self.watch(run.name)
            await asyncio.sleep(_LOOK_S / 2)

    async def _look(self) -> None:
        """Look at what is watched, and tell what has changed."""
        while names := [name for name, until in self._watched.items() if until > time.monotonic()]:
            self._watched = {name: self._watched[name] for name in names}
            try:
                now = await self.ask(partial(_prints, names))
            except (GoalwrightError, TurnedDown):
                now = dict.fromkeys(names, "away")
            for name, found in now.items():
                if name in self._seen and self._seen[name] != found:
                    self._tell(name)
            self._seen = now
            await asyncio.sleep(_LOOK_S)


def _prints(names: Iterable[str], hub: Hub) -> dict[str, object]:
    return {name: _print(hub, name) for name in names}


def _print(hub: Hub, name: str) -> object:
    """What tells one moment of a fleet run, or of the hosts, from another."""
    if not name:
        hosts = [(host.name, host.tags, host.is_enrolled, host.is_here) for host in hub.roster.hosts()]
        return hosts, [run.name for run in hub.runs(1)]
    run = hub.find(name)
    states = hub.states(run)
    rounds = hub.next_round(run, "undo")
    undone = hub.asked(run, "undo", rounds - 1) if rounds else {}
    told = [(state.host, state.stage, state.reason, state.is_here) for state in (*states.values(), *undone.values())]
    return hub.notes(run), told
