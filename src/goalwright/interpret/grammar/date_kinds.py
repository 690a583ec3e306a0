"""Kinds of slots for days, in all the forms that a day can be read in later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from goalwright.interpret.grammar.spoken import End, Spoken
from goalwright.interpret.grammar.tokens import STOP
from goalwright.rules.language import names_a_day

LONGEST_DATE = 12


def date(spoken: Spoken, start: int, *, surely: bool = False) -> Iterator[End]:
    """A day, with the user's own words as the value; `surely` not one that may as well count other things."""
    first, language = spoken.folded[start], spoken.language
    parts = first.split("-")
    is_number = first[:1].isdecimal() or any(
        language.numerals.cardinal(part) is not None or language.numerals.ordinal(part) is not None for part in parts
    )
    if not is_number and first not in language.day_openings:
        return
    for end in range(start + 1, min(len(spoken.tokens), start + LONGEST_DATE) + 1):
        last, said = spoken.tokens[end - 1], spoken.said(start, end)
        if last.mark != STOP and last.word not in language.dates["openings"] and names_a_day(said, surely=surely):
            yield end, said, 1


DATE_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = {"date": date, "day": partial(date, surely=True)}
