"""Kinds of slots for numbers, lengths of time and times of day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from goalwright.interpret.grammar.numbers import number_at
from goalwright.interpret.grammar.spoken import End, Spoken, by_name
from goalwright.interpret.grammar.tokens import CLOCK, NUMBER, WORD

_SHORT_HOUR = r"\d{1,2}(am|pm)"
_DATE = r"\d{4}-\d{1,2}-\d{1,2}(?!\d)|\d{1,2}-\d{1,2}-\d{4}(?!\d)"


def number(spoken: Spoken, start: int) -> Iterator[End]:
    if spoken.tokens[start].mark in (WORD, NUMBER):
        for end, value in number_at(spoken.folded, start):
            yield end, value, 0


def number_after(spoken: Spoken, start: int) -> Iterator[End]:
    """The number that comes next: behind line 2 is before line 3."""
    yield from ((end, value + 1, cost) for end, value, cost in number(spoken, start) if isinstance(value, int))


def next_number(spoken: Spoken, start: int) -> Iterator[End]:
    """A number that may stand behind a comma or "and"."""
    gap = spoken.gap_at.get(start)
    place = gap.end if gap is not None and not gap.order else start
    if not spoken.is_end(place):
        yield from number(spoken, place)


def number_text(spoken: Spoken, start: int) -> Iterator[End]:
    """A number as a text: in figures as they were written ("0150", "1.50"), else in figures of ours."""
    for end, value, cost in number(spoken, start):
        is_written = end == start + 1 and spoken.tokens[start].value[:1].isdecimal()
        yield end, spoken.said(start, end) if is_written else str(value), cost


def count(spoken: Spoken, start: int) -> Iterator[End]:
    """How often: twice, three times."""
    often = spoken.language.numerals.often.get(spoken.word(start))
    if often is not None:
        yield start + 1, often, 0
    for end, value, cost in number(spoken, start):
        if spoken.word(end) in ("time", "times"):
            yield end + 1, value, cost


def duration(spoken: Spoken, start: int) -> Iterator[End]:
    """A length of time, in seconds."""
    counts: list[tuple[int, float]] = list(number_at(spoken.folded, start))
    if spoken.folded[start] in spoken.language.words["one"]:
        counts.append((start + 1, 1))
    if spoken.folded[start] == "half" and spoken.word(start + 1) in spoken.language.numerals.ones:
        counts.append((start + 2, 0.5))
    for end, count in counts:
        unit = spoken.language.durations.get(spoken.word(end).removesuffix("s") or spoken.word(end))
        if unit is not None:
            seconds = count * unit
            yield end + 1, int(seconds) if seconds == int(seconds) else seconds, 0


def clock(spoken: Spoken, start: int) -> Iterator[End]:
    token = spoken.tokens[start]
    if start > 1 and spoken.word(start - 1) == "by" and spoken.tokens[start - 2].mark == NUMBER:  # 800 by 600
        return
    if token.mark == CLOCK or token.word in spoken.language.dates["named_hours"]:
        yield from _hour_ends(spoken, start + 1)
    elif token.word in spoken.language.dates["parts_of_hour"] and spoken.word(start + 1) in ("past", "to"):
        for end, _value in number_at(spoken.folded, start + 2) if not spoken.is_end(start + 2) else ():
            yield from _hour_ends(spoken, end)
    elif token.mark in (WORD, NUMBER):
        if re.fullmatch(_SHORT_HOUR, token.word):
            yield start + 1, None, 0
        for end, _value in number_at(spoken.folded, start):
            after = end + (spoken.word(end) == ",")
            if not spoken.word(after).isdecimal():  # two of them are a place on the screen
                yield from _hour_ends(spoken, end)


def _hour_ends(spoken: Spoken, end: int) -> Iterator[End]:
    yield end, None, 0
    if spoken.word(end) in spoken.language.dates["half_days"]:
        yield end + 1, None, 0


def weekday(spoken: Spoken, start: int) -> Iterator[End]:
    if spoken.folded[start].removesuffix("s") in spoken.language.dates["weekdays"]:
        yield start + 1, spoken.tokens[start].value, 0


def hour(spoken: Spoken, start: int) -> Iterator[End]:
    """A time of day as it was said: half of the day, or minutes, must go with it."""
    token = spoken.tokens[start]
    dates = spoken.language.dates
    is_clear = token.mark == CLOCK or token.word in dates["named_hours"] or re.fullmatch(_SHORT_HOUR, token.word)
    for end, _, cost in clock(spoken, start):
        if is_clear or spoken.word(end - 1) in dates["half_days"]:
            yield end, spoken.said(start, end), cost


def ordinal(spoken: Spoken, start: int) -> Iterator[End]:
    """The number of an ordinal as text; "last" stays what it is."""
    value = spoken.language.numerals.ordinal(spoken.folded[start])
    if value is not None:
        yield start + 1, str(value), 0
    elif spoken.folded[start] == "last":
        yield start + 1, "last", 0


def minuend(spoken: Spoken, start: int) -> Iterator[End]:
    """A number that something may be taken from: not the year of a date, though 2026-12-24 is 1990 in figures."""
    place = spoken.tokens[start].start
    if not spoken.text[place].isdecimal() or re.match(_DATE, spoken.text[place:]) is None:
        yield from number_text(spoken, start)


NUMBER_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = by_name(
    number, number_after, next_number, number_text, minuend, count, duration, clock, hour, weekday, ordinal
)
