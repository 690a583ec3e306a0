"""Gaps: the punctuation and joining words between clauses."""

from __future__ import annotations

from collections.abc import Sequence

from goalwright.interpret.grammar.matcher import ByFirstWord, Words, prefixes
from goalwright.interpret.grammar.tokens import STOP, Token
from goalwright.named_tuple import NamedTuple
from goalwright.rules.language import load_language

Connectors = ByFirstWord[str]

# Between clauses these say which comes first; at the start of one they belong to it ("before you go, …").
_ALONE = frozenset({"before", "after", "otherwise"})

OTHERWISE = "otherwise"
WITH = "with"
"""The order of a gap that only joins a folder and what is to be in it: "a folder docs with notes.txt inside it"."""


class Gap(NamedTuple):
    """Words `start` to `end` may separate two clauses; `order` says that the second comes after the first."""

    start: int
    end: int
    order: str


def find_gaps(tokens: Sequence[Token], words: Words, connectors: Connectors) -> list[Gap]:
    """Every run of punctuation and joining words, in order; the last ends the sentence."""
    gaps: list[Gap] = []
    place = 0
    while place < len(tokens):
        start, order = place, ""
        while place < len(tokens):
            step, says = _step(tokens, words, connectors, place, is_first=place == start and start > 0)
            if not step:
                break
            place += step
            order = order or says
        if place > start:
            gaps.append(Gap(start, place, order))
        else:
            place += 1
    if not gaps or gaps[-1].end < len(tokens):
        gaps.append(Gap(len(tokens), len(tokens), ""))
    return gaps


def _step(
    tokens: Sequence[Token], words: Words, connectors: Connectors, place: int, *, is_first: bool
) -> tuple[int, str]:
    if tokens[place].mark == STOP:
        return 1, ""
    joining = connectors.at(tokens[place].word)
    if not joining or _is_named(tokens, place):
        return 0, ""
    best, order = 0, ""
    for matcher, says in joining:
        if says in _ALONE and (not is_first or place + 1 == len(tokens)):
            continue
        for end, _ in prefixes(matcher, words, place):
            if end - place > best:
                best, order = end - place, says
    is_last = all(token.mark == STOP for token in tokens[place + best :])
    if best and is_last and place and tokens[place].word in load_language().words["closing"]:
        return 0, ""
    return best, order


def _is_named(tokens: Sequence[Token], place: int) -> bool:
    """Whether a joining word or sign is what something is called: "the plus button", "click + next to Apples"."""
    before, verbs = ["", *(token.word for token in tokens[max(0, place - 2) : place])], load_language().verbs
    takes_signs = before[-1] in verbs["naming"] | verbs["typing"] or before[1:] == ["click", "on"]
    if before[-1] == "the" or (takes_signs and not tokens[place].value[:1].isalpha()):
        return True
    return any(_is_inside(phrase, tokens, place) for phrase in verbs["buttons"] if tokens[place].word in phrase)


def _is_inside(phrase: str, tokens: Sequence[Token], place: int) -> bool:
    """Whether a word joins two parts of a button's name, all of which is said: "click Save and add another"."""
    words = phrase.split()
    if tokens[place].word not in words[1:-1]:
        return False
    start = place - words.index(tokens[place].word)
    end = start + len(words)
    language = load_language()
    is_clicked = start > 0 and tokens[start - 1].word in language.verbs["naming"] | language.words["articles"]
    after = tokens[end] if end < len(tokens) else None
    is_whole = after is None or after.mark == STOP or after.word in {tokens[place].word, *language.elements}
    return is_clicked and is_whole and [token.word for token in tokens[start:end]] == words
