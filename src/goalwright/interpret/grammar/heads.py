"""Heads: the ways to name a verb, and the roles around them in any order, each found by its markers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property, lru_cache
from itertools import product
from operator import itemgetter
from typing import Any

from goalwright.contracts.frozen import FrozenDict
from goalwright.interpret.grammar.matcher import ByFirstWord, Matcher, Slots, Words, prefixes
from goalwright.named_tuple import NamedTuple
from goalwright.rules.book import RuleBook
from goalwright.rules.rule import Rule, Say

OBJECT = "_"
"""Where the object stands in a way that goes on behind it: bring _ over."""
_JOINTS = str.maketrans("(|)", "   ")
Roles = ByFirstWord[int]
MOST_KNOWN = 5_000
"""How many words that begin no way are remembered as such."""


class RoleReader(NamedTuple):
    """What makes matchers of roles: the frames, the verbs that ways may name, and what reads a template."""

    frames: Mapping[str, Any]
    verbs: Mapping[str, Set[str]]
    read: Callable[[str], tuple[Matcher, frozenset[str]]]


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
        self.written: Sequence[str] = [spelt(way, reader.verbs) if "<" in way else way for way in row["ways"]]
        self.cost: int = row.get("cost", 0)
        self.implied: Mapping[str, str] = row.get("implies", {})
        self.may_imply: Mapping[str, str] = row.get("may_imply", {})

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
    def roles(self) -> Roles:
        """The ways in which its roles can be said, each with the role's number."""
        reader, taken = self._reader, enumerate(self._row["takes"])
        said = ((number, template) for number, role in taken for template in role_templates(role, reader.frames))
        read = ((number, *reader.read(template)) for number, template in said)
        return ByFirstWord((matcher, number, firsts) for number, matcher, firsts in read)

    @cached_property
    def _markers(self) -> Sequence[frozenset[str]]:
        """For each role that it needs, and that only certain words begin: these words."""
        firsts: dict[int, list[frozenset[str]]] = {}
        for _, number, begins in self.roles.rows:
            firsts.setdefault(number, []).append(begins)
        needed = (begins for number, begins in firsts.items() if self._needed >> number & 1)
        return [frozenset().union(*begins) for begins in needed if all(begins)]

    def readings(self, way: HeadWay, words: Words, start: int) -> Sequence[Slots]:
        """The slots of every way in which this head and its roles cover all words from a place to the end.

        The way is one that stands there, as `HeadIndex.opening` has found it.
        """
        place = start + len(way.before)
        if place > words.end:
            return ()
        if self._needed and self._markers and any(map(words.from_place(place).isdisjoint, self._markers)):
            return ()
        return _RoleWalk(self.roles, way.behind, words, self._needed).from_place(place)

    def fronted(self, way: HeadWay, words: Words, start: int, place: int) -> Iterator[Slots]:
        """As `readings` of a head at a place, with one of its roles right before it: "in a.txt, replace x with y"."""
        ends = place - (words.words[place - 1] == ",")
        after = place + len(way.before)
        if words.words[place + 1 : after] != way.then or after > words.end:
            return
        for matcher, number, _ in self.roles.rows:
            for stop, slots in prefixes(matcher, words, start) if number else ():
                if stop == ends:
                    walk = _RoleWalk(self.roles, way.behind, words, self._needed)
                    yield from walk.from_place(after, 1 << number, slots)


_Onward = tuple[tuple[int, int], Head, HeadWay, frozenset[str]]
"""A way with its place in the table, and its words behind the object."""


class _Openings:
    """The ways that begin with a word, by the words that follow it. One with alternatives is written out when a
    sentence first has a word of each: most stand for dozens."""

    def __init__(self, word: str, ways: Iterable[tuple[Head, str]]) -> None:
        self._word = word
        self._waiting = {number: (*way, needs_of(way[1])) for number, way in enumerate(ways)}
        self._known: dict[int, dict[tuple[str, ...], list[_Onward]]] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting or self._known)

    def at(self, words: Words, start: int) -> Sequence[tuple[Head, HeadWay]]:
        """Those whose words stand from a place on, in the order of the table."""
        if self._waiting:  # the word itself may stand there in another form: deleting
            self._write_out({*words.from_place(start), self._word})
        found: list[tuple[tuple[int, int], Head, HeadWay]] = []
        for length, ways in self._known.items():
            place = start + 1 + length
            here = ways.get(tuple(words.words[start + 1 : place]), ())
            has_all = words.from_place(place).issuperset if here else frozenset[str]().issuperset
            found += [(number, head, way) for number, head, way, behind in here if not behind or has_all(behind)]
        found.sort(key=itemgetter(0))
        return [(head, way) for _, head, way in found]

    def _write_out(self, here: Set[str]) -> None:
        ready = [number for number, (*_, needs) in self._waiting.items() if not any(map(here.isdisjoint, needs))]
        for number in ready:
            head, written, _ = self._waiting.pop(number)
            for place, said in enumerate(said_from(written, self._word)):
                way = _way(said)
                then = self._known.setdefault(len(way.then), {})
                then.setdefault(tuple(way.then), []).append(((number, place), head, way, frozenset(way.behind)))


def head_rows(rules: RuleBook, table: Mapping[str, Sequence[Mapping[str, Any]]], reader: RoleReader) -> list[Head]:
    """The heads of a table whose verbs a rule book has."""
    keys = {verb: (verb.partition(".")[0], verb.partition(".")[2]) for verb in table}
    return [Head(rules, keys[verb], row, reader) for verb in table if keys[verb] in rules for row in table[verb]]


class HeadIndex:
    """The ways to name a verb by the word that each begins with; they are written out when that word is met."""

    def __init__(self, heads: Sequence[Head], ahead: Mapping[str, str] | None = None) -> None:
        """`ahead` has for each word the numbers of the ways that may begin with it, if that was worked out before."""
        self._written = [(head, written) for head in heads for written in head.written]
        self._ahead = ahead
        self._firsts: dict[str, Iterable[str]] = {}
        self._ways: dict[str, tuple[tuple[Head, HeadWay], ...]] = {}
        self._onward: dict[str, _Openings] = {}

    def __contains__(self, word: str) -> bool:
        return bool(self.at(word))

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(word for _, written in self._written for word in self._first_words(written)))

    def at(self, word: str) -> Sequence[tuple[Head, HeadWay]]:
        """The ways that begin with a word, in the order of the table."""
        known = self._ways.get(word)
        if known is None:
            known = tuple((head, _way(said)) for head, said in self._said(word)) if word else ()
            if known or len(self._ways) < MOST_KNOWN:
                self._ways[word] = known
        return known

    def opening(self, word: str, words: Words, start: int) -> Sequence[tuple[Head, HeadWay]]:
        """The ways whose words stand from a place on, the first of them as `word`, in the order of the table."""
        known = self._onward.get(word)
        if known is None:
            known = _Openings(word, self._beginning_with(word) if word else ())
            if known:
                self._onward[word] = known
        return known.at(words, start)

    def _said(self, word: str) -> Iterator[tuple[Head, str]]:
        return ((head, said) for head, written in self._beginning_with(word) for said in said_from(written, word))

    def _beginning_with(self, word: str) -> Iterable[tuple[Head, str]]:
        if self._ahead is not None:
            return [self._written[int(number)] for number in self._ahead.get(word, "").split()]
        # Most ways do not have the word at all; one that is glued together has it in pieces.
        likely = ((head, way) for head, way in self._written if word in way or _is_glued(way))
        return [(head, way) for head, way in likely if word in self._first_words(way)]

    def ahead(self) -> dict[str, str]:
        """What an index of the same ways can be given ahead of time."""
        found: dict[str, list[str]] = {}
        for number, (_, written) in enumerate(self._written):
            for word in self._first_words(written):
                found.setdefault(word, []).append(str(number))
        return {word: " ".join(numbers) for word, numbers in found.items()}

    def _first_words(self, written: str) -> Iterable[str]:
        found = self._firsts.get(written)
        if found is None:
            found = self._firsts[written] = first_words_of(written)
        return found


def said_from(written: str, word: str) -> Iterator[str]:
    """The ways that one with alternatives stands for and that begin with a word."""
    for said in written_out(_narrowed(written, word)):
        if said.startswith(word) and said[len(word) : len(word) + 1] in ("", " "):
            yield said


def needs_of(written: str) -> list[frozenset[str]]:
    """Words of which a sentence has one of each set, if it has a way that this stands for."""
    if _is_glued(written):
        return []
    parts = written.replace(")", "(").split("(")
    groups = [[said.split()[:1] for said in part.split("|")] for part in parts[1::2]]
    alone = [[[word]] for part in parts[::2] for word in part.split() if word != OBJECT]
    return [frozenset(word for (word,) in group) for group in (*groups, *alone) if all(group) and [OBJECT] not in group]


def _narrowed(written: str, word: str) -> str:
    """A way with those of its first alternatives left out that begin with another word."""
    first, _, rest = written.partition(")")
    choices = first[1:].split("|") if first.startswith("(") and rest[:1] in ("", " ") else [""]
    if not all(choices):  # one that is empty leaves the first word to what follows
        return written
    return f"({'|'.join(each for each in choices if each.partition(' ')[0] == word)}){rest}"


def _is_glued(written: str) -> bool:
    """Whether alternatives are parts of a word: "re(name|title)"."""
    rest = written.replace(" (", " ").replace(") ", " ").removeprefix("(").removesuffix(")")
    return "(" in rest or ")" in rest


@lru_cache(MOST_KNOWN)
def _way(said: str) -> HeadWay:
    before, _, behind = said.partition(OBJECT)
    said_before = tuple(before.split())
    return HeadWay(said_before, list(said_before[1:]), tuple(behind.split()))


class _RoleWalk:
    """The search over (place, roles that are filled) behind one head."""

    def __init__(self, roles: Roles, behind: tuple[str, ...], words: Words, needed: int) -> None:
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
        for matcher, number in self.roles.at(self.words.words[place]):
            if not filled >> number & 1 and (number or place == self._start):
                for stop, more in self.words.reached(matcher, place):
                    self._go(stop, filled | 1 << number, (*slots, *more), is_closed=is_closed)


def role_templates(said: str, frames: Mapping[str, Any]) -> Iterator[str]:
    """The templates of a role: each marker of the frame with its kind of slot.

    It is written `parameter:frame`, or as the frame alone where the phrase says by itself which parameters it fills.
    """
    name, _, frame = said.rpartition(":")
    for marker, kind in frames[frame].items():
        slot = f"{{{kind}:{name}}}" if name else f"{{{kind}}}" if kind else ""
        yield f"{marker} {slot}".strip()


def spelt(way: str, groups: Mapping[str, Set[str]]) -> str:
    """A way with the verbs of the group that it names: <take_out> the duplicate lines."""
    before, _, rest = way.partition("<")
    name, _, behind = rest.partition(">")
    return f"{before}({'|'.join(sorted(groups[name]))}){behind}"


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
    said = " ".join(written_out(way)) if _is_glued(way) else way.translate(_JOINTS)
    return [word for word in said.split() if word != OBJECT]
