"""Readings: the ways to understand one clause, each a row with parameters, cheapest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from goalwright.dataclass import dataclass, field, replace
from goalwright.interpret.grammar.carried_refusals import carries_refused
from goalwright.interpret.grammar.clause_params import (
    fits,
    imply,
    is_complete,
    looked_for,
    made_here,
    made_of,
    may_be_listed,
    may_repeat,
    names_each,
    params_said,
    settle_goal,
    settle_lists,
    settle_place,
    throughout,
    told_of_set,
    with_folders,
)
from goalwright.interpret.grammar.framing import WHY, FramingTrimmer
from goalwright.interpret.grammar.gaps import Gap
from goalwright.interpret.grammar.grammar import Grammar
from goalwright.interpret.grammar.heads import Head
from goalwright.interpret.grammar.if_clauses import IfClause, condition_of
from goalwright.interpret.grammar.matcher import Filled, Slots, TooComplex, Words, covers, matches
from goalwright.interpret.grammar.noun_phrases import POINTING, composed, is_clear_set, told_at
from goalwright.interpret.grammar.slot_kinds import Kinds
from goalwright.interpret.grammar.spoken import End, Hit, Listed, parts_of
from goalwright.interpret.grammar.stems import plain_verb
from goalwright.interpret.grammar.template_entries import Entry
from goalwright.interpret.grammar.text_kinds import FREE_KINDS
from goalwright.interpret.grammar.tokens import DOTTED, QUOTE, Token
from goalwright.interpret.grammar.wishes import Reordered, wished_orders
from goalwright.named_tuple import NamedTuple
from goalwright.rules.rule import First, Rule

CLAUSE_COST, ASIDE_COST, UNSAID = 10, 30, 4
PAIRED = "each_to_each"
"""The order of words that say that of two lists each belongs to each: respectively."""
DEEP = "deep"
"""The order of a word that says that what lies in folders is meant too."""
OFF_PAGE, NAMES_A_FILE = 2, 6
_OF_FILES = frozenset({"upload", "download", "screenshot", "navigate", "search"})
MAX_READINGS, MAX_TIMES = 4, 20
CUT_TEXT = 5
REREADING_WORK = 50


class FrontPlace(NamedTuple):
    """A folder that was said first; things come from it, or all is done in it."""

    folder: str
    is_source: bool


class FirstGoal(NamedTuple):
    """What a clause asks for before its own goal; `gives` is the own parameter that takes what the first one sees."""

    rule: Rule
    params: Mapping[str, Any]
    gives: str | None

    def __repr__(self) -> str:
        return f"{self.rule.name} {sorted(self.params.items())}"


@dataclass(frozen=True, slots=True)
class Reading:
    """A clause taken as one row. Values may still be pronouns or lists; `prefix` are its words before any of them."""

    rule: Rule
    params: Mapping[str, Any]
    inside: Any
    drive: str | None
    times: int
    cost: int
    entry: Entry | Head
    filled: Slots
    start: int
    end: int
    prefix: tuple[Token, ...] = ()
    firsts: tuple[FirstGoal, ...] = ()
    orders: tuple[str, ...] = ()
    when: IfClause | None = None
    each: Mapping[str, Any] | None = None
    front: FrontPlace | None = None
    among: Mapping[str, Any] | None = None
    ignored: tuple[tuple[int, int], ...] = field(default=())

    @property
    def points_at_earlier(self) -> bool:
        """Whether it is about some of a set that was spoken of before."""
        return any(isinstance(part, Mapping) and part.get("kind") in POINTING for part in parts_of(self.params))

    @property
    def key(self) -> tuple[Any, ...]:
        """Two readings with the same key mean the same."""
        own = self.rule.name, repr(sorted(self.params.items())), repr(self.inside), self.drive
        return *own, self.times, repr(self.firsts), repr(self.when), repr(self.each), self.front, repr(self.among)


class Reader:
    """Reads clauses of one sentence."""

    def __init__(self, grammar: Grammar, words: Words, kinds: Kinds, *, is_again: bool = False) -> None:
        self.grammar, self.words, self.kinds, self._is_again = grammar, words, kinds, is_again
        self.framing = FramingTrimmer(grammar, words, kinds)
        self._read: dict[tuple[int, int, bool], list[Reading]] = {}

    def readings(self, start: int, end: int, *, on_page: bool) -> list[Reading]:
        """The readings of words `start` to `end`, framing words set aside, cheapest first."""
        key = (start, end, on_page)
        if key not in self._read:
            self._read[key] = _cheapest(self._framed(start, end, on_page))
        return self._read[key]

    def _framed(self, start: int, end: int, on_page: bool) -> Iterator[Reading]:
        yield from self._conditional(start, end, on_page)
        yield from self._told_behind(start, end, on_page)
        yield from self._for_each(start, end, on_page)
        yield from self._among(start, end, on_page)
        yield from self._behind_place(start, end, on_page)
        self.words.end, self.words.verb_at = end, -1
        if self._is_near_miss(start):
            return
        starts, ends = self.framing.leads(start, end), self.framing.trails(start, end)
        for (first, lead_orders), (last, trail_orders) in product(starts, ends):
            orders = (*lead_orders, *trail_orders)
            ignored = tuple(span for span in ((start, first), (last, end)) if span[0] < span[1])
            own = (*self._plain(first, last, on_page), *self._wished(first, last, on_page)) if first < last else ()
            extra = ASIDE_COST * (WHY in orders)  # a text more likely runs on than tells why it is wanted
            for reading in _cheapest(own):
                said = (*reading.orders, *((PAIRED,) if names_each(reading.rule, reading.params) else ()), *orders)
                params = throughout(reading.rule, reading.params) if DEEP in orders else reading.params
                if params is not None and may_be_listed(reading.rule, reading.params, is_paired=PAIRED in said):
                    cost = reading.cost + extra + CUT_TEXT * self._cuts_a_text(reading, last, end)
                    framed = replace(reading, params=params, orders=said, ignored=ignored, cost=cost)
                    yield framed if said != reading.orders or ignored else reading

    def _cuts_a_text(self, reading: Reading, last: int, end: int) -> bool:
        """Whether what is set aside at the end may as well be the end of a text for a file: "saying see you now"."""
        texts = [slot for slot in reading.filled if slot.name == "content" and slot.kind in FREE_KINDS]
        is_open = any(slot.end == last and self.kinds.tokens[last - 1].mark != QUOTE for slot in texts)
        is_kind = self.kinds.language.words["thanking"].issuperset(self.kinds.folded[last:end])
        return is_open and reading.rule.domain == "file" and not is_kind

    def _conditional(self, start: int, end: int, on_page: bool) -> Iterator[Reading]:
        """Readings of a command with its condition before or behind it."""
        kinds, words = self.kinds, self.kinds.language.words
        for stop, features, cost in self._if_clauses(start, end):
            place = stop + (kinds.word(stop) == ",")
            place += kinds.word(place) in words["consequent"]
            place += kinds.word(place) == ","
            if place < end:
                condition = condition_of(features, is_behind=False)
                inner = self.readings(place, end, on_page=on_page)
                extra = cost + (place == stop)  # most end in a comma or "then"
                if place == stop:  # a place without a comma before it is that of what is asked
                    inner = [each for each in inner if each.front is None]
                read = [each for each in inner if not each.when and condition is not None]
                yield from (replace(each, when=condition, cost=each.cost + extra) for each in read)
        for place in range(start + 1, end):
            for stop, features, cost in self._if_clauses(place, end):
                if stop == end:
                    condition = condition_of(features, is_behind=True)
                    before = place - (kinds.word(place - 1) == ",")
                    inner = self.readings(start, before, on_page=on_page) if before > start and condition else []
                    yield from (replace(each, when=condition, cost=each.cost + cost) for each in inner if not each.when)

    def _told_behind(self, start: int, end: int, on_page: bool) -> Iterator[Reading]:
        """Readings of a command behind which more is told of its things: "copy the pdfs to docs, except a.pdf"."""
        kinds, told = self.kinds, {"where": ("posts", "relating"), "except": ("left_aside", "leaving_out")}
        for place, (name, (kind, opening)) in product(range(start + 2, end), told.items()):
            if kinds.folded[place] not in kinds.language.words[opening]:
                continue
            for stop, features, cost in kinds(kind, place, end):
                before = place - (kinds.word(place - 1) == ",")
                inner = self.readings(start, before, on_page=on_page) if stop == end and set(features) == {name} else []
                for each in inner:
                    params = told_of_set(each.params, name, features[name]) if each.when is None else None
                    if params is not None:
                        yield replace(each, params=params, cost=each.cost + cost)

    def _for_each(self, start: int, end: int, on_page: bool) -> Iterator[Reading]:
        """Readings of a command behind the things that it is done for: "for each pdf in inbox, copy it to archive"."""
        for stop, features, cost in self.kinds("each_clause", start, end):
            place = stop + (self.kinds.word(stop) == ",")
            inner = self.readings(place, end, on_page=on_page) if place < end else []
            things = features["things"]
            read = [one for one in inner if one.each is None and (one.front is None or place > stop)]
            yield from (replace(one, each=things, cost=one.cost + cost) for one in read)

    def _among(self, start: int, end: int, on_page: bool) -> Iterator[Reading]:
        """Readings of a command behind the set that it is about some of: "of the pdfs in bills, delete the oldest"."""
        if self._is_again or self.kinds.word(start) not in self.kinds.language.words["partitive"]:
            return
        for stop, features, cost in self.kinds("among", start, end):
            if self.kinds.word(stop) == "," and stop + 1 < end and is_clear_set(features["things"]):
                for inner in self.readings(stop + 1, end, on_page=on_page):
                    if inner.among is None and inner.points_at_earlier:
                        yield replace(inner, among=features["things"], cost=inner.cost + cost)

    def _behind_place(self, start: int, end: int, on_page: bool) -> Iterator[Reading]:
        """Readings of a command behind the folder that it is about: "in docs, delete a.txt"."""
        fronting = self.kinds.language.words["fronting"]
        if self._is_again or self.kinds.word(start) not in fronting | self.kinds.language.words["tidying"]:
            return
        for stop, features, cost in self.kinds("front_place", start, end):
            place = stop + (self.kinds.word(stop) == ",")
            is_next = place < end and self.kinds.word(place) not in fronting  # a place in a place is none
            inner = self.readings(place, end, on_page=on_page) if is_next else []
            front = FrontPlace(features["folder"], bool(features.get("source")))
            is_plain = isinstance(front.folder, str) and "." not in front.folder.rpartition("/")[2].strip(".")
            extra = cost + (place == stop)
            yield from (
                replace(each, front=front, cost=each.cost + extra) for each in inner if is_plain and each.front is None
            )

    def _wished(self, start: int, end: int, on_page: bool) -> Iterator[Reading]:
        """Readings of a wish that something be done to a thing."""
        if self._is_again:  # what is wished for is no wish
            return
        is_told = start > 0 and self.kinds.word(start - 1) in self.kinds.language.words["told_first"]
        for order in wished_orders(self.kinds, self.grammar.vocabulary, start, end):
            for reading in self.reordered(order, start, end, on_page=on_page):
                if not is_told or (reading.rule.domain == "file" and reading.rule.verb != "delete"):
                    yield reading  # "once a.txt has been deleted" rather waits for it

    def reordered(self, order: Reordered, start: int, end: int, *, on_page: bool) -> Iterator[Reading]:
        """Readings of words in another order than that of the sentence, as those of words `start` to `end`."""
        gaps = order.gaps(self.kinds.gap_at.values())
        for reading in self.reread(order.tokens, order.hits(self.kinds.hits), gaps, on_page=on_page):
            filled = [order.restored(slot) for slot in reading.filled]
            if None not in filled:
                slots = tuple(slot for slot in filled if slot is not None)
                yield replace(reading, filled=slots, start=start, end=end, ignored=())

    def reread(
        self, tokens: Sequence[Token], hits: list[Hit], gaps: Sequence[Gap] = (), *, on_page: bool
    ) -> list[Reading]:
        """The readings of other words than those of the sentence, or of these in another order."""
        self.words.spend(REREADING_WORK)
        inner = self.kinds.of(tokens, gaps)
        inner.hits = hits
        words = Words([token.word for token in tokens], inner, self.words.budget)
        found = Reader(self.grammar, words, inner, is_again=True).readings(0, len(tokens), on_page=on_page)
        self.words.budget = words.budget
        return found

    def _if_clauses(self, place: int, end: int) -> list[End]:
        is_conditional = self.kinds.word(place) in self.kinds.language.words["conditional"]
        return self.kinds("if_clause", place, end) if is_conditional else []

    def _is_near_miss(self, start: int) -> bool:
        first, grammar = self.words.words[start], self.grammar
        is_missed = any(covers(matcher, self.words, start) for matcher, _ in grammar.near_misses.at(first))
        return is_missed and not any(covers(matcher, self.words, start) for matcher, _ in grammar.no_misses.at(first))

    def _plain(self, start: int, end: int, on_page: bool) -> Iterator[Reading]:
        words = self.words
        words.end, words.verb_at = end, -1
        if self._is_near_miss(start):
            return
        words.verb_at, words.verb = start, self._plain_verb(start)
        present, opening = frozenset((*words.words[start:end], words.verb)), (words.words[start], words.verb)
        for entry in self.grammar.candidates(present, opening):
            if entry.on_page is not None and entry.on_page is not on_page:
                continue
            words.budget -= 2  # as `spend` does, which is asked too often for a call
            if words.budget < 0:
                raise TooComplex
            for slots in matches(entry.matcher(self.grammar.phrases), words, start):
                yield from self._read_as(entry, slots, start, end, on_page=on_page)
        for head, slots in self._headed(start, end):
            yield from self._read_as(head, slots, start, end, on_page=on_page)

    def _headed(self, start: int, end: int) -> Iterator[tuple[Head, Slots]]:
        """What heads make of some words: one at their start, or one further on behind the role that it begins with."""
        words, heads = self.words, self.grammar.heads
        for first in (words.words[start], words.verb):
            for head, way in heads.opening(first, words, start):
                for slots in head.readings(way, words, start):
                    yield head, slots
        if words.words[start] in self.kinds.language.words["fronting"]:
            for place in range(start + 2, end):
                for head, way in heads.at(words.words[place]):
                    yield from ((head, slots) for slots in head.fronted(way, words, start, place))

    def _read_as(self, entry: Entry | Head, slots: Slots, start: int, end: int, *, on_page: bool) -> Iterator[Reading]:
        reading = self._reading(entry, slots, start, end)
        if reading is not None:
            has_twin = on_page and self.grammar.has_page_twin(entry.rule)
            yield replace(reading, cost=reading.cost + OFF_PAGE) if has_twin else reading

    def _plain_verb(self, start: int) -> str:
        """The plain form of a clause's verb; a sentence that starts with "deleting" tells of it rather than asks."""
        word = self.words.words[start]
        is_first = not self.kinds.text[: self.kinds.tokens[start].start].strip()
        if (word.endswith("ing") and is_first) or self.kinds.is_there(word):  # what is called so is no verb: logs
            return ""
        return plain_verb(word, self.grammar.vocabulary, is_done=self._is_done_before(start)) or ""

    def _is_done_before(self, start: int) -> bool:
        """Whether a past form says what comes first ("after you have created"), rather than tells of something."""
        before, known = self.words.words[max(0, start - 3) : start], self.kinds.language.words
        return bool(before) and before[-1] in known["perfect"] and not known["first_things"].isdisjoint(before)

    def _reading(self, entry: Entry | Head, slots: Slots, start: int, end: int) -> Reading | None:
        if len({slot.name for slot in slots}) != len(slots):
            return None
        values = composed(slots, entry.say.given if isinstance(entry, Head) else {})
        if values is None or not all(map(is_clear_set, values.values())) or not settle_lists(values):
            return None
        only_when, is_paired = values.pop("only_when", None), values.pop("paired", False)
        unsaid = UNSAID * imply(entry, values)
        settle_place(entry.rule, values)
        before = next((slot.start - 1 for slot in slots if slot.name == "to" and slot.start > 0), None)
        preposition = self.kinds.word(before) if before is not None else ""
        settle_goal(entry.rule, values, preposition, self.kinds.language.words["inside"])
        params = params_said(entry, values)
        if (
            params is None
            or isinstance(values.get("inside"), Listed)
            or self._lies_in_a_file(values.get("inside"))
            or carries_refused(self.kinds.hits, slots, start, end)
            or self._plays_a_file(entry.rule, slots)
        ):
            return None
        params = with_folders(entry.rule, made_here(entry.rule, params, values, self.kinds.words))
        if self.kinds.word(start) in self.kinds.language.words["seeking"]:
            params = looked_for(params)
        firsts = tuple(goal for first in entry.say.firsts if (goal := self._first(first, values)) is not None)
        if len(firsts) != len(entry.say.firsts):
            return None
        given = {first.gives for first in firsts}
        if not is_complete(entry.rule, params, given) or not fits(entry.rule, params, self.kinds.words):
            return None
        times = values.get("times", 1)
        if times != 1 and not (may_repeat(entry.rule) and times in range(1, MAX_TIMES + 1)):
            return None
        cost = CLAUSE_COST + entry.cost + unsaid + sum(slot.cost for slot in slots)
        if entry.rule.name == "file.list" or (entry.rule.domain == "browser" and entry.rule.verb not in _OF_FILES):
            cost += NAMES_A_FILE * any(map(self._names_a_file, slots))
        own = min(map(told_at, slots), default=end)
        prefix = tuple(self.kinds.tokens[start:own])
        place = values.get("inside"), values.get("drive")
        when = IfClause(tuple(only_when), is_behind=True) if only_when else None
        orders = (PAIRED,) if is_paired else ()
        found = entry.rule, params, *place, times, cost, entry, slots, start, end, prefix, firsts, orders
        return Reading(*found, when=when)

    def _names_a_file(self, slot: Filled) -> bool:
        """Whether words for something on a page have a file's name in them, unquoted: most likely that is meant."""
        endings = self.kinds.language.endings["files"]
        said = [token for token in self.kinds.tokens[max(0, slot.start) : slot.end] if token.mark == DOTTED]
        return any(token.word.rpartition(".")[2] in endings for token in said)

    def _lies_in_a_file(self, place: Any) -> bool:
        """Whether something would lie in what is no folder: note it in a.txt."""
        ending = place.rpartition(".")[2].casefold() if isinstance(place, str) and "." in place.strip("./") else ""
        return ending in self.kinds.language.endings["files"]

    def _plays_a_file(self, rule: Rule, slots: Slots) -> bool:
        """Whether a title would have a file's name in it: shuffle the lines of a.txt."""
        return rule.domain == "media" and any(slot.end > slot.start + 1 and self._names_a_file(slot) for slot in slots)

    def _first(self, first: First, values: Mapping[str, Any]) -> FirstGoal | None:
        """A goal that a template asks for first; None if the slots do not make one."""
        params = made_of(first.given, values)
        if params is None:
            return None
        rule = self.grammar.rules[first.domain, first.verb]
        return (
            FirstGoal(rule, params, first.gives)
            if is_complete(rule, params) and fits(rule, params, self.kinds.words)
            else None
        )


def _cheapest(readings: Iterable[Reading]) -> list[Reading]:
    """Of the readings that mean the same the cheapest, and of these the cheapest few."""
    readings = list(readings)
    if len(readings) < 2:
        return readings
    best: dict[tuple[Any, ...], Reading] = {}
    for reading in readings:
        key = reading.key
        if key not in best or reading.cost < best[key].cost:
            best[key] = reading
    ranked = sorted(best.items(), key=lambda item: (item[1].cost, item[0]))
    return [reading for _, reading in ranked[:MAX_READINGS]]
