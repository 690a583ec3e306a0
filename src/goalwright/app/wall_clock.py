"""WallClock: the time of day on this machine, and waiting for it however the clock is set meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from goalwright.errors import GoalwrightError

_GLANCE_S = 1.0


class WallClock:
    """The clock of jobs. `version` is a number that changes when there may be something new to do."""

    def __init__(self, version: Callable[[], int]) -> None:
        self._version = version

    def now(self) -> float:
        return time.time()

    def ticks(self) -> float:
        return time.monotonic()

    async def wait(self, until: float | None) -> None:
        """Sleeps are short: one does not go on while the machine is suspended, nor end sooner when the clock is set."""
        before = self._seen()
        while until is None or time.time() < until:
            left = _GLANCE_S if until is None else min(_GLANCE_S, max(0.0, until - time.time()) + 0.001)
            await asyncio.sleep(left)
            if self._seen() != before:
                return

    def _seen(self) -> int:
        try:
            return self._version()
        except GoalwrightError:  # what can't be read has not changed; who looks at it next hears why
            return -1
