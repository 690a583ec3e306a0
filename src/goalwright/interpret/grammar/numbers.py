"""Numbers as people write and say them: 30, thirty, one hundred and five, a dozen, 3rd, third."""

from __future__ import annotations

from collections.abc import Sequence

from goalwright.rules.language import load_language

MAX_WORDS = 14
_HUNDRED = 100


def number_at(words: Sequence[str], start: int) -> list[tuple[int, int | float]]:
    """Every (end, value) of a number that starts at a word, longest last: `one hundred and five` ends in two places."""
    first = words[start]
    if first[:1].isdecimal() or first[:1] == "-":
        digits = _digits(first)
        return [] if digits is None else [(start + 1, digits)]
    known, found = load_language().numerals, list[tuple[int, int | float]]()
    if first.partition("-")[0] not in known.openings:
        return found
    total = current = 0
    last = ""
    position = start
    while position < len(words) and position - start < MAX_WORDS:
        for part in words[position].split("-"):
            value = _step(part, last, current, first=position == start)
            if value is None:
                return found
            scale = known.scales.get(part, 0)
            if scale > _HUNDRED:
                total, current = total + max(current, 1) * scale, 0
            elif scale:
                current = max(current, 1) * scale
            else:
                current += value
            last = part
        position += 1
        if last not in known.ones and last != "and":
            found.append((position, total + current))
    return found


def joins_number(before: str, behind: str) -> bool:
    """Whether "and" between two words stands inside a number: one hundred AND five."""
    known = load_language().numerals
    return before in known.scales and known.cardinal(behind.partition("-")[0]) is not None


def _step(part: str, last: str, current: int, *, first: bool) -> int | None:
    """What a word adds to a number, or None if no number goes on with it."""
    known = load_language().numerals
    if part in known.ones:
        return 0 if first else None
    if part == "and":
        return 0 if last in known.scales else None
    if part in known.scales:
        return 0 if last and last != "and" and known.scales.get(last, 0) <= _HUNDRED else None
    if last in known.ones or last in known.units:
        return None
    if part in known.tens:
        return known.tens[part] if current % 100 == 0 else None
    unit = known.units.get(part)
    return unit if unit is not None and current % 10 == 0 and (current % 100 == 0 or unit < 10) else None


def _digits(word: str) -> int | float | None:
    plain = word.replace(",", ".", 1) if word.count(",") == 1 and not word.endswith(",") else word
    if plain.removeprefix("-").isdecimal() and plain.isascii():
        return int(plain) if len(plain) <= 16 else None
    whole, dot, part = plain.removeprefix("-").partition(".")
    if dot and whole.isdecimal() and part.isdecimal() and plain.isascii() and len(plain) <= 16:
        return float(plain)
    return None
