"""Hiding texts in other texts: however these spell them, and also where they were cut off in the middle of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from goalwright.tools.browser.spellings import character, spellings

HIDDEN = "•••"
LEAST_PART = 4
"""Fewer characters of a text say too little about it to be taken for a part of it."""
# What stands behind a text that was cut off: nothing, or what closes a quoted one.
_CLOSED = re.compile(r"$|\.\.\.|[…'\")\];,]")


class Hiding:
    """What takes some texts out of others; parts of them only where something was cut off."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = sorted({text for text in texts if text.strip()}, key=len, reverse=True)
        self._whole = spellings(self._texts)
        self._starts = [
            re.compile("".join(map(character, text[: _least(text)])), re.IGNORECASE) for text in self._texts
        ]

    def without(self, text: str) -> str:
        """The text with what is to be hidden replaced."""
        left = self._whole.sub(HIDDEN, text)
        for hidden, start in zip(self._texts, self._starts, strict=True):
            left = _without_end(left, hidden)
            left = _without_beginnings(left, hidden, start)
        return left


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile("".join(map(character, text)), re.IGNORECASE)


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
