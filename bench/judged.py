"""A figure beside the target that it has to meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

_MEETS: Mapping[str, Callable[[float, float], bool]] = {
    "≤": lambda value, limit: value <= limit,
    "<": lambda value, limit: value < limit,
    "≥": lambda value, limit: value >= limit,
}


def judged(value: float, target: str = "", unit: str = "x") -> str:
    """The value, and whether it meets the target: a sign, a space and a number. Without one it is only shown."""
    shown = f"{value:.2f}{unit}"
    if not target:
        return shown
    sign, limit = target.split()
    verdict = "ok" if _MEETS[sign](value, float(limit)) else "under" if sign == "≥" else "over"
    return f"{shown} {verdict} ({target})"
