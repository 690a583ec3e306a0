"""Kinds of slots for what tells sets of things apart: types, sizes, spans of time, and what is most of its kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from goalwright.interpret.grammar.noun_phrases import Features
from goalwright.interpret.grammar.numbers import number_at
from goalwright.interpret.grammar.spoken import End, Spoken, by_name
from goalwright.interpret.grammar.tokens import DOT, GLOB, NUMBER, QUOTE, WORD

_CENTURIES = ("19", "20")
_WITH_UNIT = r"(\d+(?:\.\d+)?)([a-z]+)"


def types(spoken: Spoken, start: int) -> Iterator[End]:
    """Several files by their type: pdfs, photos."""
    known = spoken.language.type_nouns
    for end, phrase in spoken.phrases(start, 2, across_gaps=False):
        found = known.get(phrase.removesuffix("s")) if phrase.endswith("s") else None
        if found is not None:
            yield end, found, 0


def type(spoken: Spoken, start: int) -> Iterator[End]:  # noqa: A001  # the name that tables have for it
    """A type of files by the word for one: pdf, plain text, .log."""
    token, language = spoken.tokens[start], spoken.language
    if token.mark == DOT and token.value[1:].isalnum():
        yield start + 1, token.value[1:].casefold(), 0
    for end, phrase in spoken.phrases(start, 2, across_gaps=False):
        ending = language.file_types.get(phrase, "").removeprefix("*.")
        found = language.type_nouns.get(phrase) or language.type_adjectives.get(phrase) or ending
        is_plural = phrase.endswith("s") and (phrase[:-1] in language.type_nouns or phrase[:-1] in language.file_types)
        if found and not is_plural:
            yield end, found, 0


def most(spoken: Spoken, start: int) -> Iterator[End]:
    """A superlative, as the order that puts it first."""
    for end, phrase in spoken.phrases(start, 3, across_gaps=False):
        if phrase in spoken.language.most:
            yield end, spoken.language.most[phrase], 0


def size(spoken: Spoken, start: int) -> Iterator[End]:
    """A number of bytes with its unit: 100 MB, 1.5gb, five kilobytes."""
    units = spoken.language.sizes
    if (glued := re.fullmatch(_WITH_UNIT, spoken.folded[start])) and glued[2] in units:
        yield start + 1, f"{glued[1]} {units[glued[2]]}", 0
    for end, amount in _amounts(spoken, start):
        if spoken.word(end) in units:
            yield end + 1, f"{amount} {units[spoken.word(end)]}", 0


def size_range(spoken: Spoken, start: int) -> Iterator[End]:
    """Two sizes that share a unit: 10 and 40 KB."""
    for end, low in _amounts(spoken, start):
        if spoken.word(end) in spoken.language.words["range_joints"] and not spoken.is_end(end + 1):
            for stop, most, cost in size(spoken, end + 1):
                yield stop, Features(least=f"{low} {most.partition(' ')[2]}", most=most), cost


def span(spoken: Spoken, start: int) -> Iterator[End]:
    """A length of time with its unit: 30 days, a month; "the last week" has one without a number."""
    units = spoken.language.durations.keys() | spoken.language.dates["units"]
    for end, amount in [*_amounts(spoken, start), (start, 1)]:
        unit = spoken.word(end).removesuffix("s") if spoken.word(end) != "s" else ""
        if unit in units and (end > start or spoken.word(start - 1) in spoken.language.words["gone_by"]):
            yield end + 1, f"{amount} {unit}" + ("s" if amount != 1 else ""), 0


def period(spoken: Spoken, start: int) -> Iterator[End]:
    """A day, week, month or year as it was said: today, last week, may 2026, 2025."""
    dates = spoken.language.dates
    if spoken.word(start) in dates["which"] and spoken.word(start + 1) in dates["units"]:
        yield start + 2, spoken.said(start, start + 2), 0
    if spoken.word(start) in dates["months"]:
        with_year = spoken.word(start + 1).isdecimal() and len(spoken.word(start + 1)) == 4
        yield start + 1 + with_year, spoken.said(start, start + 1 + with_year), 0
    elif spoken.word(start)[:2] in _CENTURIES and len(spoken.word(start)) == 4 and spoken.word(start).isdecimal():
        yield start + 1, spoken.word(start), 0
    yield from spoken("day", start, len(spoken.tokens))


def ending(spoken: Spoken, start: int) -> Iterator[End]:
    """What a name ends in, with its dot: .md"""
    token = spoken.tokens[start]
    if token.mark == DOT and token.value[1:].isalnum():
        yield start + 1, token.value[1:], 0


def glob(spoken: Spoken, start: int) -> Iterator[End]:
    token = spoken.tokens[start]
    if token.mark == GLOB or (token.mark == QUOTE and "*" in token.value):
        yield start + 1, token.value, 0


def _amounts(spoken: Spoken, start: int) -> Iterator[tuple[int, float]]:
    if spoken.tokens[start].mark in (WORD, NUMBER):
        yield from number_at(spoken.folded, start)
    if spoken.folded[start] in spoken.language.words["one"]:
        yield start + 1, 1


MEASURE_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = by_name(
    types, type, most, size, size_range, span, period, ending, glob
)
