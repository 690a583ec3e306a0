"""Listed parameters: one goal for every value of a list, one for each pair of two, or one for them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product, takewhile
from typing import Any

from goalwright.interpret.grammar.clause_readings import Reading
from goalwright.interpret.grammar.draft import Draft, PointsNowhere
from goalwright.interpret.grammar.left_things import folders_left
from goalwright.interpret.grammar.narrowed_sets import SEVERAL, takes_several
from goalwright.interpret.grammar.segments import Piece
from goalwright.interpret.grammar.spoken import Listed, Pronoun, parts_of
from goalwright.rules.rule import Rule

PAIR = 2
"""How many lists belong together where words say so."""
NOT_PAIRED = "it does not name two lists of the same length: say which belongs to which"


def paired(params: Mapping[str, Any], piece: Piece) -> list[dict[str, Any]]:
    """The parameters with the first of each list, with the second of each, and so on: "respectively"."""
    lists = {name: value.values for name, value in params.items() if isinstance(value, Listed)}
    if len(lists) != PAIR or len(set(map(len, lists.values()))) > 1:
        raise PointsNowhere(piece, NOT_PAIRED)
    return [{**params, **dict(zip(lists, values, strict=True))} for values in zip(*lists.values(), strict=True)]


def each_of_list(params: Mapping[str, Any], rule: Rule) -> Iterator[dict[str, Any]]:
    """The parameters once for every value of a list; a verb that makes one thing of several takes them all at once."""
    listed = next((name for name, value in params.items() if isinstance(value, Listed)), None)
    if listed is None:
        yield from ({**params, **dict(zip(params, parts, strict=True))} for parts in _told_apart(list(params.values())))
        return
    is_one = "to" in params or (listed == SEVERAL and "to" in rule.shape.derive)
    if listed in ("path", SEVERAL) and is_one and takes_several(rule):
        rest = {name: value for name, value in params.items() if name != listed}
        yield {**rest, SEVERAL: list(params[listed].values)}
        return
    if listed == "content" and rule.verb == "write":  # several texts are the lines of one
        yield {**params, listed: "\n".join(params[listed].values) + "\n"}
        return
    for value in params[listed].values:
        yield {**params, listed: value}


def speaks_of_the_same(last: Reading, reading: Reading) -> bool:
    """Whether two clauses are alike and tell of parts of one thing: write its first line to a and its last to b."""
    told = [
        {name for name, value in each.params.items() if isinstance(value, Mapping) and _points_back(value)}
        for each in (last, reading)
    ]
    return last.rule is reading.rule and bool(told[0]) and told[0] == told[1]


def _points_back(value: Mapping[str, Any]) -> bool:
    return any(isinstance(part, Pronoun) for part in parts_of(value))


def each_place(reading: Reading, earlier: Sequence[Draft], piece: Piece) -> list[Any]:
    """Where something is done: in each of the folders that were made right before, if that is said."""
    inside = reading.inside
    if not isinstance(inside, Pronoun) or inside.points_at != "folders":
        return [inside]
    made = list(takewhile(lambda before: before.rule.name == "file.create", reversed(earlier)))
    found = picked_names(inside, folders_left(made[::-1]))
    if not found:
        raise PointsNowhere(piece)
    return list(found)


def picked_names(pronoun: Pronoun, names: Sequence[str]) -> Sequence[str]:
    """Those of several names that are meant: both, the last one."""
    pick = pronoun.pick
    if len(names) < PAIR or pick.order or (pick.exactly and pick.many != len(names)):
        return ()
    if pick.many is None:
        return names
    start = pick.start - 1 if pick.start > 0 else len(names) + pick.start
    found = names[start : start + pick.many] if start >= 0 else ()
    return found if len(found) == pick.many else ()


def _told_apart(value: Any) -> list[Any]:
    """A value once for every name of a list that stands somewhere in it: the lines of a.txt and b.txt."""
    if isinstance(value, Listed):
        return list(value.values)
    if isinstance(value, Mapping):
        parts = [_told_apart(part) for part in value.values()]
        return [dict(zip(value, chosen, strict=True)) for chosen in product(*parts)]
    if isinstance(value, list):
        return [list(chosen) for chosen in product(*map(_told_apart, value))]
    return [value]
