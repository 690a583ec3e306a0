"""Kinds of slots that only triggers have: times of day, lengths of time, weekdays, and how often."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from goalwright.interpret.grammar.date_kinds import date
from goalwright.interpret.grammar.noun_phrases import Features
from goalwright.interpret.grammar.spoken import End, Spoken, by_name
from goalwright.interpret.grammar.tokens import STOP
from goalwright.rules.trigger_words import is_yearly, named_rows, read_clock, read_time_span, weekday_groups

LONGEST_CLOCK, LONGEST_SPAN, MOST_LISTED = 6, 9, 24
UNSURE = "?"
"""Behind a time that may as well be twelve hours later."""
_COMMA = ","


def clock_time(spoken: Spoken, start: int) -> Iterator[End]:
    """A time of day, with a mark behind it if its half of the day is open: `08:00?`."""
    for end in range(start + 1, min(len(spoken.tokens), start + LONGEST_CLOCK) + 1):
        if spoken.in_gap[end - 1] and spoken.tokens[end - 1].mark != STOP:
            return  # one, two and three are no minutes past one
        found = read_clock(_written(spoken, start, end))
        if found is not None:
            yield end, found.text + ("" if found.is_sure else UNSURE), 0


def clock_list(spoken: Spoken, start: int) -> Iterator[End]:
    """One or more times of day: 8, 12 and 18."""
    return _listed(spoken, start, clock_time)


def sure_clock(spoken: Spoken, start: int) -> Iterator[End]:
    """A time of day that is no number alone, and so needs no "at"."""
    for end, value, cost in clock_time(spoken, start):
        found = read_clock(_written(spoken, start, end))
        if found is not None and not found.is_bare:
            yield end, (value,), cost


def time_span(spoken: Spoken, start: int) -> Iterator[End]:
    """A length of time, as months, days and seconds."""
    for end in range(start + 1, min(len(spoken.tokens), start + LONGEST_SPAN) + 1):
        found = read_time_span(_written(spoken, start, end))
        if found is not None:
            yield end, tuple(found), 0


def named_day(spoken: Spoken, start: int) -> Iterator[End]:
    """A day that is not counted from now, as a length of time would be."""
    for end, said, cost in date(spoken, start, surely=True):
        if spoken.word(start) not in named_rows("counting")["words"]:
            yield end, said, cost


def yearly_day(spoken: Spoken, start: int) -> Iterator[End]:
    """A day that every year has, under the same number of the same month: december 24, new year's eve."""
    for end, said, cost in named_day(spoken, start):
        if is_yearly(said):
            yield end, said, cost


def day_part(spoken: Spoken, start: int) -> Iterator[End]:
    word = spoken.word(start)
    if word.removesuffix("s") in named_rows("day_parts"):
        yield start + 1, word.removesuffix("s"), 0


def time_unit(spoken: Spoken, start: int) -> Iterator[End]:
    for unit, words in named_rows("units").items():
        if spoken.word(start) in words:
            yield start + 1, unit, 0


def unit_span(spoken: Spoken, start: int) -> Iterator[End]:
    """One unit as a length of time: the next hour."""
    for end, unit, cost in time_unit(spoken, start):
        found = read_time_span(f"1 {unit}")
        if found is not None:
            yield end, tuple(found), cost


def which_one(spoken: Spoken, start: int) -> Iterator[End]:
    """Which of several, one after another: every other, every third, every 10th."""
    word = spoken.word(start)
    number = named_rows("which_ones").get(word) or spoken.language.numerals.ordinal(word)
    if number is not None and number > 1:
        yield start + 1, number, 0


def how_often(spoken: Spoken, start: int) -> Iterator[End]:
    if spoken.word(start) in named_rows("how_often"):
        yield start + 1, Features(named_rows("how_often")[spoken.word(start)]), 0


def measure(spoken: Spoken, start: int) -> Iterator[End]:
    """What the machine measures of itself."""
    for name, phrases in named_rows("measures").items():
        for end in spoken.past(start, (tuple(phrase.split()) for phrase in phrases)):
            yield end, name, 0


def month_days(spoken: Spoken, start: int) -> Iterator[End]:
    """Days of a month by their numbers: the 1st and 15th, the last day."""
    return _listed(spoken, start, _month_day)


def weekday_list(spoken: Spoken, start: int) -> Iterator[End]:
    """Weekdays: monday, monday and thursday, mon-fri, weekday."""
    for end, days, cost in _listed(spoken, start, _weekday_range):
        yield end, tuple(sorted({day for group in days for day in group})), cost


def weekday_names(spoken: Spoken, start: int) -> Iterator[End]:
    """Weekdays by their own names, no group of them: the first monday, the first monday and tuesday."""
    for end, days, cost in _listed(spoken, start, _weekday_range):
        if all(len(group) == 1 for group in days):
            yield end, tuple(sorted({day for group in days for day in group})), cost


def working_day(spoken: Spoken, start: int) -> Iterator[End]:
    """A day of the working week, whichever it is."""
    names = {tuple(name.split()) for name in named_rows("working_days")["words"]}
    for end in spoken.past(start, names):
        yield end, weekday_groups()[" ".join(spoken.folded[start:end])], 0


def weekdays(spoken: Spoken, start: int) -> Iterator[End]:
    """Weekdays that are said as ones that come again: mondays, monday to friday."""
    groups = weekday_groups()
    for end, days, cost in weekday_list(spoken, start):
        words = [word for word in spoken.folded[start:end] if word not in groups]
        if any(word.endswith("s") or "-" in word or word in named_rows("ranges")["words"] for word in words):
            yield end, days, cost


def _weekday_range(spoken: Spoken, start: int) -> Iterator[End]:
    for end, days in _weekday(spoken, start):
        yield end, days, 0
        if spoken.word(end) in named_rows("ranges")["words"]:
            for stop, last in _weekday(spoken, end + 1):
                yield stop, _from_to(days[0], last[-1]), 0
    first, hyphen, last_word = spoken.word(start).partition("-")
    groups = weekday_groups()
    if hyphen and first in groups and last_word in groups:
        yield start + 1, _from_to(groups[first][0], groups[last_word][-1]), 0


def _weekday(spoken: Spoken, start: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    groups = weekday_groups()
    for length in (2, 1):
        words = " ".join(spoken.folded[start : start + length])
        found = groups.get(words) or groups.get(words.removesuffix("s"))
        if found is not None and start + length <= len(spoken.folded):
            yield start + length, found


def _from_to(first: int, last: int) -> tuple[int, ...]:
    return tuple((first + step) % 7 for step in range((last - first) % 7 + 1))


def _month_day(spoken: Spoken, start: int) -> Iterator[End]:
    place = spoken.past_article(start)
    if spoken.is_end(place):
        return
    words = named_rows("month_ends")
    number = spoken.language.numerals.ordinal(spoken.word(place))
    if spoken.word(place) in words["last"]:
        number = -1
    if number is None or not (number == -1 or 1 <= number <= words["longest"]):
        return
    if spoken.word(place + 1) in words["day"]:
        yield place + 2, number, 0
    elif number > 0:
        yield place + 1, number, 0


def _listed(spoken: Spoken, start: int, kind: Callable[[Spoken, int], Iterator[End]]) -> Iterator[End]:
    """One value of a kind, or several behind commas and joining words."""
    waiting: list[tuple[int, tuple[Any, ...]]] = [(start, ())]
    while waiting:
        place, values = waiting.pop()
        for end, value, _ in kind(spoken, place):
            found = (*values, value)
            yield end, found, 0
            further = _behind_joint(spoken, end)
            if further is not None and len(found) < MOST_LISTED:
                waiting.append((further, found))


def _behind_joint(spoken: Spoken, end: int) -> int | None:
    """Where a list goes on."""
    if spoken.is_end(end):
        return None
    if _is_point(spoken, end - 1) and spoken.tokens[end].start == spoken.tokens[end - 1].start:
        return end
    place = end + (spoken.word(end) == _COMMA)
    place += spoken.word(place) in named_rows("joints")["words"]
    place += place > end and spoken.word(place) in named_rows("joints")["again"]
    return place if place > end and not spoken.is_end(place) else None


def _is_point(spoken: Spoken, place: int) -> bool:
    """Whether a number was cut out of two that stand together as a place on the screen would: 9, 12."""
    token = spoken.tokens[place]
    return token.end - token.start > len(token.value) and token.value.isdecimal()


def _written(spoken: Spoken, start: int, end: int) -> str:
    """Some words as they were written, numbers that a comma joins apart from each other."""
    if any(_is_point(spoken, place) for place in range(start, end)):
        return " ".join(token.value for token in spoken.tokens[start:end]) if end == start + 1 else ""
    return spoken.said(start, end)


TIME_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = by_name(
    clock_time,
    clock_list,
    sure_clock,
    time_span,
    named_day,
    yearly_day,
    day_part,
    time_unit,
    unit_span,
    which_one,
    how_often,
    measure,
    month_days,
    weekday_list,
    weekday_names,
    working_day,
    weekdays,
)
