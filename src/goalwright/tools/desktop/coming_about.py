"""Waiting until something on the desktop has come about."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_S = 5.0
STEP_S = 0.02


def came_about(is_so: Callable[[], bool], limit_s: float = PATIENCE_S, step_s: float = STEP_S) -> bool:
    """Wait until something is so; whether it was in time."""
    end = time.monotonic() + limit_s
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(step_s)
    return True
