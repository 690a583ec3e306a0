"""Reading selections: `{"select": …}` as typed values, strictly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goalwright.contracts.expressions import SELECT, Claim, Selection, Things
from goalwright.contracts.shown import shown
from goalwright.rules.expression_parts import (
    OPERANDS,
    is_count,
    known_fields,
    listed,
    negated,
    one_of,
    only,
    read_flag,
    read_text,
    require_shallow,
    wrong,
)
from goalwright.rules.things import thing_table

_ANY_OF = frozenset({"is", "contains", "starts", "ends", "matches", "mentions"})
_FIELDS = ("kind", "in", "deep", "where", "except", "order", "limit", "one", "exactly")


def read_things(data: object, place: str, depth: int = 0) -> Things:
    """The things of `{"select": …}`."""
    rows = only(data, SELECT, place, 'write {"select": {"kind": "file", "in": "inbox"}}')
    place = f"{place}.{SELECT}"
    if isinstance(rows, Mapping):
        return Things(selections=(_selection(rows, place, depth),))
    parts = listed(rows, place, "must be a selection, or a list of them")
    if not parts:
        wrong(place, "is an empty list")
    found = [_selection(row, f"{place}[{number}]", depth) for number, row in enumerate(parts)]
    return Things(selections=tuple(found))


def _selection(row: object, place: str, depth: int) -> Selection:
    require_shallow(depth, place)
    if not isinstance(row, Mapping):
        wrong(place, f"must be an object with kind, in and where, not {shown(row)}")
    known_fields(row, _FIELDS, place)
    kind = one_of(row.get("kind"), thing_table("kinds"), f"{place}.kind")
    for field in ("limit", "exactly"):
        if row.get(field) is not None and not is_count(row[field]):
            wrong(f"{place}.{field}", f"must be a whole number from 1 on, not {shown(row[field])}")
    within = row.get("in", ())
    places = (within,) if isinstance(within, str) else listed(within, f"{place}.in", "must be a path, or a list")
    return Selection(
        kind=kind,
        within=tuple(read_text(path, f"{place}.in") for path in places),
        is_deep=read_flag(row.get("deep", False), f"{place}.deep"),
        where=_clauses(row.get("where", ()), kind, f"{place}.where"),
        but=_exceptions(row.get("except", ()), kind, f"{place}.except", depth),
        order=_order(row.get("order", ()), kind, f"{place}.order"),
        limit=row.get("limit"),
        exactly=row.get("exactly"),
        is_one=read_flag(row.get("one", False), f"{place}.one"),
    )


def _clauses(rows: object, kind: str, place: str) -> tuple[Claim, ...]:
    parts = listed(rows, place, 'must be a list of clauses, such as [["size", "over", "1 MB"]]')
    return tuple(read_clause(row, kind, f"{place}[{number}]") for number, row in enumerate(parts))


def read_clause(row: object, kind: str, place: str) -> Claim:
    """What `["size", "over", "1 MB"]` says of a kind of things."""
    parts, is_negated = negated(row, place, '["size", "over", "1 MB"]')
    if len(parts) != 3:
        wrong(place, f"has {len(parts)} parts: write an attribute, a comparison and a value")
    attribute = one_of(parts[0], thing_table("kinds")[kind], f"{place}[{int(is_negated)}]")
    kind_of_value = thing_table("attributes")[attribute]
    comparison = one_of(parts[1], thing_table("comparisons")[kind_of_value], f"{place}[{1 + is_negated}]")
    where = f"{place}[{2 + is_negated}]"
    is_list = isinstance(parts[2], Sequence) and not isinstance(parts[2], str)
    if is_list and comparison not in _ANY_OF:
        wrong(where, f"is a list: {comparison} takes one value")
    given = listed(parts[2], where, "") if is_list else (parts[2],)
    if not given:
        wrong(where, "is an empty list")
    operands = tuple(OPERANDS[kind_of_value](item, where) for item in given)
    return Claim(attribute=attribute, comparison=comparison, operands=operands, is_negated=is_negated)


def _exceptions(rows: object, kind: str, place: str, depth: int) -> tuple[Any, ...]:
    found: list[Any] = []
    for number, row in enumerate(listed(rows, place, "must be a list of names, clauses or selections")):
        where = f"{place}[{number}]"
        if isinstance(row, str):
            found.append(read_text(row, where))
        elif isinstance(row, Mapping):
            found.append(read_things(row, where, depth + 1))
        else:
            found.append(_clauses(row, kind, where))
    return tuple(found)


def _order(given: object, kind: str, place: str) -> tuple[tuple[str, bool], ...]:
    names = (given,) if isinstance(given, str) else listed(given, place, "must be an attribute, or a list of them")
    orders = []
    for item in names:
        name = read_text(item, place)
        attribute = one_of(name.removeprefix("-"), thing_table("kinds")[kind], place)
        if thing_table("attributes")[attribute] in ("contents", "flag"):
            wrong(place, f"is {attribute}, which has no order")
        orders.append((attribute, name.startswith("-")))
    return tuple(orders)
