"""Slot kinds: which words may fill a slot, and with what value. What does not fit is rejected outright."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from goalwright.interpret.grammar.date_kinds import DATE_KINDS
from goalwright.interpret.grammar.element_kinds import ELEMENT_KINDS
from goalwright.interpret.grammar.gaps import Gap
from goalwright.interpret.grammar.matcher import Words
from goalwright.interpret.grammar.measure_kinds import MEASURE_KINDS
from goalwright.interpret.grammar.named_kinds import NAMED_KINDS
from goalwright.interpret.grammar.noun_phrases import NounPhrases
from goalwright.interpret.grammar.number_kinds import NUMBER_KINDS
from goalwright.interpret.grammar.numbered_names import numbered_names
from goalwright.interpret.grammar.page_thing_kinds import PAGE_THING_KINDS
from goalwright.interpret.grammar.path_kinds import PATH_KINDS
from goalwright.interpret.grammar.shape_kinds import SHAPE_KINDS
from goalwright.interpret.grammar.spoken import BARE_NAME, LOOSE_WORD, End, Listed, Pronoun, Spoken
from goalwright.interpret.grammar.text_kinds import FREE_KINDS, LISTED_NAME
from goalwright.interpret.grammar.tokens import DOTTED, NUMBER, PATH, Token
from goalwright.interpret.grammar.unit_kinds import UNIT_KINDS

LISTED_VALUE, MAX_LISTED = 2, 50
CHOICE = "choice:"

CLOSED_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = {
    **PATH_KINDS,
    **NAMED_KINDS,
    **NUMBER_KINDS,
    **DATE_KINDS,
    **ELEMENT_KINDS,
    **PAGE_THING_KINDS,
    **SHAPE_KINDS,
    **MEASURE_KINDS,
    **UNIT_KINDS,
}
KINDS = frozenset({*FREE_KINDS, *CLOSED_KINDS})
LISTED = frozenset(
    "item entry added proper titled path file file_name folder new_path new_folder address site app title saying word "
    "element named_element pick_element tick_element".split()
)
"""Kinds whose values may follow each other in a list ("a, b and c") with the verb said only once."""

NUMBERED = frozenset({"new_path", "new_folder"})
"""Kinds whose values may be counted through: week1 to week5."""

KIND_OF_TYPE: Mapping[str, str] = {
    "any": "text",
    "app": "app",
    "content": "content",
    "key": "key",
    "line": "text",
    "number": "number",
    "path": "path",
    "platform": "platform",
    "selector": "selector",
    "target": "name",
    "url": "address",
}
"""What a slot takes that is written with a parameter's name alone, by the parameter's type."""


class Kinds(Spoken):
    """What each kind of slot finds in one sentence."""

    def __init__(self, *sentence: Any, phrases: NounPhrases, budget: int) -> None:
        super().__init__(*sentence)
        self.noun_phrases, self._composed = phrases, phrases.table
        self._known: dict[tuple[str, int], list[End]] = {}
        self._free: dict[tuple[str, int, int], list[End]] = {}
        self._inner = Words(self.folded, self, budget)

    def allow(self, budget: int) -> None:
        """Allow for so much work from now on."""
        self._inner.budget = budget

    def of(self, tokens: Sequence[Token], gaps: Sequence[Gap] = ()) -> Kinds:
        """The kinds of other words of the same sentence."""
        sentence = self.text, tokens, gaps, self.words, self.language, self.apps, self.is_there
        return Kinds(*sentence, phrases=self.noun_phrases, budget=self._inner.budget)

    def __call__(self, kind: str, start: int, end: int) -> list[End]:
        """Where a slot that starts at a word may end, at the latest at `end`."""
        found = self._known.get((kind, start))
        if found is None:
            if kind in FREE_KINDS:
                return self._freely(kind, start, end)
            if kind in self._composed:
                found = self.noun_phrases.ends(kind, self._inner, start)
            else:
                found = self._plainly(kind, start)
            self._known[kind, start] = found
        if not found or end >= len(self.tokens):
            return found
        return [ending for ending in found if ending[0] <= end]

    def _freely(self, kind: str, start: int, end: int) -> list[End]:
        """The ends of a kind that takes any words: where the clause ends counts for these."""
        found = self._free.get((kind, start, end))
        if found is None:
            found = self._free[kind, start, end] = FREE_KINDS[kind](self, start, end)
        return found

    def _plainly(self, kind: str, start: int) -> list[End]:
        """The ends of a kind that is not composed, lists of such values included."""
        found = list(self._found(kind, start))
        if kind in LISTED:
            found += self._lists(kind, self._in_list(kind, start, found))
        if kind in NUMBERED:
            found += numbered_names(self, start)
        return found

    def _found(self, kind: str, start: int) -> Iterator[End]:
        closed = CLOSED_KINDS.get(kind)
        return self._choices(kind.removeprefix(CHOICE).split("|"), start) if closed is None else closed(self, start)

    def _choices(self, allowed: Sequence[str], start: int) -> Iterator[End]:
        for end, phrase in self.phrases(start, 3):
            if phrase.replace(" ", "_") in allowed:
                yield end, phrase.replace(" ", "_"), 0

    def _lists(self, kind: str, firsts: Sequence[End]) -> Iterator[End]:
        """Lists that begin with one of these: each further value stands behind a joining word or a comma."""
        growing: list[tuple[int, tuple[Any, ...], int]] = [
            (end, (value,), cost) for end, value, cost in firsts if not isinstance(value, Pronoun)
        ]
        while growing:
            end, values, cost = growing.pop()
            gap = self.gap_at.get(end) or self._number_joint(kind, end)
            if gap is None or gap.order or gap.end >= len(self.tokens) or len(values) >= MAX_LISTED:
                continue
            if self.word(gap.start) == ":":  # which announces something else than one more of the same
                continue
            first = self.past_article(gap.end)
            for stop, value, own in self._in_list(kind, first, self._found(kind, first)):
                if kind == "folder" and own >= BARE_NAME:  # a further one must be known to be a folder
                    continue
                is_alike = self._is_file_name(stop) == self._is_file_name(end)
                is_verb = self.is_lone_verb(first) if stop == first + 1 else self.points_behind_verb(first)
                if isinstance(value, Pronoun) or not is_alike or is_verb or self.is_refused(end - 1, stop):
                    continue
                further = cost + own + (LISTED_VALUE if own < LOOSE_WORD else LISTED_NAME)
                yield stop, Listed((*values, value)), further
                growing.append((stop, (*values, value), further))

    def _number_joint(self, kind: str, place: int) -> Gap | None:
        """The comma between two names that are numbers, which is no word: folders 2023, 2024 and 2025."""
        if kind not in NUMBERED or place >= len(self.tokens):
            return None
        before, after = self.tokens[place - 1 : place + 1]
        return Gap(place, place, "") if before.mark == after.mark == NUMBER and before.start == after.start else None

    def _in_list(self, kind: str, start: int, found: Iterable[End]) -> list[End]:
        """Those of some values that may stand in a list: of things on a page the cheapest, with no joint in it."""
        if kind not in ELEMENT_KINDS:
            return list(found)
        stop = next((place for place in range(start, len(self.tokens)) if self.in_gap[place]), len(self.tokens))
        whole = [ending for ending in found if ending[0] == stop]
        return sorted(whole, key=lambda ending: ending[2])[:1]

    def _is_file_name(self, end: int) -> bool:
        """Whether the word before a place is a name with an ending."""
        token = self.tokens[end - 1]
        return token.mark == DOTTED or (token.mark == PATH and "." in token.value.rpartition("/")[2].strip("."))
