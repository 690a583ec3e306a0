"""Matching: a template against the words of a sentence, every way it fits, within a bounded amount of work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from goalwright.contracts.frozen import EMPTY
from goalwright.interpret.grammar.template import Node


class Filled(NamedTuple):
    """A slot and what stands in it: words `start` to `end`, the value made of them, and how unlikely that is."""

    name: str
    start: int
    end: int
    value: Any
    cost: int
    kind: str = ""


class Spans(Protocol):
    """Says where a slot of some kind may end, given where it starts, and what it then holds."""

    def __call__(self, kind: str, start: int, end: int) -> Sequence[tuple[int, Any, int]]: ...


class TooComplex(Exception):
    """A sentence needs more work than any sensible one does."""


class Words:
    """The words of a sentence, as a matcher sees them. `verb_at` is a place whose word also counts as `verb`."""

    __slots__ = ("budget", "end", "spans", "verb", "verb_at", "words")

    def __init__(self, words: Sequence[str], spans: Spans, budget: int) -> None:
        self.words = words
        self.spans = spans
        self.budget = budget
        self.end = len(words)
        self.verb_at = -1
        self.verb = ""

    def spend(self, amount: int) -> None:
        self.budget -= amount
        if self.budget < 0:
            raise TooComplex


Slots = tuple[Filled, ...]
Onward = Callable[[int, Slots], None]
Matcher = Callable[[Words, int, Slots, Onward], None]


def compile_node(node: Node, phrases: Mapping[str, Matcher], kinds: Mapping[str, str] = EMPTY) -> Matcher:
    """A function that calls onward with every (place, slots) that the node leads to from a place.

    `kinds` says what may stand in a slot that is written with its name alone.
    """
    kind, *rest = node
    if kind == "t":
        return _text(tuple(rest))
    if kind == "v":
        slot_kind, name = rest
        return _slot(kinds.get(name, slot_kind) if slot_kind == name else slot_kind, name)
    if kind == "r":
        return phrases[rest[0]]
    parts = [compile_node(part, phrases, kinds) for part in rest]
    return _alternatives(parts) if kind == "a" else _sequence(parts)


def compiled_late(node: Node, phrases: Mapping[str, Matcher]) -> Matcher:
    """As `compile_node`, done when the function is first called."""
    made: Matcher | None = None

    def match(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        nonlocal made
        if made is None:
            made = compile_node(node, phrases)
        made(words, place, slots, onward)

    return match


def matches(matcher: Matcher, words: Words, start: int) -> list[Slots]:
    """The slots of every way in which the template covers all words from `start` to the end."""
    found: list[Slots] = []

    def arrive(place: int, slots: Slots) -> None:
        if place == words.end:
            found.append(slots)

    matcher(words, start, (), arrive)
    return found


def covers(matcher: Matcher, words: Words, start: int) -> bool:
    """Whether the template covers all words from `start` to the end in some way."""
    return bool(matches(matcher, words, start))


def prefixes(matcher: Matcher, words: Words, start: int) -> list[tuple[int, Slots]]:
    """Where the template can end when it starts at a place."""
    found: list[tuple[int, Slots]] = []
    matcher(words, start, (), lambda place, slots: found.append((place, slots)))
    return found


def _text(literal: tuple[str, ...]) -> Matcher:
    length = len(literal)
    if length == 1:
        word = literal[0]

        def one(words: Words, place: int, slots: Slots, onward: Onward) -> None:
            if place < words.end and (words.words[place] == word or (place == words.verb_at and words.verb == word)):
                onward(place + 1, slots)

        return one

    def several(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        if place + length > words.end:
            return
        for offset, word in enumerate(literal):
            here = place + offset
            if words.words[here] != word and not (here == words.verb_at and words.verb == word):
                return
        onward(place + length, slots)

    return several


def _slot(kind: str, name: str) -> Matcher:
    def match(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        if place >= words.end:
            return
        ends = words.spans(kind, place, words.end)
        words.spend(1 + len(ends))
        for end, value, cost in ends:
            onward(end, (*slots, Filled(name, place, end, value, cost, kind)))

    return match


def _alternatives(parts: list[Matcher]) -> Matcher:
    def match(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        words.spend(1)
        for part in parts:
            part(words, place, slots, onward)

    return match


def _sequence(parts: list[Matcher]) -> Matcher:
    if not parts:
        return lambda _words, place, slots, onward: onward(place, slots)
    first = parts[0]
    if len(parts) == 1:
        return first
    rest = _sequence(parts[1:])

    def match(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        first(words, place, slots, lambda then, filled: rest(words, then, filled, onward))

    return match
