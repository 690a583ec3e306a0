"""Heads: the ways to name a verb, and the roles around them in any order, each found by its markers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from goalwright.contracts.frozen import FrozenDict
from goalwright.interpret.grammar.matcher import Matcher, Slots, Words, prefixes
from goalwright.named_tuple import NamedTuple
from goalwright.rules.book import RuleBook
from goalwright.rules.rule import Rule, Say

OBJECT = "_"
"""Where the object stands in a way that goes on behind it: bring _ over."""
_JOINTS = str.maketrans("(|)", "   ")
_GLUED = r"\w\(|\)\w"


class RoleReader(NamedTuple):
    """What makes matchers of roles: the frames, and what reads a template."""

    frames: Mapping[str, Any]
    matcher: Callable[[str], Matcher]


class HeadWay(NamedTuple):
    """One way to name a verb: its words before the object, those of them that follow the first, and those behind it."""

    before: tuple[str, ...]
    then: list[str]
    behind: tuple[str, ...]


class Head:
    """One row of the table of heads: ways to name a verb, and what may stand around them."""

    on_page = None

    def __init__(self, rules: RuleBook, key: tuple[str, str], row: Mapping[str, Any], reader: RoleReader) -> None:
        self._rules, self.key, self._row, self._reader = rules, key, row, reader
        self.example: str = row["example"]
        self.written: Sequence[str] = row["ways"]
        self.cost: int = row.get("cost", 0)
        self.implied: Mapping[str, str] = row.get("implies", {})

    @property
    def text(self) -> str:
        return " ".join(self.written)

    @property
    def rule(self) -> Rule:
        return self._rules[self.key]

    @cached_property
    def say(self) -> Say:
        return Say(template="", given=FrozenDict(self._row.get("with", {})))

    @cached_property
    def _needed(self) -> int:
        needed = self._row.get("needs", ())
        return sum(1 << number for number, said in enumerate(self._row["takes"]) if said in needed)

    @cached_property
    def roles(self) -> tuple[tuple[Matcher, ...], ...]:
        """The ways in which each role can be said."""
        return tuple(
            tuple(self._reader.matcher(template) for template in role_templates(said, self._reader.frames))
            for said in self._row["takes"]
        )

    def readings(self, way: HeadWay, words: Words, start: int) -> Sequence[Slots]:
        """The slots of every way in which this head and its roles cover all words from a place to the end."""
        place = start + len(way.before)
        if place > words.end or words.words[start + 1 : place] != way.then:
            return ()
        return _RoleWalk(self.roles, way.behind, words, self._needed).from_place(place)

    def fronted(self, way: HeadWay, words: Words, start: int, place: int) -> Iterator[Slots]:
        """As `readings` of a head at a place, with one of its roles right before it: "in a.txt, replace x with y"."""
        ends = place - (words.words[place - 1] == ",")
        after = place + len(way.before)
        if words.words[place + 1 : after] != way.then or after > words.end:
            return
        for number, matchers in enumerate(self.roles[1:], 1):
            for matcher in matchers:
                for stop, slots in prefixes(matcher, words, start):
                    if stop == ends:
                        walk = _RoleWalk(self.roles, way.behind, words, self._needed)
                        yield from walk.from_place(after, 1 << number, slots)


def head_rows(rules: RuleBook, table: Mapping[str, Sequence[Mapping[str, Any]]], reader: RoleReader) -> list[Head]:
    """The heads of a table whose verbs a rule book has."""
    keys = {verb: (verb.partition(".")[0], verb.partition(".")[2]) for verb in table}
    return [Head(rules, keys[verb], row, reader) for verb in table if keys[verb] in rules for row in table[verb]]


class HeadIndex:
    """The ways to name a verb by the word that each begins with; they are written out when that word is met."""

    def __init__(self, heads: Sequence[Head]) -> None:
        self._written: dict[str, list[tuple[Head, str]]] = {}
        self._ways: dict[str, list[tuple[Head, HeadWay]]] = {}
        for head in heads:
            for written in head.written:
                for word in first_words_of(written):
                    self._written.setdefault(word, []).append((head, written))

    def __contains__(self, word: str) -> bool:
        return word in self._written

    def __iter__(self) -> Iterator[str]:
        return iter(self._written)

    def at(self, word: str) -> Sequence[tuple[Head, HeadWay]]:
        """The ways that begin with a word, in the order of the table."""
        if word not in self._written:
            return ()
        if word not in self._ways:
            listed = ((head, _way(said)) for head, written in self._written[word] for said in written_out(written))
            self._ways[word] = [(head, way) for head, way in listed if way.before[0] == word]
        return self._ways[word]


def _way(said: str) -> HeadWay:
    before, _, behind = said.partition(OBJECT)
    said_before = tuple(before.split())
    return HeadWay(said_before, list(said_before[1:]), tuple(behind.split()))


class _RoleWalk:
    """The search over (place, roles that are filled) behind one head."""

    def __init__(self, roles: Sequence[Sequence[Matcher]], behind: tuple[str, ...], words: Words, needed: int) -> None:
        self.roles, self.behind, self.words, self.needed = roles, behind, words, needed
        self.found: list[Slots] = []
        self._start = 0

    def from_place(self, place: int, filled: int = 0, slots: Slots = ()) -> list[Slots]:
        self._start = place
        self._go(place, filled, slots, is_closed=not self.behind)
        return self.found

    def _go(self, place: int, filled: int, slots: Slots, *, is_closed: bool) -> None:
        self.words.spend(1)
        if place == self.words.end:
            if is_closed and filled & self.needed == self.needed:
                self.found.append(slots)
            return
        if not is_closed and filled & 1:
            stop = place + len(self.behind)
            if stop <= self.words.end and tuple(self.words.words[place:stop]) == self.behind:
                self._go(stop, filled, slots, is_closed=True)
        # The object, which no word marks, stands right behind the head; the others in any order.
        for number, matchers in enumerate(self.roles):
            if not filled >> number & 1 and (number or place == self._start):
                for matcher in matchers:
                    for stop, more in prefixes(matcher, self.words, place):
                        self._go(stop, filled | 1 << number, (*slots, *more), is_closed=is_closed)


def role_templates(said: str, frames: Mapping[str, Any]) -> Iterator[str]:
    """The templates of a role: each marker of the frame with its kind of slot.

    It is written `parameter:frame`, or as the frame alone where the phrase says by itself which parameters it fills.
    """
    name, _, frame = said.rpartition(":")
    for marker, kind in frames[frame].items():
        slot = f"{{{kind}:{name}}}" if name else f"{{{kind}}}" if kind else ""
        yield f"{marker} {slot}".strip()


def written_out(way: str) -> Iterator[str]:
    """The ways that one with alternatives stands for: "(throw|chuck) _ away"."""
    parts = [part.split("|") for part in way.replace(")", "(").split("(")]
    for chosen in product(*parts):
        yield " ".join("".join(chosen).split())


def first_words_of(way: str) -> Iterable[str]:
    """The words that one with alternatives may begin with."""
    start = way.partition(" ")[0]
    if "(" not in start:
        return (start,)
    stop = way.find(")") + 1
    if way[stop : stop + 1] in ("", " "):  # what is behind the first alternatives matters only where one is empty
        firsts = [said.split()[:1] for said in written_out(way[:stop])]
        if all(firsts):
            return dict.fromkeys(word for (word,) in firsts)
    return dict.fromkeys(said.split()[0] for said in written_out(way))


def words_of(way: str) -> list[str]:
    """All words of the ways that one with alternatives stands for."""
    said = " ".join(written_out(way)) if re.search(_GLUED, way) else way.translate(_JOINTS)
    return [word for word in said.split() if word != OBJECT]
