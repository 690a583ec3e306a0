"""Numbers as people write and say them: 30, thirty, one hundred and five, a dozen, 3rd, third."""

from __future__ import annotations

from collections.abc import Sequence

_UNITS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_TENS = {
    word: 10 * value for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_ORDINALS = {
    word: value
    for value, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(), 1
    )
}
_ONES = {"a", "an"}
MAX_WORDS = 14


def number_at(words: Sequence[str], start: int) -> list[tuple[int, int | float]]:
    """Every (end, value) of a number that starts at a word, longest last: `one hundred and five` ends in two places."""
    digits = _digits(words[start])
    if digits is not None:
        return [(start + 1, digits)]
    found: list[tuple[int, int | float]] = []
    total = current = 0
    last = ""
    position = start
    while position < len(words) and position - start < MAX_WORDS:
        for part in words[position].split("-"):
            value = _step(part, last, current, first=position == start)
            if value is None:
                return found
            if part in ("thousand", "million"):
                total, current = total + max(current, 1) * _SCALES[part], 0
            elif part == "hundred":
                current = max(current, 1) * 100
            else:
                current += value
            last = part
        position += 1
        if last not in (*_ONES, "and"):
            found.append((position, total + current))
    return found


def joins_number(before: str, behind: str) -> bool:
    """Whether "and" between two words stands inside a number: one hundred AND five."""
    return before in _SCALES and behind.partition("-")[0] in (_UNITS | _TENS)


def _step(part: str, last: str, current: int, *, first: bool) -> int | None:
    """What a word adds to a number, or None if no number goes on with it."""
    if part in _ONES:
        return 0 if first else None
    if part == "and":
        return 0 if last in _SCALES else None
    if part in _SCALES:
        return 0 if last and last != "and" and last not in ("thousand", "million") else None
    if last in _ONES or (last in _UNITS and last):
        return None
    if part in _TENS:
        return _TENS[part] if current % 100 == 0 else None
    if part in _UNITS:
        return _UNITS[part] if current % 10 == 0 and (current % 100 == 0 or _UNITS[part] < 10) else None
    return None


def _digits(word: str) -> int | float | None:
    plain = word.replace(",", ".", 1) if word.count(",") == 1 and not word.endswith(",") else word
    if plain.removeprefix("-").isdecimal() and plain.isascii():
        return int(plain) if len(plain) <= 16 else None
    whole, dot, part = plain.removeprefix("-").partition(".")
    if dot and whole.isdecimal() and part.isdecimal() and plain.isascii() and len(plain) <= 16:
        return float(plain)
    return None


def ordinal(word: str) -> int | None:
    """The number of an ordinal: third, 3rd."""
    if word in _ORDINALS:
        return _ORDINALS[word]
    if word[:-2].isdecimal() and word.isascii() and word[-2:] in ("st", "nd", "rd", "th") and len(word) < 8:
        return int(word[:-2])
    return None
