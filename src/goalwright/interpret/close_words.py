"""Words that are written much like another one, as `difflib` finds them, which takes longer to load than to ask."""

from __future__ import annotations

from collections.abc import Iterable


def close_words(word: str, known: Iterable[str], *, most: int, least: float) -> list[str]:
    """The known words that are most like a word, the likest first: what `difflib.get_close_matches` gives."""
    found = []
    for other in known:
        length = len(word) + len(other)
        if 2 * min(len(word), len(other)) >= least * length and 2 * _in_both(other, word) >= least * length:
            likeness = 2 * _matched(other, word) / length
            if likeness >= least:
                found.append((likeness, other))
    return [other for _, other in sorted(found, reverse=True)[:most]]


def _in_both(one: str, other: str) -> int:
    """How many letters two words have in common, wherever they stand."""
    return sum(min(one.count(letter), other.count(letter)) for letter in set(one))


def _matched(one: str, other: str) -> int:
    """The letters of the longest piece that two words share, and those of the same before and behind it."""
    length, start, place = _longest(one, other)
    if not length:
        return 0
    before = _matched(one[:start], other[:place])
    return before + length + _matched(one[start + length :], other[place + length :])


def _longest(one: str, other: str) -> tuple[int, int, int]:
    """The longest piece that two words share: how long it is, and where it first stands in each."""
    for length in range(min(len(one), len(other)), 0, -1):
        for start in range(len(one) - length + 1):
            place = other.find(one[start : start + length])
            if place >= 0:
                return length, start, place
    return 0, 0, 0
