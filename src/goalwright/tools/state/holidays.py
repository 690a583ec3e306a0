"""Holidays by the names people use, and the days they are kept on."""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from datetime import date
from functools import cache

from goalwright.language.tables import table


@cache
def holiday_names() -> Mapping[str, str]:
    """What people call the holidays, each with the name that the table has it under."""
    rows = table("holidays").items()
    return {word: name for name, row in rows for word in (name, *row.get("also", ()), *row.get("short", ()))}


def holiday_in(name: str, year: int) -> date:
    """The day of a holiday in a year."""
    month, *rest = table("holidays")[name]["on"]
    return date(year, month, *rest) if len(rest) == 1 else nth_weekday(year, month, *rest)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The nth such day of a month, or with -1 the last."""
    first, length = calendar.monthrange(year, month)
    days = range(1 + (weekday - first) % 7, length + 1, 7)
    if not (nth == -1 or 1 <= nth <= len(days)):
        raise ValueError
    return date(year, month, days[nth - 1 if nth > 0 else nth])
