"""Lengths of time as people say them: `10 minutes`, `an hour and a half`, `1h 30min`, `two and a half hours`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from goalwright.language.number_words import with_digits
from goalwright.language.tables import table
from goalwright.named_tuple import NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

_DAY_S = 86_400


class SpanSaid(NamedTuple):
    """A length of time in months, days and seconds: a calendar counts the first two, a clock the last."""

    months: int = 0
    days: int = 0
    seconds: int = 0


def read_time_span(words: str) -> SpanSaid | None:
    """The length that words mean; None if they mean none, nothing at all, or a part of a month."""
    text = with_digits(" ".join(words.casefold().replace(",", " ").replace("-", " ").split()))
    if not any(map(str.isdecimal, text)) and _units().keys().isdisjoint(text.split()):
        return None  # as most words do, and before anything is compiled for them
    total, at = SpanSaid(), 0
    while at < len(text):
        found = _part().match(text, at)
        more = _counted(found) if found is not None else None
        if found is None or more is None:
            return None
        total = SpanSaid(*(mine + its for mine, its in zip(total, more, strict=True)))
        at = found.end()
    return total if any(total) else None


def _counted(found: re.Match[str]) -> SpanSaid | None:
    from fractions import Fraction  # few sentences have a length of time

    parts = table("moments")["parts"]
    number = Fraction(parts[found["lone"]]) if found["lone"] else _number(found["count"])
    number += sum(Fraction(parts[found[name]]) for name in ("inner", "behind") if found[name])
    months, days, seconds = (number * each for each in table("moments")["spans"][_units()[found["unit"]]])
    seconds += (days - int(days)) * _DAY_S
    if months.denominator > 1 or seconds.denominator > 1:
        return None
    return SpanSaid(int(months), int(days), int(seconds))


def _number(count: str) -> Fraction:
    from fractions import Fraction

    return Fraction(count) if count[0].isdigit() else Fraction(table("moments")["counts"].get(count.strip(), 1))


@cache
def _units() -> Mapping[str, str]:
    """The words for units, each with the name that the table has it under."""
    moments = table("moments")
    short = {word: unit for unit, words in moments["units"].items() for word in words}
    return {**{word: unit for unit in moments["spans"] for word in (unit, f"{unit}s")}, **short}


@cache
def _part() -> re.Pattern[str]:
    """A number with its unit, or a part of a unit; "and" may stand before it."""
    units = "|".join(sorted(_units(), key=len, reverse=True))
    part = "|".join(sorted(table("moments")["parts"], key=len, reverse=True))
    named = "|".join(sorted(table("moments")["counts"], key=len, reverse=True))
    count = rf"(?P<count>\d+(?:\.\d+)?|{named}|an?|1 ) ?(?:and (?:a )?(?P<inner>{part}) )?"
    lone = rf"(?:a )?(?P<lone>{part}) (?:of )?(?:an? )?"
    return re.compile(rf"(?:and )?(?:{lone}|{count})(?P<unit>{units})(?![a-z])(?: and (?:a )?(?P<behind>{part})\b)? ?")
