"""Wishes: "i want a.txt moved to docs" asks for what "move a.txt to docs" does, its words in another order."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from goalwright.interpret.grammar.gaps import Gap
from goalwright.interpret.grammar.matcher import Filled
from goalwright.interpret.grammar.slot_kinds import Kinds
from goalwright.interpret.grammar.spoken import Hit
from goalwright.interpret.grammar.stems import plain_verb
from goalwright.interpret.grammar.tokens import Token
from goalwright.named_tuple import NamedTuple

LONGEST_OBJECT = 14


class Reordered(NamedTuple):
    """The words of a clause as a command has them; `origins` are their places in the sentence."""

    tokens: tuple[Token, ...]
    origins: tuple[int, ...]

    @classmethod
    def of(cls, kinds: Kinds, origins: tuple[int, ...]) -> Reordered:
        return cls(tuple(kinds.tokens[origin] for origin in origins), origins)

    def hits(self, hits: Sequence[Hit]) -> list[Hit]:
        """Those of some hits whose words still stand together."""
        at = {origin: place for place, origin in enumerate(self.origins)}
        runs = self._runs()
        whole = [hit for hit in hits if hit.start in at and 0 < hit.end - hit.start <= runs[at[hit.start]]]
        return [hit._replace(start=at[hit.start], end=at[hit.start] + hit.end - hit.start) for hit in whole]

    def _runs(self) -> list[int]:
        """How many words from each place on stand together in the sentence too."""
        runs = [1] * len(self.origins)
        for place in range(len(self.origins) - 2, -1, -1):
            if self.origins[place + 1] == self.origins[place] + 1:
                runs[place] = runs[place + 1] + 1
        return runs

    def gaps(self, gaps: Iterable[Gap]) -> list[Gap]:
        """Those of some gaps whose words, and those on both sides of them, still stand together."""
        at = {origin: place for place, origin in enumerate(self.origins)}
        found = [(gap, [at.get(place, -1) for place in range(gap.start - 1, gap.end + 1)]) for gap in gaps]
        return [
            gap._replace(start=places[1], end=places[-1])
            for gap, places in found
            if places[0] >= 0 and places == list(range(places[0], places[0] + len(places)))
        ]

    def restored(self, slot: Filled) -> Filled | None:
        """A slot at its place in the sentence; None if its words do not stand together there."""
        places = self.origins[slot.start : slot.end]
        if not places:
            return slot
        is_whole = places == tuple(range(places[0], places[0] + len(places)))
        return slot._replace(start=places[0], end=places[-1] + 1) if is_whole else None


def wished_orders(
    kinds: Kinds, vocabulary: Container[str], start: int, end: int, *, is_further: bool = False
) -> Iterator[Reordered]:
    """The commands that a clause may wish for: its verb first, then the thing that it is done to, then the rest.

    A further wish needs no words that say so: "i want a.txt moved to docs and docs zipped".
    """
    for first, joints in [(start, "wish_joint")] if is_further else _openings(kinds, start, end):
        for place in range(first + 1, min(end, first + LONGEST_OBJECT)):
            for joint, at in _joints(kinds, place, end, joints):
                verb = _done(kinds, vocabulary, at) if at < end else None
                if verb is not None:
                    yield from _orders(kinds, verb, at, (first, joint), end)


def _openings(kinds: Kinds, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Where the thing begins that something is wished for, and the kind of words behind it."""
    if kinds.word(start) in kinds.language.words["wishing"]:
        yield from ((stop, features["joint"]) for stop, features, _ in kinds("wish_lead", start, end))
    if start > 0 and kinds.word(start - 1) in kinds.language.words["told_first"]:
        yield start, "has_been"
    if start > 0 and kinds.word(start - 1) in kinds.language.words["told_behind"]:
        yield start, "is_done"
    if not kinds.language.words["ought"].isdisjoint(kinds.folded[start + 1 : end]):
        yield start, "ought_to"


def _joints(kinds: Kinds, place: int, end: int, joints: str) -> Iterator[tuple[int, int]]:
    """Where the thing ends and what is done to it begins; only a wish needs no word between the two."""
    if joints == "wish_joint":
        yield place, place
    yield from ((place, stop) for stop, _, _ in kinds(joints, place, end))


def _done(kinds: Kinds, vocabulary: Container[str], place: int) -> str | None:
    """The verb whose past form stands at a place."""
    for stop, features, _ in kinds("participle", place, place + 1):
        if stop == place + 1:
            return str(features["value"])
    word = kinds.folded[place]
    return plain_verb(word, vocabulary, is_done=True) if word.endswith("ed") else None


def _orders(kinds: Kinds, verb: str, at: int, thing: tuple[int, int], end: int) -> Iterator[Reordered]:
    first, rest, particle = list(range(*thing)), list(range(at + 1, end)), []
    if rest and kinds.folded[rest[0]] in kinds.language.words["particles"]:
        particle = rest[:1]
    for origins in [[*first, *rest]] if not particle else [[*first, *rest], [*particle, *first, *rest[1:]]]:
        own = kinds.tokens[at]._replace(word=verb, value=verb)
        yield Reordered((own, *(kinds.tokens[place] for place in origins)), (at, *origins))
