"""Hiding texts in other texts: however these spell them, and also where a text was cut off in the middle."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote

HIDDEN = "•••"
LEAST_PART = 4
"""Fewer characters of a text say too little about it to be taken for a part of it."""
_SPACE = r"(?:\s|\+|%(?:25)?20|%0[9AD]|&nbsp;)+"
# What follows a text that was cut off: nothing, or what closes a quoted one.
_CLOSED = re.compile(r"$|\.\.\.|[…'\")\];,]")


class Hiding:
    """What takes some texts out of others; parts of them only where something was cut off."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = sorted({text for text in texts if text.strip()}, key=len, reverse=True)
        self._whole = spellings(self._texts)
        self._starts = [_pattern(text[: _least(text)]) for text in self._texts]

    def without(self, text: str) -> str:
        """The text with what is to be hidden replaced."""
        left = self._whole.sub(HIDDEN, text)
        for hidden, start in zip(self._texts, self._starts, strict=True):
            left = _without_end(left, hidden)
            left = _without_beginnings(left, hidden, start)
        return left


def spellings(texts: Iterable[str]) -> re.Pattern[str]:
    """What finds the texts, longer ones first: in any case, and with their characters escaped in any usual way."""
    found = [_SPACE.join(map(_escaped, text.split())) for text in sorted(texts, key=len, reverse=True) if text.strip()]
    return re.compile("|".join(found) or r"(?!)", re.IGNORECASE)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(_escaped(text), re.IGNORECASE)


def _escaped(text: str) -> str:
    return "".join(map(_character, text))


def _character(char: str) -> str:
    """A character as it is, as in an address, as in HTML, and as in a quoted text."""
    address = quote(char, safe="")
    ways = (char, address, quote(address), html.escape(char), json.dumps(char)[1:-1], f"%{ord(char):02X}")
    quoted = ("\\'", "''") if char == "'" else ()
    return f"(?:{'|'.join(map(re.escape, dict.fromkeys((*ways, *quoted))))})"


def _least(text: str) -> int:
    return max(LEAST_PART, len(text) // 4)


def _without_end(text: str, hidden: str) -> str:
    """A text that begins in the middle of a hidden one, without that."""
    low, sought = text.casefold(), hidden.casefold()
    for size in range(min(len(sought) - 1, len(low)), _least(hidden) - 1, -1):
        if low.startswith(sought[-size:]):
            return HIDDEN + text[size:]
    return text


def _without_beginnings(text: str, hidden: str, start: re.Pattern[str]) -> str:
    """A text without the beginnings of a hidden one that it was cut off in."""
    kept, at = [], 0
    for begin, end in _beginnings(text, hidden, start):
        if begin >= at:
            kept += [text[at:begin], HIDDEN]
            at = end
    return "".join([*kept, text[at:]])


def _beginnings(text: str, hidden: str, start: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for found in start.finditer(text):
        end = found.end()
        for char in hidden[_least(hidden) :]:
            further = _pattern(char).match(text, end)
            if further is None:
                break
            end = further.end()
        if _CLOSED.match(text, end):
            yield found.start(), end
