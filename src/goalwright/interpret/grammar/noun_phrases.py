"""Noun phrases: slot kinds that tables compose of other kinds, their features merged upwards.

A row is a template whose slots are kinds again. A slot called like its kind adds all that it found to the phrase; one
with a name of its own puts what it found under that name. What was found twice and differs kills the reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from goalwright.interpret.grammar.corners import Corners
from goalwright.interpret.grammar.matcher import ByFirstWord, Filled, Matcher, Slots, Words, prefixes
from goalwright.interpret.grammar.spoken import End, Listed, Pronoun

OWN = ("path", "value")
"""The features that a phrase is a value by."""
SELECTING = ("kind", "in", "deep", "where", "except", "order", "limit", "one", "exactly")
"""The features of a set: it is a value as the selection that these make."""
LISTED_TOGETHER = "listed"
"""The feature that makes one list of several values: either a.txt or b.txt."""
SETS_TOGETHER = "together"
"""The feature that makes one set of several: the newest pdf and the oldest jpg."""
DOUBTFUL = "doubtful"
"""The feature of a place that nothing shows to be a folder: the calendar."""
SAME, THEM, REST = POINTING = ("same", "them", "rest")
"""The kinds of what has the kind of an earlier set, or of the one it is left out of, of some of an earlier set, and of
what that one leaves."""
_PLACES = frozenset({"place", "origin", "that_place", "this_place"})
_OF_FILES = frozenset({"size", "contents", "type"})
"""What is said of files rather than of folders."""
MAX_ENDS = 40
Rows = ByFirstWord[tuple[Mapping[str, Any], Sequence[Sequence[str]]]]
"""What each row says beside its slots, and the lists of words of which a sentence has one each where it fits."""


RowRead = tuple[Matcher, frozenset[str], Sequence[Sequence[str]]]
CornersOf = Callable[["NounPhrases"], Corners]


class Features(dict[str, Any]):
    """What a phrase says of one thing, or of a set of things. `told_at` is where its first word of data stands."""

    told_at: int = 0

    def merged(self, other: Mapping[str, Any]) -> Features | None:
        """Both together; lists go behind one another, and None if the two contradict each other."""
        both = Features(self)
        for name, value in other.items():
            if isinstance(value, list) and isinstance(both.get(name, []), list):
                both[name] = [*both.get(name, ()), *value]
            elif both.setdefault(name, value) != value:
                return None
        return both


class NounPhrases:
    """The composed kinds of a language. `read` makes a row's matcher, with the words it starts with and needs."""

    def __init__(self, table: Mapping[str, Any], read: Callable[[str], RowRead], corners: CornersOf) -> None:
        self.table, self._read = table, read
        self.corners = corners(self)
        self._rows: dict[str, Rows] = {}

    def __contains__(self, kind: str) -> bool:
        return kind in self.table

    def ends(self, kind: str, words: Words, start: int) -> list[End]:
        """Every end of a phrase that starts at a word, with its features; of those that say the same, the cheapest."""
        rows = self._rows_here(kind, words, start)
        if not rows or not self._may_begin(kind, words, start):  # as nearly everywhere
            return []
        ends: list[End] = []
        for matcher, given in rows:
            for end, slots in prefixes(matcher, words, start):
                found = composed(slots, given) if end > start else None
                if found is None:
                    continue
                found.told_at = found.told_at or end
                cost = found.pop("cost", 0)
                for slot in slots:
                    cost += slot.cost
                ends.append((end, found, cost))
        return sorted(_distinct(ends), key=itemgetter(2))[:MAX_ENDS] if len(ends) > 1 else ends

    def _rows_here(self, kind: str, words: Words, start: int) -> list[tuple[Matcher, Mapping[str, Any]]]:
        """The rows of a kind that begin as the words at a place do, or with a slot, and whose words all follow."""
        known = self._rows.get(kind)
        rows = (self._rows_of(kind) if known is None else known).at(words.words[start])
        if not rows:
            return []
        lacks = words.from_place(start).isdisjoint
        return [(matcher, given) for matcher, (given, needs) in rows if not needs or not any(map(lacks, needs))]

    def _may_begin(self, kind: str, words: Words, start: int) -> bool:
        """Whether any phrase of a kind begins as the words at a place do."""
        corner = self.corners.of(kind)
        if words.words[start] in corner.words:
            return True
        for each in corner.kinds:  # noqa: SIM110  # asked too often for a generator
            if words.spans(each, start, words.end):
                return True
        return False

    def _rows_of(self, kind: str) -> Rows:
        rows: list[dict[str, Any]] = [{"say": row} if isinstance(row, str) else row for row in self.table[kind]]
        found = self._rows[kind] = ByFirstWord(
            (matcher, (row.get("with", {}), needs), firsts)
            for row in rows
            for matcher, firsts, needs in [self._read(row["say"])]
        )
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self.table)

    def templates(self, *kinds: str) -> Iterator[str]:
        """The rows of some kinds, or of all."""
        for kind in kinds or self.table:
            yield from (row if isinstance(row, str) else row["say"] for row in self.table[kind])


def _distinct(ends: Sequence[End]) -> Iterable[End]:
    """Of the phrases with the same words that say the same, the cheapest."""
    if len({end for end, _, _ in ends}) == len(ends):
        return ends
    best: dict[tuple[int, str], End] = {}
    for end, found, cost in ends:
        key = (end, repr(found))
        if key not in best or cost < best[key][2]:
            best[key] = (end, found, cost)
    return best.values()


def composed(slots: Slots, given: Mapping[str, Any]) -> Features | None:
    """What slots and constants say together, or None if they contradict each other."""
    found: Features | None = Features()
    for slot in slots:
        found = found.merged(_said_by(slot)) if found is not None else None
    if found is None:
        return None
    helping = set()
    for name, pattern in given.items():
        value, used = filled_in(pattern, found)
        if value is None:
            return None
        helping |= used
        if isinstance(value, list):
            value = [*found.get(name, ()), *value]
        elif name not in used and name in found and found[name] != value:
            return None
        found[name] = value
    for name in helping - given.keys():
        del found[name]
    found.told_at = min((told_at(slot) for slot in slots), default=0)
    return found


def told_at(slot: Filled) -> int:
    """Where the data of a slot begin, behind the words that only say what kind of thing it is."""
    return slot.value.told_at if isinstance(slot.value, Features) else slot.start


def _said_by(slot: Filled) -> Mapping[str, Any]:
    if not isinstance(slot.value, Features):
        return {slot.name: slot.value}
    if slot.kind == slot.name:
        return slot.value
    if "kind" in slot.value:
        rest = {name: value for name, value in slot.value.items() if name not in SELECTING}
        if DOUBTFUL in rest and slot.value["kind"] == "entry":  # "everything from the calendar"
            return {slot.name: None}
        return {slot.name: {"select": _selection(slot.value)}, **rest}
    own = next((name for name in OWN if name in slot.value), "")
    rest = {name: value for name, value in slot.value.items() if name != own}
    return {slot.name: slot.value[own], **rest} if own else {slot.name: rest}


def _selection(features: Mapping[str, Any]) -> dict[str, Any]:
    """A set as a selection; what is left out of it is looked for among what it would be otherwise."""
    found = {name: features[name] for name in SELECTING if name in features}
    if found["kind"] == "entry" and any(clause[0] in _OF_FILES for clause in found.get("where", ())):
        found["kind"] = "file"  # everything over 50 KB is no folder, whatever lies in it
    if "except" in found:
        whole = {name: value for name, value in found.items() if name in ("kind", "in", "deep", "where")}
        found["except"] = [_left_out(each, whole) for each in found["except"]]
    return found


def without(value: Any, left_out: list[Any]) -> dict[str, Any] | None:
    """A set of which some are left out that are told behind all the rest; None for any other value."""
    chosen = value.get("select") if isinstance(value, Mapping) else None
    if not isinstance(chosen, Mapping) or "except" in chosen or "limit" in chosen or chosen["kind"] in POINTING:
        return None
    found = _spread_field("except", left_out)
    return {"select": _selection({**chosen, "except": found})} if found is not None else None


def _left_out(said: Any, whole: Mapping[str, Any]) -> Any:
    if not isinstance(said, Mapping) or "in" in said["select"]:
        return said
    own = {name: value for name, value in said["select"].items() if (name, value) != ("kind", SAME)}
    return {"select": {**whole, **own, "where": [*whole.get("where", ()), *own.get("where", ())]}}


def filled_in(pattern: Any, values: Mapping[str, Any]) -> tuple[Any, set[str]]:
    """A constant with the values that it names in braces put in, and which these are; None where one is no text."""
    if isinstance(pattern, bool | int) or (isinstance(pattern, str) and "{" not in pattern):
        return pattern, set()
    joined = {LISTED_TOGETHER, SETS_TOGETHER} & pattern.keys() if isinstance(pattern, Mapping) else ()
    for kind in joined:
        several, used = filled_in(pattern[kind], values)
        return (None if several is None else _MADE_TOGETHER[kind](several)), used
    if isinstance(pattern, Mapping):
        found = {name: filled_in(part, values) for name, part in pattern.items()}
        used = set().union(*(names for _, names in found.values()))
        is_whole = all(value is not None for value, _ in found.values())
        return ({name: value for name, (value, _) in found.items()} if is_whole else None), used
    if isinstance(pattern, list):
        parts = [filled_in(part, values) for part in pattern]
        used = set().union(*(names for _, names in parts))
        return (None if any(value is None for value, _ in parts) else [value for value, _ in parts]), used
    return _text_filled_in(pattern, values) if isinstance(pattern, str) else (pattern, set())


def _text_filled_in(pattern: str, values: Mapping[str, Any]) -> tuple[Any, set[str]]:
    import re

    names = re.findall(r"\{([a-z_]+)\}", pattern)
    if pattern == f"{{{names[0]}}}":
        return values.get(names[0]), set(names)
    if any(name not in values or isinstance(values[name], Pronoun | dict | list) for name in names):
        return None, set(names)
    several = next((name for name in names if isinstance(values[name], Listed)), None)
    if several is not None:
        each = [filled_in(pattern, {**values, several: value})[0] for value in values[several].values]
        return Listed(tuple(each)), set(names)
    text = re.sub(r"\{([a-z_]+)\}", lambda name: str(values[name.group(1)]), pattern)
    return text.replace("//", "/"), set(names)


def _in_one_place(sets: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Sets that are said together, of which one alone may say where they lie: the newest and the oldest pdf in docs."""
    places = [each["in"] for each in sets if "in" in each]
    place = {"in": places[0]} if len(places) == 1 else {}
    return [{**place, **each} for each in sets]


_MADE_TOGETHER: Mapping[str, Callable[[list[Any]], Any]] = {
    LISTED_TOGETHER: lambda several: Listed(tuple(several)),
    SETS_TOGETHER: lambda several: {"select": _in_one_place([each["select"] for each in several])},
}


def spread(value: Any) -> Any:
    """An expression with the lists that were said in it where they can stand: folders side by side, each in a clause.

    None where a list can't: what is told of two things at once.
    """
    if isinstance(value, Mapping):
        found = {name: _spread_field(name, part) for name, part in value.items()}
        return None if any(part is None for part in found.values()) else found
    if isinstance(value, list):
        parts = [spread(part) for part in value for part in _each_clause(part)]
        return None if any(part is None for part in parts) else parts
    return None if isinstance(value, Listed) else value


def _spread_field(name: str, part: Any) -> Any:
    if name == "except" and isinstance(part, list):
        part = [each for one in part for each in (one.values if isinstance(one, Listed) else (one,))]
    return list(part.values) if name == "in" and isinstance(part, Listed) else spread(part)


def _each_clause(part: Any) -> list[Any]:
    """A clause about several things as one about each: docs and inbox are empty."""
    places = [at for at, each in enumerate(part) if isinstance(each, Listed)] if isinstance(part, list) else []
    if len(places) != 1:
        return [part]
    at = places[0]
    return [[*part[:at], value, *part[at + 1 :]] for value in part[at].values]


def is_clear_set(value: Any) -> bool:
    """Whether a value is no selection, or one of which it was said where or which: "everything" alone is too much."""
    if isinstance(value, str) or not isinstance(value, Mapping):
        return value is not None
    chosen = value.get("select")
    if isinstance(chosen, list):
        return all(is_clear_set({"select": each}) for each in chosen)
    is_told = chosen is not None and bool(chosen.get("where"))
    place = chosen.get("in") if chosen is not None else None
    if isinstance(place, Pronoun) and place.points_at not in _PLACES and not is_told:
        return False  # "everything in it" may be all of the folder that is spoken of, or of what goes into it
    return chosen is None or chosen["kind"] in POINTING or not {"in", "where", "limit"}.isdisjoint(chosen)
