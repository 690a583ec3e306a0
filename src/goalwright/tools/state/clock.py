"""The time and the date, here or in another place, today or on the day that is meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from datetime import date, datetime
from difflib import get_close_matches
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from goalwright.errors import ToolFailure
from goalwright.language.days import read_date
from goalwright.language.tables import table

_AREAS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


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
        return {"text": f"It is {_date_text(today)}{where}.", **_fields(today, today)}
    day = read_date(when, today)
    said, distance = when.strip(), _distance((day - today).days)
    told = _date_text(day) if distance == said.casefold() else f"{_date_text(day)}, {distance}"
    return {"text": f"{said[:1].upper()}{said[1:]}: {told}.", **_fields(day, today)}


def _moment(now: float, place: str) -> tuple[datetime, str]:
    said = " ".join(place.split())
    if not said:
        return datetime.fromtimestamp(now).astimezone(), ""
    zone = zone_of(said)
    return datetime.fromtimestamp(now, zone), f", {said} time ({zone.key})"


def _fields(day: date, today: date) -> dict[str, Any]:
    return {"date": day.isoformat(), "weekday": f"{day:%A}", "days_away": (day - today).days}


def _date_text(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B} {day.year}"


def _distance(days: int) -> str:
    named = {0: "today", 1: "tomorrow", -1: "yesterday"}
    return named.get(days) or (f"in {days} days" if days > 0 else f"{-days} days ago")


def zone_of(place: str) -> ZoneInfo:
    """The time zone of a place; one that is not known is a ToolFailure that says how to name it."""
    said = " ".join(place.split())
    folded = _plain(said)
    name = _named_zones().get(folded) or _zone_names().get(folded.replace(" ", "_"))
    if name is None:
        raise ToolFailure(_unknown(said, folded))
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError):
        raise ToolFailure("this machine has no list of time zones: install tzdata (`pip install tzdata`)") from None


def _plain(said: str) -> str:
    """Without capitals, accents, commas and the words that stand around a zone's name."""
    letters = unicodedata.normalize("NFKD", said.casefold().replace(",", ""))
    folded = "".join(letter for letter in letters if not unicodedata.combining(letter))
    for ending in table("dates")["zone_endings"]:
        folded = folded.removesuffix(ending)
    return folded.removeprefix("the ")


def _unknown(said: str, folded: str) -> str:
    near = get_close_matches(folded, [*_named_zones(), *(name.replace("_", " ") for name in _cities())], n=3)
    hint = f"did you mean {' or '.join(name.title() for name in near)}?" if near else "name a large city nearby"
    return f"the time zone of {said} is unknown: {hint}"


@cache
def _named_zones() -> Mapping[str, str]:
    return {place: zone for zone, places in table("places").items() for place in places}


@cache
def _cities() -> Mapping[str, str]:
    """Zones by the city they are named after."""
    found = sorted(name for name in available_timezones() if name.partition("/")[0] in _AREAS)
    return {name.rpartition("/")[2].casefold(): name for name in found}


@cache
def _zone_names() -> Mapping[str, str]:
    """Zones by their whole names too: `europe/paris`."""
    return {**{name.casefold(): name for name in available_timezones()}, **_cities()}
