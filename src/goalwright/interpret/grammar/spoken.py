"""Spoken: one sentence as slot kinds see it: its tokens, its gaps, and the words that must not be overlooked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import pairwise
from typing import Any, ParamSpec, TypeVar

from goalwright.contracts.references import IsThere
from goalwright.interpret.grammar.gaps import WITH, Gap
from goalwright.interpret.grammar.tokens import DOTTED, NUMBER, QUOTE, STOP, WORD, Token
from goalwright.named_tuple import NamedTuple
from goalwright.rules.language import Language
from goalwright.rules.vocabulary import Vocabulary

Verbs = Mapping[str, Set[str]]
Given = ParamSpec("Given")
Found = TypeVar("Found")
End = tuple[int, Any, int]
"""Where a slot ends, its value, and its cost: 0 for what can hardly be anything else."""

FREE_WORD, LOOSE_WORD, SWALLOWED_GAP, BARE_NAME = 1, 2, 12, 3
SWALLOWED_COMMAND, GOES_ON = 150, 2
MAX_PHRASE, LONGEST_POINTING = 5, 5
TEMPLATE_MARKS = frozenset("{}<>[]|")


def by_name(*kinds: Callable[Given, Found]) -> dict[str, Callable[Given, Found]]:
    """Kinds of slots under the names that templates have for them: those of their functions."""
    return {kind.__name__: kind for kind in kinds}


class Pick(NamedTuple):
    """Some of several things: so `many` of them from the `start`-th on, which counts from the end if it is negative.

    Without a number it is all of them, or `each` by itself. `order` sorts them first; `exactly` says that there are no
    more than these.
    """

    start: int = 1
    many: int | None = None
    order: str = ""
    exactly: bool = False
    each: bool = False


class Pronoun(NamedTuple):
    """A word that points back: at a `thing`, a `file`, a `folder`, a `place`, an `app` or a `window` named before, at
    the `archive`, `copy` or `original` of one, or at what was `found`, or some of that."""

    points_at: str
    pick: Pick = Pick()


class Listed(NamedTuple):
    """Several values in one list: a, b and c."""

    values: tuple[Any, ...]


def parts_of(value: Any) -> Iterator[Any]:
    """A value, and all that stands in it at any depth."""
    yield value
    is_plural = isinstance(value, list | tuple) and not isinstance(value, Pronoun)
    for part in value.values() if isinstance(value, Mapping) else value if is_plural else ():
        yield from parts_of(part)


class Hit(NamedTuple):
    """Words that no free text may swallow: where they are, where in a text they count, and why.

    One that `is_open` ends in any words at all, so that a clause may end among them.
    """

    start: int
    end: int
    where: str
    kind: str
    is_open: bool = False


class _Barriers(NamedTuple):
    """The end that a text from each place on must stay before, and starts and ends that no text may have.

    `at_start` maps a start to the first end that is too far, `at_end` an end to the last start that is too early.
    """

    anywhere: list[int]
    at_start: dict[int, int]
    at_end: dict[int, int]


def _nothing_there(_name: str) -> bool:
    return False


class Spoken:
    """A sentence in tokens. `hits` are filled in once the refusals have been looked for."""

    def __init__(
        self,
        text: str,
        tokens: Sequence[Token],
        gaps: Sequence[Gap],
        words: Vocabulary,
        language: Language,
        apps: Mapping[str, str],
        is_there: IsThere = _nothing_there,
    ) -> None:
        self.text, self.tokens, self.words = text, tokens, words
        self.language, self.apps, self.is_there = language, apps, is_there
        self.hits: list[Hit] = []
        self._known_barriers: dict[bool, _Barriers] = {}
        self.folded = [token.word for token in tokens]
        self.gap_at = {gap.start: gap for gap in gaps}
        self.in_gap = [False] * len(tokens)
        for gap in gaps:
            self.in_gap[gap.start : gap.end] = [True] * (gap.end - gap.start)
        self._going_on = {gap.start for gap in gaps if _goes_on(tokens, gap, language.verbs)}
        self._free_cost = _running_cost(tokens, gaps, self._going_on, language.verbs)

    @cached_property
    def file_places(self) -> list[int]:
        """Where names stand that end as files do."""
        endings = self.language.endings["files"]
        dotted = (at for at, token in enumerate(self.tokens) if token.mark == DOTTED)
        return [at for at in dotted if self.folded[at].rpartition(".")[2] in endings]

    @cached_property
    def gap_places(self) -> list[int]:
        """Where gaps begin, in their order."""
        return sorted(self.gap_at)

    def __call__(self, kind: str, start: int, end: int) -> list[End]:
        """Where a slot of some kind that starts at a word may end, at the latest at `end`: the kinds know."""
        raise NotImplementedError

    def said(self, start: int, end: int) -> str:
        """The user's own text of some words; of a quote alone, what is quoted."""
        first = self.tokens[start]
        if end == start + 1 and first.mark == QUOTE:
            return first.value
        return self.text[first.start : self.tokens[end - 1].end]

    def is_written_number(self, start: int, end: int) -> bool:
        """Whether figures stand together as they are written down: 555-1234 is a telephone's, and no sum."""
        return self.tokens[start].mark == NUMBER and end > start + 1 and " " not in self.said(start, end)

    def named_elsewhere(self, place: int, by: str) -> Set[str]:
        """What words before a place name as a file or folder, or as where one goes: "make a folder demo, list demo"."""
        nouns = self.language.nouns
        naming = self.language.words[by] | (nouns["file"] | nouns["folder"] if by == "calling" else frozenset())
        found = {word for before, word in pairwise(self.folded[:place]) if before in naming}
        starts = [at for at in range(place) if by == "calling" and self.folded[at] in nouns["folders"]]
        return found.union(*(self._listed(at + 1, place) for at in starts))

    def _listed(self, at: int, place: int) -> list[str]:
        """The names of a list that begins at one place and has its "and" before another: a, b and c."""
        at += self.word(at) in self.language.words["calling"]
        names = [self.word(at)]
        while self.word(at + 1) == "," and at + 2 < place:
            at += 2
            names.append(self.word(at))
        is_whole = self.word(at + 1) in self.language.words["key_joints"] and at + 2 < place
        return [*names, self.word(at + 2)] if is_whole else []

    def is_end(self, place: int) -> bool:
        return place >= len(self.tokens)

    def word(self, place: int) -> str:
        """The word at a place, or nothing behind the last."""
        return self.folded[place] if place < len(self.folded) else ""

    def past(self, start: int, sequences: Iterable[tuple[str, ...]]) -> Iterator[int]:
        """Behind each of some sequences of words that stands at a place."""
        first = self.word(start)
        for words in sequences:
            if not words or (words[0] == first and tuple(self.folded[start : start + len(words)]) == words):
                yield start + len(words)

    def past_article(self, place: int) -> int:
        """Behind the article at a place, if there is one and something behind it."""
        return place + (self.word(place) in self.language.words["articles"] and not self.is_end(place + 1))

    def past_of_the(self, place: int) -> int:
        """Behind the words that may stand between "all" and what is meant: all of the links."""
        while self.word(place) in self.language.words["of_the"]:
            place += 1
        return place

    def phrases(self, start: int, most: int = MAX_PHRASE, *, across_gaps: bool = True) -> Iterator[tuple[int, str]]:
        """Runs of plain words from a place on, longest first, or what is quoted there."""
        token = self.tokens[start]
        if token.mark == QUOTE:
            yield start + 1, token.value
            return
        stop = start
        while stop < len(self.tokens) and stop - start < most and self.tokens[stop].mark in (WORD, NUMBER):
            if self.in_gap[stop] and not across_gaps:
                break
            stop += 1
        for end in range(stop, start, -1):
            yield end, " ".join(self.folded[start:end])

    def free(self, start: int, end: int, most: int) -> Iterator[End]:
        """Any words from a place on, or behind a colon there; each costs a little, a joining word among them a lot."""
        if self.tokens[start].word == ":" and start + 1 < end:
            start += 1
        if self.in_gap[start] or self.tokens[start].mark == STOP:
            return
        base = self._free_cost[start]
        for stop in range(start + 1, min(end, start + most) + 1):
            last = self.tokens[stop - 1]
            if last.mark == WORD and last.value in TEMPLATE_MARKS:
                return
            if self.in_gap[stop - 1] and self.tokens[start].mark == QUOTE:
                return
            if last.mark == STOP or self.in_gap[stop - 1] or self.is_refused(start, stop):
                continue
            yield stop, self.said(start, stop), self._free_cost[stop] - base

    def goes_on(self, place: int) -> bool:
        """Whether a joint at a place most likely lies inside a text: "Yes, delete", "how to read and write"."""
        return place in self._going_on

    def is_lone_verb(self, place: int) -> bool:
        """Whether a word is a command by itself rather than the name of something."""
        token = self.tokens[place]
        return token.mark == WORD and token.value in self.language.verbs["alone"]

    def points_behind_verb(self, place: int) -> bool:
        """Whether a verb at a place is one for sure, by what it points at: "and list them"."""
        verbs = self.language.verbs
        return self.tokens[place].value in verbs["leading"] and self.word(place + 1) in verbs["pointing"]

    def begins_command(self, start: int, end: int) -> bool:
        """Whether words behind a joint begin as a command does, so that they are no further name."""
        is_lone = end == start + 1 and self.is_lone_verb(start)
        return is_lone or (end > start + 1 and self.tokens[start].value in self.language.verbs["leading"])

    def is_refused(self, start: int, stop: int) -> bool:
        """Whether a text of these words would swallow something that must not be overlooked."""
        if self.folded[stop - 1] in self.language.words["not"] and self.tokens[stop - 1].mark == WORD:
            return True
        if not self.hits:
            return False
        barriers = self._barriers(asks=self.folded[start] in self.language.words["question"])
        return (
            stop >= barriers.anywhere[start]
            or stop >= barriers.at_start.get(start, stop + 1)
            or barriers.at_end.get(stop, -1) >= start
        )

    def _barriers(self, *, asks: bool) -> _Barriers:
        """Where texts must stop; one that asks something may speak of conditions and repetitions."""
        if asks not in self._known_barriers:
            hits = [hit for hit in self.hits if not (asks and hit.kind in ("condition", "repeat"))]
            self._known_barriers[asks] = _barriers(hits, len(self.tokens))
        return self._known_barriers[asks]

    def hits_between(self, start: int, end: int, moved_to: int) -> list[Hit]:
        """The hits among some words, as if those words began at another place."""
        shift = moved_to - start
        return [
            hit._replace(start=hit.start + shift, end=hit.end + shift)
            for hit in self.hits
            if start <= hit.start and hit.end <= end
        ]


def _barriers(hits: Sequence[Hit], count: int) -> _Barriers:
    never = count + 1
    anywhere = [never] * (count + 1)
    at_start: dict[int, int] = {}
    at_end: dict[int, int] = {}
    for hit in hits:
        if hit.where == "anywhere":
            anywhere[hit.start] = min(anywhere[hit.start], hit.end)
        elif hit.where == "at_start":
            at_start[hit.start] = min(at_start.get(hit.start, never), hit.end)
        elif hit.where == "at_end":
            at_end[hit.end] = max(at_end.get(hit.end, -1), hit.start)
    for place in range(count - 1, -1, -1):
        anywhere[place] = min(anywhere[place], anywhere[place + 1])
    return _Barriers(anywhere, at_start, at_end)


def _swallowing_cost(tokens: Sequence[Token], gap: Gap, verbs: Verbs) -> int:
    """What it costs a text to go on behind a gap; where a command's verb follows, the gap was most likely meant."""
    follows = tokens[gap.end] if gap.end < len(tokens) else None
    is_new = follows is not None and follows.value in verbs["leading"]
    points = is_new and _points_back(tokens, gap.end + 1, verbs)
    is_sure = points or _is_one_more(tokens, gap.end, verbs) or (gap.order == "then" and gap.end > gap.start + 1)
    if is_sure or (follows is not None and follows.word in verbs["joined"]):
        return SWALLOWED_COMMAND
    return SWALLOWED_GAP * (2 if is_new or _ends_clause(tokens, gap) else 1)


def _is_one_more(tokens: Sequence[Token], start: int, verbs: Verbs) -> bool:
    """Whether words name one more of what was made before: another called b.txt."""
    place = start
    while place < len(tokens) and tokens[place].word in verbs["one_more"]:
        place += 1
    return start < place < len(tokens) and tokens[place].word in verbs["naming_it"]


def _points_back(tokens: Sequence[Token], start: int, verbs: Verbs) -> bool:
    """Whether the words behind a verb point at something, at once or in "make a copy of it"."""
    said = [token.word for token in tokens[start : start + LONGEST_POINTING]]
    return bool(said) and (said[0] in verbs["pointing"] or not verbs["pronouns"].isdisjoint(said))


def _ends_clause(tokens: Sequence[Token], gap: Gap) -> bool:
    """Whether a gap is more than a comma or "and", or follows a quote, so that a text hardly goes on behind it."""
    if gap.order not in ("", WITH) or (gap.start > 0 and tokens[gap.start - 1].mark == QUOTE):
        return True
    return any(token.mark == STOP and token.word != "," for token in tokens[gap.start : gap.end])


def _goes_on(tokens: Sequence[Token], gap: Gap, verbs: Verbs) -> bool:
    """Whether a gap is a comma behind an answer, or joins two parts of a question: "how to read and write"."""
    between = [token.word for token in tokens[gap.start : gap.end]]
    before = [token.word for token in tokens[max(0, gap.start - 3) : gap.start]]
    if between == [","]:
        return bool(before) and before[-1] in verbs["answers"]
    return between == ["and"] and before[:2] == ["how", "to"]


def _running_cost(tokens: Sequence[Token], gaps: Sequence[Gap], going_on: Set[int], verbs: Verbs) -> list[int]:
    """What the words before each place cost inside a free text; a quote costs nothing, a joining word a lot."""
    extra = {gap.start: GOES_ON if gap.start in going_on else _swallowing_cost(tokens, gap, verbs) for gap in gaps}
    running = [0]
    for place, token in enumerate(tokens):
        own = 0 if token.mark in (QUOTE, STOP) else FREE_WORD
        running.append(running[-1] + own + extra.get(place, 0))
    return running
