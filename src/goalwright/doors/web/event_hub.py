"""EventHub: one look at the journal for all streams, so that a page sees the runs of every process as they happen."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.app.overview import at_rest, latest, news, running
from goalwright.contracts.documents import plain
from goalwright.errors import GoalwrightError

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import RunEvent

BUSY_POLL_S = 0.05
IDLE_POLL_S = 0.25
_BUSY_FOR_S = 5.0
_BATCH = 200
_LOOK_S = 0.5
_KEEP_ALIVE_S = 15.0
RETRY_MS = 500


class EventHub:
    """Looks for new entries while anyone listens, and wakes the listeners, each of which reads at its own pace."""

    def __init__(self, gw: Goalwright, instance: str, look_s: float = _LOOK_S) -> None:
        """`look_s` is how often it is seen which runs have come to rest."""
        self._gw, self._instance, self._look_s = gw, instance, look_s
        self._woken = asyncio.Condition()
        self._latest = 0
        self._poller: asyncio.Task[None] | None = None
        self._stirred_at = 0.0
        self.known_at_work: set[str] = set()
        self.looked_at = 0.0
        self._notices: list[str] = []
        self.listeners = 0
        self.is_closing = False

    async def lines(self, after: int | None) -> AsyncIterator[str]:
        """Server-sent events: those after a number, or from now on, until the service stops."""
        self._latest = latest(self._gw)
        is_reset = after is not None and after > self._latest
        place = self._latest if after is None or is_reset else after
        hello = json.dumps({"instance": self._instance, "after": place, "reset": is_reset})
        yield f"retry: {RETRY_MS}\nevent: hello\ndata: {hello}\n\n"
        async for events, notices, reached in self._batches(place):
            yield "".join([*map(sent, events), *notices]) or f": {reached}\n\n"

    def stir(self) -> None:
        """Something is about to happen: look more often for a while."""
        self._stirred_at = time.monotonic()

    def fleet_changed(self, name: str) -> None:
        """Tell that hosts of a fleet run have come further, or, without a name, that there are others than before."""
        self._notices.append(fleet_changed(name))
        self._waking = asyncio.ensure_future(self._wake())

    async def close(self) -> None:
        """End all streams."""
        self.is_closing = True
        if self._poller is not None:
            self._poller.cancel()
        await self._wake()

    async def _wake(self) -> None:
        async with self._woken:
            self._woken.notify_all()

    async def told(self, tell: Callable[[RunEvent], None]) -> None:
        """Have every event from now on told to a listener in this process."""
        async for events, _, _ in self._batches(latest(self._gw)):
            for event in events:
                tell(event)

    async def _batches(self, place: int) -> AsyncIterator[tuple[list[RunEvent], list[str], int]]:
        """Events, notices, and the number that was reached; nothing at all is a sign of life."""
        heard = len(self._notices)
        self.listeners += 1
        if self._poller is None or self._poller.done():
            self.known_at_work |= set(running(self._gw))
            self._poller = asyncio.create_task(self._poll(latest(self._gw)))
        try:
            while not self.is_closing:
                events, reached = news(self._gw, place, _BATCH)
                notices, heard = self._notices[heard:], len(self._notices)
                if reached > place or notices:
                    place = reached
                    yield events, notices, place
                    await asyncio.sleep(0)  # others have their turn, however much there is to send
                elif not await self._is_woken(place, heard):
                    yield [], [], place
        finally:
            self.listeners -= 1

    async def _is_woken(self, place: int, heard: int) -> bool:
        """Wait for news; False if there were none for so long that a sign of life is due."""
        try:
            async with asyncio.timeout(_KEEP_ALIVE_S), self._woken:
                await self._woken.wait_for(
                    lambda: self._latest > place or len(self._notices) > heard or self.is_closing
                )
        except TimeoutError:
            return False
        return True

    def _has_rest(self) -> bool:
        """Whether a run that was at work, however shortly, has come to rest since the last look, in whatever way."""
        if time.monotonic() - self.looked_at < self._look_s:
            return False
        self.looked_at = time.monotonic()
        gone = at_rest(self._gw, self.known_at_work)
        self.known_at_work -= gone
        self._notices += map(rested, sorted(gone))
        return bool(gone)

    def _newest(self, seen: int) -> int:
        """The number of the last entry. Runs that have new ones are at work, or were since the last look."""
        found = latest(self._gw)
        while seen < found:
            events, reached = news(self._gw, seen, _BATCH)
            self.known_at_work |= {event.run_id for event in events}
            seen = reached if reached > seen else found
        return found

    async def _poll(self, seen: int) -> None:
        while self.listeners and not self.is_closing:
            is_changed = False
            with suppress(GoalwrightError):  # a journal that cannot be read is told to those who ask of it
                seen = self._newest(seen)
                is_changed = self._has_rest()
            if seen != self._latest or is_changed:
                self.stir()
                self._latest = seen
                await self._wake()
            is_busy = time.monotonic() - self._stirred_at < _BUSY_FOR_S
            await asyncio.sleep(BUSY_POLL_S if is_busy else IDLE_POLL_S)


def rested(run_id: str) -> str:
    """Word that no process is at work on a run any more; one that was killed leaves no event."""
    return f"event: rest\ndata: {json.dumps({'run_id': run_id})}\n\n"


def fleet_changed(name: str) -> str:
    """Word that a page which shows this of the fleet should look again."""
    return f"event: fleet\ndata: {json.dumps({'name': name})}\n\n"


def sent(event: RunEvent) -> str:
    """An event as it goes over the line; what it saw may hold any text, and JSON has no line ends."""
    return f"id: {event.number}\nevent: run\ndata: {json.dumps(plain(event))}\n\n"
