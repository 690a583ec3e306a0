"""Kinds of slots for days: dates, weekdays, holidays, and days counted from today."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from goalwright.interpret.grammar.number_kinds import WEEKDAYS
from goalwright.interpret.grammar.numbers import number_at, ordinal
from goalwright.interpret.grammar.spoken import End, Spoken

_MONTHS = frozenset(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
_WHICH = frozenset("this next last coming following".split())
_UNITS = frozenset("day days week weeks month months year years".split())
_HOLIDAYS = frozenset(
    "christmas xmas halloween thanksgiving valentine's valentines valentine|day new|year's new|years new|year "
    "memorial|day labor|day labour|day independence|day veterans|day columbus|day presidents|day mother's|day "
    "mothers|day father's|day fathers|day boxing|day earth|day groundhog|day may|day st|patrick's "
    "saint|patrick's".split()
)
_STARTS = frozenset({"now", "today", "tomorrow", *WEEKDAYS})
_WRITTEN = re.compile(r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}")


def date(spoken: Spoken, start: int) -> Iterator[End]:
    """A day, in any of the ways below, with the user's own words as the value."""
    ends = {end for form in _FORMS for end in form(spoken, start)}
    ends |= {later for end in ends for later in _year_ends(spoken, end)}
    for end in sorted(ends):
        yield end, spoken.said(start, end), 1


def day(spoken: Spoken, start: int) -> Iterator[End]:
    """A day that cannot be anything else: "the second" may be the second of many things."""
    for form in _SURE_FORMS:
        for end in form(spoken, start):
            yield end, spoken.said(start, end), 1


def _relative(spoken: Spoken, start: int) -> Iterator[int]:
    """today, the day after tomorrow, in 3 days, a week from monday, two days ago."""
    at = start + (spoken.word(start) == "the")
    if spoken.word(at) in ("today", "tomorrow", "yesterday"):
        yield at + 1
    is_counted = spoken.folded[at : at + 2] in (["day", "after"], ["day", "before"])
    if is_counted and spoken.word(at + 2) in ("tomorrow", "yesterday"):
        yield at + 3
    begin = start + 1 if spoken.word(start) == "in" else start
    for end in _count_ends(spoken, begin):
        if spoken.word(end) not in _UNITS:
            continue
        if begin > start or spoken.word(end + 1) == "ago":
            yield end + 1 + (begin == start)
        elif spoken.word(end + 1) in ("from", "after", "before") and spoken.word(end + 2) in _STARTS:
            yield end + 3


def _of_month(spoken: Spoken, start: int) -> Iterator[int]:
    """the 22nd of may, 22 may, may the 22nd, may 22."""
    at = start + (spoken.word(start) == "the")
    for end in (*_ordinal_ends(spoken, at), *_day_number_ends(spoken, at)):
        month = end + (spoken.word(end) == "day")
        month += spoken.word(month) == "of"
        if spoken.word(month) in _MONTHS:
            yield month + 1
    if spoken.word(start) in _MONTHS:
        day = start + 1 + (spoken.word(start + 1) == "the")
        yield from _ordinal_ends(spoken, day)
        yield from _day_number_ends(spoken, day)


def _of_this_month(spoken: Spoken, start: int) -> Iterator[int]:
    """the 22nd, the 22nd of this month, the last monday of the month."""
    at = start + (spoken.word(start) == "the")
    for which in (*_ordinal_ends(spoken, at), *((at + 1,) if spoken.word(at) == "last" else ())):
        end = which + (spoken.word(which) in WEEKDAYS)
        if end == which and spoken.word(at) == "last":
            continue
        if end == which and spoken.word(end) not in ("of", *_MONTHS):
            yield end
        part = end + (spoken.word(end) in ("of", "in"))
        if spoken.word(part) in (*_WHICH, "the") and spoken.word(part + 1) == "month":
            yield part + 2
        if spoken.word(part) in _MONTHS and part > end:
            yield part + 1


def _weekday(spoken: Spoken, start: int) -> Iterator[int]:
    """monday, next monday, this coming monday, monday of next week."""
    at = start
    while at < start + 3 and (spoken.word(at) in _WHICH or spoken.word(at) == "the"):
        at += 1
    if spoken.word(at) in WEEKDAYS:
        yield at + 1
        if spoken.word(at + 1) == "of" and spoken.word(at + 2) in _WHICH and spoken.word(at + 3) == "week":
            yield at + 4


def _holiday(spoken: Spoken, start: int) -> Iterator[int]:
    if spoken.word(start) in _HOLIDAYS:
        yield start + 1
        if spoken.word(start + 1) in ("day", "eve"):
            yield start + 2
    if f"{spoken.word(start)}|{spoken.word(start + 1)}" in _HOLIDAYS:
        yield start + 2
        if spoken.word(start + 2) in ("day", "eve"):
            yield start + 3


def _written(spoken: Spoken, start: int) -> Iterator[int]:
    if _WRITTEN.fullmatch(spoken.tokens[start].value):
        yield start + 1


def _year_ends(spoken: Spoken, end: int) -> Iterator[int]:
    """A year behind a day: 2025, this year, on next year."""
    at = end + (spoken.word(end) in ("on", "in", "of", ","))
    if spoken.word(at) in _WHICH and spoken.word(at + 1) == "year":
        yield at + 2
    if not spoken.is_end(at):
        for stop, value in number_at(spoken.folded, at):
            if 1900 <= value <= 2999:
                yield stop


def _count_ends(spoken: Spoken, start: int) -> Iterator[int]:
    if spoken.word(start) in ("a", "an", "one"):
        yield start + 1
    elif not spoken.is_end(start):
        yield from (end for end, _ in number_at(spoken.folded, start))


def _day_number_ends(spoken: Spoken, start: int) -> Iterator[int]:
    if not spoken.is_end(start):
        yield from (end for end, value in number_at(spoken.folded, start) if 1 <= value <= 31)


def _ordinal_ends(spoken: Spoken, start: int) -> Iterator[int]:
    """22nd, second, twenty second, twenty-second."""
    first = spoken.word(start)
    tens, hyphen, unit = first.partition("-")
    if ordinal(first) is not None or (hyphen and tens in ("twenty", "thirty") and ordinal(unit) is not None):
        yield start + 1
    elif first in ("twenty", "thirty") and ordinal(spoken.word(start + 1)) is not None:
        yield start + 2
    elif first.endswith(("teenth", "ieth")):
        yield start + 1


_FORMS: tuple[Callable[[Spoken, int], Iterator[int]], ...] = (
    _relative,
    _of_month,
    _of_this_month,
    _weekday,
    _holiday,
    _written,
)
_SURE_FORMS = (_relative, _of_month, _weekday, _holiday, _written)
DATE_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = {"date": date, "day": day}
