"""Rates: how many requests one caller may make, as a bucket that fills up again."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

_MOST_CALLERS = 1_000


class Rates:
    """`burst` requests at once, and `per_s` a second after that, for each caller."""

    def __init__(self, per_s: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_s, self._burst, self._clock = per_s, burst, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def is_allowed(self, caller: str) -> bool:
        """Whether the caller may make one more request now; if so, it is counted."""
        now = self._clock()
        left, at = self._left.pop(caller, (float(self._burst), now))
        left = min(float(self._burst), left + (now - at) * self._per_s)
        self._left[caller] = (left - 1 if left >= 1 else left, now)
        while len(self._left) > _MOST_CALLERS:
            self._left.popitem(last=False)
        return left >= 1
