"""Kinds of slots for days, in all the forms that a day can be read in later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from goalwright.interpret.grammar.spoken import End, Spoken
from goalwright.interpret.grammar.tokens import STOP
from goalwright.rules.language import Language, names_a_day

LONGEST_DATE = 12


def date(spoken: Spoken, start: int, *, surely: bool = False) -> Iterator[End]:
    """A day, with the user's own words as the value; `surely` not one that may as well count other things."""
    first, language = spoken.folded[start], spoken.language
    if first not in language.day_openings and not _is_number(first, language):
        return
    is_told = False
    for end in range(start + 1, min(len(spoken.tokens), start + LONGEST_DATE) + 1):
        last = spoken.tokens[end - 1]
        is_told = is_told or _tells_a_day(last.word, language)
        if not is_told or last.mark == STOP or last.word in language.dates["openings"]:
            continue
        said = spoken.said(start, end)
        if names_a_day(said, surely=surely):
            yield end, said, 1


def _is_number(word: str, language: Language) -> bool:
    """Whether a word begins with a figure, or has one of the words for numbers in it: twenty-first."""
    numerals = language.numerals
    return word[:1].isdecimal() or any(
        numerals.cardinal(part) is not None or numerals.ordinal(part) is not None for part in word.split("-")
    )


def _tells_a_day(word: str, language: Language) -> bool:
    """Whether a word is one of those that no name of a day goes without; most sentences have none of them."""
    if word in language.day_words or any(map(str.isdecimal, word)):
        return True
    return not language.day_words.isdisjoint(word.strip(".").split("-")) or _is_number(word, language)


DATE_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = {"date": date, "day": partial(date, surely=True)}
