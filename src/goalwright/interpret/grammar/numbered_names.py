"""Names that are counted through: week1 to week5, page01.txt through page12.txt."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goalwright.interpret.grammar.spoken import End, Listed, Spoken
from goalwright.interpret.grammar.tokens import DOTTED, PATH, WORD

MOST_NUMBERED = 50
_PARTS = r"(?P<stem>.*?)(?P<number>\d{1,4})(?P<ending>\D*)"


def numbered_names(spoken: Spoken, start: int) -> Iterator[End]:
    """All names from the one at a word to another that differs in its number alone, both said."""
    tokens = spoken.tokens[start : start + 3]
    if len(tokens) < 3 or tokens[1].word not in spoken.language.words["ranging"]:
        return
    first, last = (re.fullmatch(_PARTS, token.value) for token in (tokens[0], tokens[2]))
    is_named = all(token.mark in (WORD, DOTTED, PATH) for token in (tokens[0], tokens[2]))
    if not is_named or first is None or last is None or not first["stem"]:
        return
    low, high = int(first["number"]), int(last["number"])
    is_alike = (first["stem"], first["ending"]) == (last["stem"], last["ending"])
    if is_alike and low < high < low + MOST_NUMBERED:
        width = len(first["number"]) if first["number"].startswith("0") else 0
        names = [f"{first['stem']}{number:0{width}}{first['ending']}" for number in range(low, high + 1)]
        yield start + 3, Listed(tuple(names)), 0
