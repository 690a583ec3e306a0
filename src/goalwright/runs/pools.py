"""Pools: what only one action may use at a time, within a run and between processes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager

from goalwright.contracts import PlannedAction, ToolEntry
from goalwright.contracts.journal import MachineLock

_PAGE = "page:"
_PATH = "path:"
_ON_DISK = ("file:", "dir:", "entry:", _PATH)


def pools_of(action: PlannedAction, entry: ToolEntry, resources: Iterable[str] = ()) -> tuple[str, ...]:
    """What an action must have for itself: what it changes, and the page it looks at.

    `resources` is what its tool says it uses: the plan may come from elsewhere, and say less.
    """
    if action.action_class == "actuate":
        return tuple(sorted({*entry.pools, *action.touches, *_untold(action, resources)}))
    return tuple(sorted({*entry.pools, *(name for name in action.touches if name.startswith(_PAGE))}))


def shared_pools(action: PlannedAction, entry: ToolEntry, resources: Iterable[str] = ()) -> tuple[str, ...]:
    """What of that is held against other processes too: devices, and the files and folders that it changes."""
    if action.action_class != "actuate":
        return entry.pools
    on_disk = (name for name in action.touches if name.startswith(_ON_DISK))
    return tuple({*entry.pools, *on_disk, *_untold(action, resources)})


def _untold(action: PlannedAction, resources: Iterable[str]) -> Iterator[str]:
    """The paths among resources that the plan does not name."""
    told = {name.partition(":")[2] for name in action.touches if name.startswith(_ON_DISK)}
    return (name for name in resources if name.startswith(_PATH) and name.removeprefix(_PATH) not in told)


class Pools:
    """Names held one holder at a time, first come first served.

    Several names are taken in sorted order, so that two holders can never wait for each other.
    """

    def __init__(self, machine_lock: MachineLock | None = None) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._machine_lock = machine_lock

    @asynccontextmanager
    async def held(self, names: Sequence[str], shared: Sequence[str] = ()) -> AsyncIterator[None]:
        """Hold `names`; those of them in `shared` are held against other processes too."""
        taken: list[str] = []
        try:
            for name in names:
                await self._take(name)
                taken.append(name)
            if self._machine_lock is None or not shared:
                yield
            else:
                async with self._machine_lock(*shared):
                    yield
        finally:
            for name in reversed(taken):
                self._give_back(name)

    async def _take(self, name: str) -> None:
        queue = self._waiting.get(name)
        if queue is None:
            self._waiting[name] = deque()
            return
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the turn came and was cancelled in one go: pass it on
                self._give_back(name)
            raise

    def _give_back(self, name: str) -> None:
        queue = self._waiting[name]
        while queue:
            turn = queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        del self._waiting[name]
