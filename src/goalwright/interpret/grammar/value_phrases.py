"""Value phrases: words that say what is to be worked out ("today's date") where a text is to be given."""

from __future__ import annotations

from collections.abc import Mapping, Set

from goalwright.interpret.grammar.clause_readings import Reading
from goalwright.interpret.grammar.grammar import Grammar
from goalwright.interpret.grammar.matcher import Filled, Words, prefixes
from goalwright.interpret.grammar.noun_phrases import told_at
from goalwright.interpret.grammar.slot_kinds import Kinds
from goalwright.interpret.grammar.template_entries import params_of
from goalwright.interpret.grammar.tokens import PATH, QUOTE
from goalwright.rules.language import load_values

BUDGET = 25_000
_NEW_NAME = "new_name"
_TERMS = frozenset({"term", "exchanged", "exchanged_by"})


class ValuePhrases:
    """The value phrases of one sentence. One that begins a longer text is none: "the time has come"."""

    def __init__(self, grammar: Grammar, kinds: Kinds) -> None:
        self._grammar, self._kinds = grammar, kinds
        self._words = Words(kinds.folded, kinds, BUDGET)

    def fill_a_text(self, reading: Reading, first: int = 0) -> bool:
        """Whether a text of a clause is nothing but such a phrase, or part of one, or a new name is one.

        The clause begins at `first`, though some of its words may be those of the clause before.
        """
        params = params_of(reading.rule)
        for slot in reading.filled:
            kind = params[slot.name].type if slot.name in params and slot.start >= 0 else ""
            if slot.kind in _TERMS and self._names_a_value(slot):
                return True  # replace the second line
            if kind == "content" and params[slot.name].tells:
                continue  # what is only told may be followed by another
            is_value = kind == "content" and isinstance(slot.value, Mapping)
            if is_value and any(stop > reading.end for stop in self._stops(slot.start)):
                return True  # the date and the battery level
            if kind == "content" and isinstance(slot.value, str) and self._is_no_text(slot, reading):
                return True
            is_named = isinstance(slot.value, str) or slot.kind == _NEW_NAME
            begin = max(first, slot.start if is_named or slot.start < first else max(slot.start, told_at(slot)))
            is_named = is_named or (isinstance(slot.value, Mapping) and isinstance(slot.value.get("path"), str))
            is_long = slot.end > begin + 1 and self._kinds.tokens[begin].mark != QUOTE
            if kind == "path" and is_named and is_long and slot.end in self._stops(begin):
                return True
        return False

    def _names_a_value(self, slot: Filled) -> bool:
        """Whether a term, with the article that may stand before it, is a phrase for a value."""
        first = slot.start - (self._kinds.word(slot.start - 1) in self._kinds.language.words["articles"])
        return slot.end > first + 1 and slot.end in self._stops(first)

    def _is_no_text(self, slot: Filled, reading: Reading) -> bool:
        """Whether words that would be written name a value, what a file says, or part of either."""
        start, end = slot.start, slot.end
        if any(is_so(start, end) for is_so in (self._ends_in_value, self._tells_of, self._begins_as_value)):
            return True
        if self._kinds("file_there", start, end) or (self._tells_of_text(start, end) and self._goes_into_file(reading)):
            return True
        others = {place for other in reading.filled if other is not slot for place in range(other.start, other.end)}
        return self.hold(start, end, reading.start, others)

    def _tells_of_text(self, start: int, end: int) -> bool:
        """Whether words tell of what a file says, or of where a text goes, rather than are one: half of b.txt."""
        if self._kinds.tokens[start].mark == QUOTE:
            return False
        if self._kinds.tokens[self._kinds.past_article(start)].mark == PATH:
            return True
        tellers = self._grammar.value_tellers
        return any(
            stop <= end
            for place in range(start, end)
            for matcher, _ in tellers.at(self._kinds.word(place))
            for stop, _ in prefixes(matcher, self._words, place)
        )

    def _goes_into_file(self, reading: Reading) -> bool:
        params = params_of(reading.rule)
        return any(slot.name in params and params[slot.name].type == "path" for slot in reading.filled)

    def hold(self, start: int, end: int, first: int = 0, others: Set[int] = frozenset()) -> bool:
        """Whether words lie in such a phrase, which begins at `first` or later, and in none of the other slots."""
        if self._kinds.tokens[start].mark == QUOTE:
            return False
        return any(stop >= end for place in {*range(first, start + 1)} - others for stop in self._stops(place))

    def _ends_in_value(self, start: int, end: int) -> bool:
        """Whether a text goes on with what is to be worked out: hello and the date."""
        joined = set(load_values().joined) - {","}
        places = (at + 1 for at in range(start + 1, end - 1) if self._kinds.word(at) in joined)
        return any(stop == end for place in places for stop, _, _ in self._kinds("a_value", place, end))

    def _tells_of(self, start: int, end: int) -> bool:
        """Whether a text begins with what is to be worked out and tells where: the first line of it, the date on top.

        "The year of the cat" is none of these.
        """
        kinds, words = self._kinds, self._kinds.language.words
        if kinds.tokens[start].mark == QUOTE:
            return False
        lines = kinds("part", kinds.past_article(start), end)
        if any(stop < end and kinds.word(stop) in words["within"] for stop, _, _ in lines):
            return True
        return any(stop < end and kinds.word(stop) in words["placing"] for stop, _, _ in kinds("a_value", start, end))

    def _begins_as_value(self, start: int, end: int) -> bool:
        """Whether a text begins as only a value does, though what follows is not known: the name of the best file."""
        if self._kinds.tokens[start].mark == QUOTE:
            return False
        rows = self._grammar.value_openings.at(self._kinds.word(start))
        return any(stop >= end for matcher, _ in rows for stop, _ in prefixes(matcher, self._words, start))

    def follow_the_verb(self, start: int, end: int) -> bool:
        """Whether a clause asks for such a value to be written: its verb, the phrase, perhaps where it goes."""
        if self._kinds.folded[start] not in load_values().verbs:
            return False
        placing = self._kinds.language.words["placing"]
        is_begun = start + 1 < end and self._begins_as_value(start + 1, end)
        stops = self._stops(start + 1)
        return is_begun or any(stop == end or self._kinds.word(stop) in placing for stop in stops if stop <= end)

    def _stops(self, start: int) -> set[int]:
        """Where a phrase can end that begins at a place, or several that are joined."""
        found: set[int] = set()
        places = {start}
        while places:
            ends = {end for place in places for end in self._ends(place)} - found
            found |= ends
            places = {end + 1 for end in ends if self._kinds.word(end) in load_values().joined}
        return found

    def _ends(self, start: int) -> set[int]:
        word = self._kinds.word(start)
        rows = [matcher for matcher, _ in self._grammar.values.at(word)] if word else ()
        known = {end for end, _, _ in self._kinds("a_value", start, self._words.end)} if word else set()
        if any(self._kinds.is_written_number(start, end) for end in known):
            return set()
        return known.union(end for matcher in rows for end, _ in prefixes(matcher, self._words, start))
