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


LONG = 80
"""From how many words on the sets of those that follow each are more than they save."""


class Words:
    """The words of a sentence, as a matcher sees them. `verb_at` is a place whose word also counts as `verb`."""

    __slots__ = ("_behind", "_reached", "budget", "end", "spans", "verb", "verb_at", "words")

    def __init__(self, words: list[str], spans: Spans, budget: int) -> None:
        self.words = words
        self.spans = spans
        self.budget = budget
        self.end = len(words)
        self.verb_at = -1
        self.verb = ""
        self._behind: dict[int, frozenset[str]] = {}
        self._reached: dict[tuple[Matcher, int, int], list[tuple[int, Slots]]] = {}

    def from_place(self, place: int) -> frozenset[str]:
        """The words from a place on; in a long text, all of them."""
        start = place if len(self.words) <= LONG else 0
        found = self._behind.get(start)
        if found is None:
            found = self._behind[start] = frozenset(self.words[start:])
        return found

    def reached(self, matcher: Matcher, start: int) -> list[tuple[int, Slots]]:
        """As `prefixes` from a place behind the verb; what several rows ask for in one place is looked for once."""
        key = (matcher, start, self.end)
        found = self._reached.get(key)
        if found is None:
            found = self._reached[key] = prefixes(matcher, self, start)
        return found

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
    if kind == "a" and all(part[0] == "t" for part in rest):
        return _wordings([tuple(part[1:]) for part in rest])
    parts = [compiled(part, phrases, kinds) for part in rest]
    return _alternatives(parts) if kind == "a" else _sequence(parts, rest)


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


def _text(literal: tuple[str, ...], rest: Matcher | None = None) -> Matcher:
    """The words of a text, then the rest if there is one: most templates fail at a word, where no call is quickest."""
    length, wanted = len(literal), list(literal)
    if length == 1:
        word = literal[0]

        def one(words: Words, place: int, slots: Slots, onward: Onward) -> None:
            if place < words.end and (words.words[place] == word or (place == words.verb_at and words.verb == word)):
                if rest is None:
                    onward(place + 1, slots)
                else:
                    rest(words, place + 1, slots, onward)

        return one

    def several(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        then = place + length
        if then > words.end:
            return
        said = words.words[place:then]
        if place <= words.verb_at < then and words.verb == wanted[words.verb_at - place]:
            said[words.verb_at - place] = words.verb
        if said == wanted:
            if rest is None:
                onward(then, slots)
            else:
                rest(words, then, slots, onward)

    return several


def _slot(kind: str, name: str) -> Matcher:
    def match(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        if place >= words.end:
            return
        ends = words.spans(kind, place, words.end)
        words.budget -= 1 + len(ends)  # as `spend` does, which is asked too often for a call
        if words.budget < 0:
            raise TooComplex
        for end, value, cost in ends:
            onward(end, (*slots, Filled(name, place, end, value, cost, kind)))

    return match


def _wordings(choices: Sequence[tuple[str, ...]]) -> Compiled:
    """As `_alternatives` of texts alone, which most are: nothing is made for one but when its first word is met."""
    firsts = frozenset([choice[0] if choice else "" for choice in choices])
    by_word: dict[str, list[Matcher]] = {}
    by_verb: dict[tuple[str, str], list[Matcher]] = {}
    may_be_empty = "" in firsts

    def match(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        words.budget -= 1
        if words.budget < 0:
            raise TooComplex
        word = words.words[place] if place < words.end else ""
        if word not in firsts:
            word = ""
        if place == words.verb_at and words.verb in firsts and words.verb:
            pair = word, words.verb
            if pair not in by_verb:
                by_verb[pair] = [_text(choice) for choice in choices if not choice or choice[0] in pair]
            chosen = by_verb[pair]
        elif not word and not may_be_empty:
            return
        else:
            if word not in by_word:
                by_word[word] = [_text(choice) for choice in choices if not choice or choice[0] == word]
            chosen = by_word[word]
        for part in chosen:
            part(words, place, slots, onward)

    return match, firsts


def _alternatives(parts: Sequence[Compiled]) -> Compiled:
    by_word: dict[str, list[Matcher]] = {}  # made when it is first wanted: few alternatives ever are
    by_verb: dict[tuple[str, str], list[Matcher]] = {}

    def match(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        words.budget -= 1
        if words.budget < 0:
            raise TooComplex
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

    return match, _union([firsts for _, firsts in parts])


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


def _sequence(parts: Sequence[Compiled], nodes: Sequence[Node]) -> Compiled:
    if not parts:
        return lambda _words, place, slots, onward: onward(place, slots), frozenset(("",))
    rest, firsts = parts[-1]
    for (part, own), node in zip(parts[-2::-1], nodes[-2::-1], strict=True):
        rest = _text(tuple(node[1:]), rest) if node[0] == "t" else _then(part, own, rest)
        firsts = _union((own - {""}, firsts)) if own is not None and "" in own else own
    return rest, firsts


def _then(first: Matcher, firsts: Firsts, rest: Matcher) -> Matcher:
    """One part and the rest behind it. A part that may be empty, and begins with none of the words here, is."""

    def match(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        first(words, place, slots, lambda then, filled: rest(words, then, filled, onward))

    if firsts is None:
        return match
    may_be_empty = "" in firsts

    def match_here(words: Words, place: int, slots: Slots, onward: Onward) -> None:
        if place < words.end and (words.words[place] in firsts or (place == words.verb_at and words.verb in firsts)):
            first(words, place, slots, lambda then, filled: rest(words, then, filled, onward))
        elif may_be_empty:
            rest(words, place, slots, onward)

    return match_here


def _union(all_firsts: Sequence[Firsts]) -> Firsts:
    known = [firsts for firsts in all_firsts if firsts is not None]
    return frozenset().union(*known) if len(known) == len(all_firsts) else None


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
