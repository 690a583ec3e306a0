"""Framing: where the command itself begins and ends among words of courtesy and of order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from goalwright.interpret.grammar.grammar import Grammar
from goalwright.interpret.grammar.matcher import ByFirstWord, Words, covers, prefixes
from goalwright.interpret.grammar.slot_kinds import Kinds
from goalwright.interpret.grammar.tokens import STOP, WORD

Framings = ByFirstWord[str]
WHY, WISH = "why", "wish"
"""The order of a reason, which may end a command, and of a wish, which is none before what it leads on to."""
MAX_FRAMINGS = 6
LONGEST_TRAIL = 12


class FramingTrimmer:
    """Takes the words around the commands of one sentence off."""

    def __init__(self, grammar: Grammar, words: Words, kinds: Kinds) -> None:
        self.grammar, self.words, self.kinds = grammar, words, kinds

    def leads(self, start: int, end: int) -> list[tuple[int, tuple[str, ...]]]:
        """Places where the command itself may start, each after more framing than the one before."""
        found: list[tuple[int, tuple[str, ...]]] = [(start, ())]
        while len(found) <= MAX_FRAMINGS:
            place, orders = found[-1]
            best, order = place, ""
            for stop, says in self._framed(self._leads(start), place, end):
                if best < stop < end:
                    best, order = stop, says
            if best == place:
                break
            best = self._past_stops(best, end, only_commas=bool(order))
            found.append((best, (*orders, order) if order else orders))
        return found

    def trails(self, start: int, end: int) -> list[tuple[int, tuple[str, ...]]]:
        """Places where the command itself may end, each with more framing behind it than the one before."""
        found: list[tuple[int, tuple[str, ...]]] = [(end, ())]
        for stop, orders in found:  # which grows while it is walked
            if len(found) > MAX_FRAMINGS:
                break
            for place, says in (*self._trail(start, stop), *self._reasons(start, stop)):
                ending = self._before_stops(start, place)
                if all(ending != other for other, _ in found):
                    found.append((ending, (*orders, says) if says else orders))
        return found

    def is_framing(self, start: int, end: int) -> bool:
        """Whether words are all framing: "thanks", ", please". Behind a colon, they are what was announced."""
        if self._thanks_for(start) or self.is_announced(start):
            return False
        first = self.words.words[start]
        leads = self._leads(start).at(first) if any(token.mark != STOP for token in self.kinds.tokens[end:]) else ()
        self.words.end, self.words.verb_at = end, -1
        return any(
            covers(matcher, self.words, start)
            for matcher, order in (*leads, *self.grammar.trails.at(first))
            if not order
        )

    def is_announced(self, place: int) -> bool:
        """Whether a colon stands before a place."""
        return place > 0 and self.kinds.tokens[place - 1].word == ":"

    def asides(self, start: int, end: int) -> Iterator[str]:
        """What words tell that ask for nothing: why something is wanted, how things are, what is left as it is."""
        self.words.end, self.words.verb_at = end, -1
        follows = set(self.words.words[end : end + 3])
        for matcher, says in self.grammar.asides.at(self.words.words[start]):
            leads_on = not follows.isdisjoint(self.kinds.language.words["leading_on"])
            if (says != WISH or leads_on) and covers(matcher, self.words, start):
                yield says

    def _reasons(self, start: int, end: int) -> Iterator[tuple[int, str]]:
        """Where a reason begins that a command ends in: "… so that i have a spare"."""
        for place in range(start + 1, end):
            for matcher, says in self.grammar.asides.at(self.words.words[place]):
                self.words.end, self.words.verb_at = end, -1
                if says == WHY and covers(matcher, self.words, place):
                    yield place, says

    def _leads(self, start: int) -> Framings:
        """What may stand before a command; some words only open a whole sentence, behind nothing but other framing."""
        return self.grammar.openings if start <= self._opening_end else self.grammar.leads

    @cached_property
    def _opening_end(self) -> int:
        """Where the framing ends that a sentence begins with."""
        place, end = 0, len(self.words.words)
        while place < end:
            stops = (stop for stop, _ in self._framed(self.grammar.openings, place, end))
            best = self._past_stops(max(stops, default=place), end, only_commas=True)
            if best == place:
                break
            place = best
        return place

    def _framed(self, framings: Framings, place: int, end: int) -> Iterator[tuple[int, str]]:
        """Where each of some framings that stands at a place ends, and the order it tells."""
        self.words.end, self.words.verb_at = end, -1
        for matcher, says in framings.at(self.words.words[place] if place < end else ""):
            yield from ((stop, says) for stop, _ in prefixes(matcher, self.words, place))

    def _past_stops(self, place: int, end: int, *, only_commas: bool) -> int:
        while place < end - 1 and self.kinds.tokens[place].mark == STOP:
            if only_commas and self.kinds.tokens[place].word != ",":
                break
            place += 1
        return place

    def _before_stops(self, start: int, end: int) -> int:
        while end > start + 1 and self.kinds.tokens[end - 1].mark == STOP:
            end -= 1
        return end

    def _trail(self, start: int, end: int) -> Iterator[tuple[int, str]]:
        self.words.end, self.words.verb_at = end, -1
        for place in range(max(start + 1, end - LONGEST_TRAIL), end):
            trails = self.grammar.trails.at(self.words.words[place])
            if not trails or self._may_end_a_name(place, end) or self.is_announced(place):
                continue
            for matcher, says in trails:
                # An order word behind a comma or "then" belongs to what is said there: "quieter, then next".
                is_apart = bool(says) and self.kinds.in_gap[place - 1]
                if not is_apart and covers(matcher, self.words, place):
                    yield place, says
                    break

    def _may_end_a_name(self, place: int, end: int) -> bool:
        """Whether a word of courtesy stands behind a name with a capital, and so may belong to it."""
        if self._thanks_for(place) or self._names_a_thing(place, end):
            return True
        before = self.kinds.tokens[place - 1]
        is_ending = end == place + 1 and self.words.words[place] in self.kinds.language.verbs["ending"]
        return is_ending and place > 1 and before.mark == WORD and before.value[:1].isupper()

    def _thanks_for(self, place: int) -> bool:
        """Whether words of thanks belong to an answer right before them: "No, thanks"."""
        verbs, before = self.kinds.language.verbs, place - 1
        if before > 0 and self.kinds.goes_on(before):
            before -= 1
        is_thanks = self.words.words[place] in verbs["thanks"]
        return is_thanks and before > 0 and self.words.words[before] in verbs["answers"]

    def _names_a_thing(self, place: int, end: int) -> bool:
        """Whether a last word of courtesy may as well name the thing before it: "click button OK"."""
        words, language, token = self.words.words, self.kinds.language, self.kinds.tokens[place]
        is_name = end == place + 1 and (token.word in language.verbs["replies"] or token.value[:1].isupper())
        if not is_name or place < 2 or words[place - 1] not in language.kind_ends:
            return False
        before = words[place - 3] if words[place - 2] in language.words["articles"] and place > 2 else words[place - 2]
        return before in language.verbs["naming"] or before == "on"
