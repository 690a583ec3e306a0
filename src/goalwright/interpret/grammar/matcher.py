"""Matching: a template against the words of a sentence, every way it fits, within a bounded amount of work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from goalwright.contracts.frozen import EMPTY
from goalwright.interpret.grammar.template import Node, Template
from goalwright.named_tuple import NamedTuple


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


Firsts = frozenset[str] | None
"""The words that a template may start with, the empty one where it may be empty; None where a slot comes first."""

Compiled = tuple[Matcher, Firsts]


def compile_node(node: Node, phrases: Mapping[str, Compiled], kinds: Mapping[str, str] = EMPTY) -> Matcher:
    """A function that calls onward with every (place, slots) that the node leads to from a place.

    `kinds` says what may stand in a slot that is written with its name alone.
    """
    return compiled(node, phrases, kinds)[0]


def compiled(node: Node, phrases: Mapping[str, Compiled], kinds: Mapping[str, str] = EMPTY) -> Compiled:
    """The same with the words that it may start with."""
    kind, *rest = node
    if kind == "t":
        return _text(tuple(rest)), frozenset(rest[:1] or ("",))
    if kind == "v":
        slot_kind, name = rest
        return _slot(kinds.get(name, slot_kind) if slot_kind == name else slot_kind, name), None
    if kind == "r":
        return phrases[rest[0]]
    parts = [compiled(part, phrases, kinds) for part in rest]
    return _alternatives(parts) if kind == "a" else _sequence(parts)


def compiled_late(template: Template, phrases: Mapping[str, Compiled]) -> Matcher:
    """As `compile_node` of a template's node, done when the function is first called."""
    made: Matcher | None = None

    def match(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        nonlocal made
        if made is None:
            made = compile_node(template.node, phrases)
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


def _alternatives(parts: Sequence[Compiled]) -> Compiled:
    by_word: dict[str, list[Matcher]] = {}  # made when it is first wanted: few alternatives ever are
    by_verb: dict[tuple[str, str], list[Matcher]] = {}

    def match(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        words.spend(1)
        if not by_word:
            by_word.update(_by_first_word(parts))
        word = words.words[place] if place < words.end else ""
        chosen = by_word.get(word) or by_word[""]
        if place == words.verb_at and words.verb in by_word:  # it counts as the word that stands there, and as its verb
            pair = word if word in by_word else "", words.verb
            if pair not in by_verb:
                by_verb[pair] = _for_either(parts, pair)
            chosen = by_verb[pair]
        for part in chosen:
            part(words, place, slots, onward)

    return match, _union(firsts for _, firsts in parts)


def _by_first_word(parts: Sequence[Compiled]) -> dict[str, list[Matcher]]:
    """The alternatives for each first word, those for any other under the empty one: most fail at the first word."""
    found: dict[str, list[Matcher]] = {"": [], **{word: [] for _, firsts in parts for word in firsts or ()}}
    for part, firsts in parts:
        for word in found if firsts is None or "" in firsts else firsts:
            found[word].append(part)
    return found


def _for_either(parts: Sequence[Compiled], words: tuple[str, str]) -> list[Matcher]:
    """The alternatives that may start with one of two words."""
    return [part for part, firsts in parts if firsts is None or "" in firsts or not firsts.isdisjoint(words)]


def _sequence(parts: Sequence[Compiled]) -> Compiled:
    if not parts:
        return lambda _words, place, slots, onward: onward(place, slots), frozenset(("",))
    first, firsts = parts[0]
    if len(parts) == 1:
        return parts[0]
    rest, then_firsts = _sequence(parts[1:])

    def match(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        first(words, place, slots, lambda then, filled: rest(words, then, filled, onward))

    if firsts is not None and "" in firsts:
        firsts = _union((firsts - {""}, then_firsts))
    return match, firsts


def _union(all_firsts: Iterable[Firsts]) -> Firsts:
    found: frozenset[str] = frozenset()
    for firsts in all_firsts:
        if firsts is None:
            return None
        found |= firsts
    return found


Says = TypeVar("Says")


class ByFirstWord(Generic[Says]):
    """Templates with what they say, found by the word that they may start with, in their order."""

    def __init__(self, rows: Iterable[tuple[Matcher, Says, frozenset[str]]]) -> None:
        self.rows = tuple(rows)
        self._known: dict[str, list[tuple[Matcher, Says]]] = {}

    def at(self, word: str) -> Sequence[tuple[Matcher, Says]]:
        if not self._known:
            self._known = {"": [], **{first: [] for _, _, firsts in self.rows for first in firsts}}
            for matcher, says, firsts in self.rows:
                for first in firsts or self._known:
                    self._known[first].append((matcher, says))
        return self._known.get(word) or self._known[""]
