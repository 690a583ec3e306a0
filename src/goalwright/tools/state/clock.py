"""The time and the date, here or in another place, today or on the day that is meant."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from goalwright.tools.state.dates import read_date
from goalwright.tools.state.time_zones import zone_of


def time_told(now: float, place: str = "") -> Mapping[str, Any]:
    """The time of a moment, as a clock in the place shows it."""
    moment, where = _moment(now, place)
    zone = str(moment.tzinfo)
    return {"text": f"It is {moment:%H:%M}{where}.", "time": moment.isoformat(timespec="seconds"), "zone": zone}


def date_told(now: float, when: str = "", place: str = "") -> Mapping[str, Any]:
    """Today's date, or that of the day that `when` means, with how far off it is."""
    moment, where = _moment(now, place)
    today = moment.date()
    if not when.strip():
        return {"text": f"It is {_written(today)}{where}.", **_fields(today, today)}
    day = read_date(when, today)
    said, distance = when.strip(), _distance((day - today).days)
    told = _written(day) if distance == said.casefold() else f"{_written(day)}, {distance}"
    return {"text": f"{said[:1].upper()}{said[1:]}: {told}.", **_fields(day, today)}


def _moment(now: float, place: str) -> tuple[datetime, str]:
    said = " ".join(place.split())
    if not said:
        return datetime.fromtimestamp(now).astimezone(), ""
    zone = zone_of(said)
    return datetime.fromtimestamp(now, zone), f", {said} time ({zone.key})"


def _fields(day: date, today: date) -> dict[str, Any]:
    return {"date": day.isoformat(), "weekday": f"{day:%A}", "days_away": (day - today).days}


def _written(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B} {day.year}"


def _distance(days: int) -> str:
    named = {0: "today", 1: "tomorrow", -1: "yesterday"}
    return named.get(days) or (f"in {days} days" if days > 0 else f"{-days} days ago")
