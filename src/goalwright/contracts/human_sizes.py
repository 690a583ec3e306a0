"""Sizes and days as people read them: 7.0 MB, 8 August 2026."""

from __future__ import annotations

from datetime import datetime

_UNITS = ("KB", "MB", "GB", "TB")


def size_text(size: int) -> str:
    """`312 bytes`, `7.0 MB`: by thousands, as disks and desktops count."""
    if size < 1_000:
        return f"{size} byte{'s' if size != 1 else ''}"
    power = next((power for power in range(1, len(_UNITS)) if size < 999.95 * 1_000**power), len(_UNITS))
    return f"{size / 1_000**power:.1f} {_UNITS[power - 1]}"


def day_text(moment: float) -> str:
    """`8 August 2026`, by the local calendar; nothing for what no calendar has."""
    try:
        day = datetime.fromtimestamp(moment)
    except (OverflowError, OSError, ValueError):
        return ""
    return f"{day.day} {day:%B %Y}"
