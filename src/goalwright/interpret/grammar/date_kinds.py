"""Kinds of slots for days: dates, weekdays, holidays, and days counted from today."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from goalwright.interpret.grammar.numbers import number_at
from goalwright.interpret.grammar.spoken import End, Spoken

LAST_DAY = 31
_WRITTEN = r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}"


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
    at, dates = start + (spoken.word(start) == "the"), spoken.language.dates
    if spoken.word(at) in dates["named"]:
        yield at + 1
    is_counted = spoken.folded[at : at + 2] in (["day", "after"], ["day", "before"])
    if is_counted and spoken.word(at + 2) in dates["named"] - {"today"}:
        yield at + 3
    begin, starts = start + (spoken.word(start) == "in"), dates["starts"] | dates["weekdays"]
    for counted in _count_ends(spoken, begin):
        end = counted + (spoken.word(counted) in dates["working"])
        if spoken.word(end).removesuffix("s") not in dates["units"]:
            continue
        if begin > start or spoken.word(end + 1) == "ago":
            yield end + 1 + (begin == start)
        elif spoken.word(end + 1) in ("from", "after", "before") and spoken.word(end + 2) in starts:
            yield end + 3


def _edge(spoken: Spoken, start: int) -> Iterator[int]:
    """the end of next month, the last day of the year."""
    at, dates = start + (spoken.word(start) == "the"), spoken.language.dates
    for end in (at + 1, at + 2):
        if " ".join(spoken.folded[at:end]) in dates["first_part"] | dates["last_part"] and spoken.word(end) == "of":
            unit = end + 1 + (spoken.word(end + 1) in dates["which"] | {"the"})
            if spoken.word(unit) in dates["units"]:
                yield unit + 1


def _of_month(spoken: Spoken, start: int) -> Iterator[int]:
    """the 22nd of may, 22 may, may the 22nd, may 22."""
    at, months = start + (spoken.word(start) == "the"), spoken.language.dates["months"]
    for end in (*_ordinal_ends(spoken, at), *_day_number_ends(spoken, at)):
        month = end + (spoken.word(end) == "day")
        month += spoken.word(month) == "of"
        if spoken.word(month) in months:
            yield month + 1
    if spoken.word(start) in months:
        day = start + 1 + (spoken.word(start + 1) == "the")
        yield from _ordinal_ends(spoken, day)
        yield from _day_number_ends(spoken, day)


def _of_this_month(spoken: Spoken, start: int) -> Iterator[int]:
    """the 22nd, the 22nd of this month, the last monday of the month."""
    at, dates = start + (spoken.word(start) == "the"), spoken.language.dates
    for which in (*_ordinal_ends(spoken, at), *((at + 1,) if spoken.word(at) == "last" else ())):
        end = which + (spoken.word(which) in dates["weekdays"])
        if end == which and spoken.word(at) == "last":
            continue
        if end == which and spoken.word(end) not in dates["months"] | {"of"}:
            yield end
        part = end + (spoken.word(end) in ("of", "in"))
        if spoken.word(part) in dates["which"] | {"the"} and spoken.word(part + 1) == "month":
            yield part + 2
        if spoken.word(part) in dates["months"] and part > end:
            yield part + 1


def _weekday(spoken: Spoken, start: int) -> Iterator[int]:
    """monday, next monday, this coming monday, monday of next week."""
    at, dates = start, spoken.language.dates
    while at < start + 3 and (spoken.word(at) in dates["which"] or spoken.word(at) == "the"):
        at += 1
    if spoken.word(at) in dates["weekdays"]:
        yield at + 1
        if spoken.word(at + 1) == "of" and spoken.word(at + 2) in dates["which"] and spoken.word(at + 3) == "week":
            yield at + 4


def _holiday(spoken: Spoken, start: int) -> Iterator[int]:
    for end in range(start + 1, min(start + 2, len(spoken.tokens)) + 1):
        if " ".join(spoken.folded[start:end]) in spoken.language.holidays:
            yield end
            if spoken.word(end) in ("day", "eve"):
                yield end + 1


def _written(spoken: Spoken, start: int) -> Iterator[int]:
    for end in (start + 1, start + 5):  # 2026-05-22 is five tokens
        if end <= len(spoken.tokens) and re.fullmatch(_WRITTEN, spoken.said(start, end)):
            yield end


def _year_ends(spoken: Spoken, end: int) -> Iterator[int]:
    """A year behind a day: 2025, this year, on next year."""
    at = end + (spoken.word(end) in ("on", "in", "of", ","))
    if spoken.word(at) in spoken.language.dates["which"] and spoken.word(at + 1) == "year":
        yield at + 2
    if not spoken.is_end(at):
        for stop, value in number_at(spoken.folded, at):
            if 1900 <= value <= 2999:
                yield stop


def _count_ends(spoken: Spoken, start: int) -> Iterator[int]:
    if spoken.word(start) in spoken.language.words["one"]:
        yield start + 1
    elif not spoken.is_end(start):
        yield from (end for end, _ in number_at(spoken.folded, start))


def _day_number_ends(spoken: Spoken, start: int) -> Iterator[int]:
    if not spoken.is_end(start):
        yield from (end for end, value in number_at(spoken.folded, start) if 1 <= value <= LAST_DAY)


def _ordinal_ends(spoken: Spoken, start: int) -> Iterator[int]:
    """22nd, second, twenty second, twenty-second."""
    first, known = spoken.word(start), spoken.language.numerals
    tens, hyphen, unit = first.partition("-")
    if known.ordinal(first) is not None or (_is_day_tens(spoken, tens) and hyphen and known.ordinal(unit) is not None):
        yield start + 1
    elif _is_day_tens(spoken, first) and known.ordinal(spoken.word(start + 1)) is not None:
        yield start + 2


def _is_day_tens(spoken: Spoken, word: str) -> bool:
    """Whether a word is that of the tens of a day: twenty, thirty."""
    return spoken.language.numerals.tens.get(word, LAST_DAY) < LAST_DAY


_SURE_FORMS = (_relative, _edge, _of_month, _weekday, _holiday, _written)
_FORMS = (*_SURE_FORMS, _of_this_month)
DATE_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = {"date": date, "day": day}
