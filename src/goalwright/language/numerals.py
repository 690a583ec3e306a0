"""Numerals: the words for numbers, and what each of them counts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from goalwright.language.tables import table
from goalwright.named_tuple import NamedTuple

LONGEST_FIGURES = 7


class Numerals(NamedTuple):
    """Number words with their values; `ones` are words such as "a" that stand for one before a scale."""

    units: Mapping[str, int]
    tens: Mapping[str, int]
    scales: Mapping[str, int]
    ordinals: Mapping[str, int]
    ordinal_endings: tuple[str, ...]
    ones: frozenset[str]
    often: Mapping[str, int]
    openings: frozenset[str]
    """The words that a number may begin with."""

    def cardinal(self, word: str) -> int | None:
        """The number of a single word: three, thirty."""
        return self.units.get(word, self.tens.get(word))

    def ordinal(self, word: str) -> int | None:
        """The number of an ordinal: third, 3rd."""
        if word in self.ordinals:
            return self.ordinals[word]
        figures = word[:-2]
        is_figure = figures.isdecimal() and figures.isascii() and word.endswith(self.ordinal_endings)
        return int(figures) if is_figure and len(word) <= LONGEST_FIGURES else None

    def ordinal_word(self, number: int) -> str:
        """The word for an ordinal up to the tenth, and figures for the others."""
        return next((word for word, value in self.ordinals.items() if value == number <= 10), f"{number}th")


@cache
def numerals() -> Numerals:
    rows = table("numbers")
    ordinals = {word: number for number, word in enumerate(rows["ordinals"], 1)}
    return Numerals(
        units={word: number for number, word in enumerate(rows["units"])},
        tens=_by_tens(rows["tens"]),
        scales=rows["scales"],
        ordinals=ordinals | _by_tens(rows["ordinal_tens"]),
        ordinal_endings=tuple(rows["ordinal_endings"]),
        ones=frozenset(rows["ones"]),
        often=rows["often"],
        openings=frozenset((*rows["units"], *rows["tens"], *rows["ones"])),
    )


def _by_tens(words: list[str]) -> dict[str, int]:
    return {word: 10 * number for number, word in enumerate(words, 2)}
