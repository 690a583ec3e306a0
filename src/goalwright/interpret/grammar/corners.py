"""Corners: what a composed phrase may begin with, down to the words and to the kinds that are not composed.

Most places of a sentence begin no phrase of a kind, and this tells without trying its rows one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from goalwright.interpret.grammar.template import Node
from goalwright.named_tuple import NamedTuple


class Corner(NamedTuple):
    """The words that a phrase may begin with, and the kinds of slots."""

    words: frozenset[str]
    kinds: tuple[str, ...]


class Corners:
    """The corners of a table of phrases; each is worked out when it is wanted, unless it was `ahead` of time."""

    def __init__(
        self,
        nodes: Callable[[str], Iterable[Node] | None],
        phrases: Mapping[str, Node],
        ahead: Mapping[str, str],
    ) -> None:
        """`nodes` are the rows of a kind, None for one that is not composed."""
        self._nodes, self._phrases, self._ahead = nodes, phrases, ahead
        self._known: dict[str, Corner] = {}

    def of(self, kind: str) -> Corner:
        found = self._known.get(kind)
        if found is None:
            kept = self._ahead.get(kind)
            found = self._known[kind] = self._worked_out(kind) if kept is None else _read(kept)
        return found

    def kept(self, kind: str) -> str:
        """A corner as the text that it is read from `ahead` of time."""
        corner = self.of(kind)
        return f"{' '.join(sorted(corner.words))}|{' '.join(corner.kinds)}"

    def _worked_out(self, kind: str) -> Corner:
        words, kinds, met, todo = set[str](), set[str](), {kind}, [kind]
        while todo:
            each = todo.pop()
            rows = self._nodes(each)
            if rows is None:
                kinds.add(each)
                continue
            for row in rows:
                own, slots, _ = _firsts(row, self._phrases)
                words |= own
                todo += slots - met
                met |= slots
        return Corner(frozenset(words), tuple(sorted(kinds)))


def _read(kept: str) -> Corner:
    words, _, kinds = kept.partition("|")
    return Corner(frozenset(words.split()), tuple(kinds.split()))


def _firsts(node: Node, phrases: Mapping[str, Node]) -> tuple[set[str], set[str], bool]:
    """The words and the kinds of slots that a template may begin with, and whether it may be empty."""
    what, *rest = node
    if what == "t":
        return set(rest[:1]), set(), not rest
    if what == "v":
        return set(), {rest[0]}, False
    if what == "r":
        return _firsts(phrases[rest[0]], phrases)
    words, kinds, is_choice, may_be_empty = set[str](), set[str](), what == "a", what != "a"
    for part in rest:
        own, slots, is_empty = _firsts(part, phrases)
        words |= own
        kinds |= slots
        if is_choice:
            may_be_empty = may_be_empty or is_empty
        elif not is_empty:
            return words, kinds, False
    return words, kinds, may_be_empty
