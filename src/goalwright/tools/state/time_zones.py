"""Places on earth and their time zones: the cities of the tz database, and a table of others."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from goalwright.errors import ToolFailure
from goalwright.language.tables import table

_AREAS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


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
