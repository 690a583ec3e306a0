"""Moments: how they are shown to people, and how people say how far to look back."""

from __future__ import annotations

import re
import time
from datetime import datetime

from goalwright.doors.cli.parameters import wrong_argument

_UNITS = {"s": 1, "min": 60, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
_SPAN = re.compile(r"(\d{1,6})\s*(s|min|m|h|d|w)")


def moment_text(at: float | None) -> str:
    """A moment in local time, to the second; one that no calendar has is told in seconds since the epoch."""
    if at is None:
        return ""
    try:
        return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(at))
    except (ValueError, OverflowError, OSError):
        return f"{at:.0f} s"


def since_text(text: str | None) -> float | None:
    """The moment that `2h`, `3d` or `2026-11-16` says, in seconds since the epoch."""
    if text is None:
        return None
    if span := _SPAN.fullmatch(text.strip()):
        return time.time() - int(span[1]) * _UNITS[span[2]]
    try:
        return datetime.fromisoformat(text.strip()).timestamp()
    except (ValueError, OverflowError, OSError):
        problem = f"{text[:40]!r} is not a time: write 30min, 2h, 3d, 1w or 2026-11-16"
        raise wrong_argument(problem, "--since") from None
