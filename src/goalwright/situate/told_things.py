"""Selections and conditions in words, for people: `files in inbox (type is pdf, age over 30 days), the first 2`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.contracts.expressions import Claim, Selection, Things, TimeSpan, ValueForm, WhenClause
from goalwright.language.tables import table

_DAY_S = 86_400


def told_things(things: Things) -> str:
    return str(_words()["and"]).join(map(_told, things.selections))


def counted_things(things: Things, count: int) -> str:
    """`1 file`, `12 lines`, `0 files and folders`."""
    kinds = sorted(things.kinds)
    kind = kinds[0] if len(kinds) == 1 else "entry"
    return f"{count:,} {_words()['one'].get(kind, kind) if count == 1 else _plural(kind)}"


def told_condition(clause: WhenClause) -> str:
    """What a condition says: `notes.txt exists`."""
    told = _words()["conditions"][clause.test].format(*[_operand(clause.test, each) for each in clause.operands])
    return str(_words()["not"].format(clause=told)) if clause.is_negated else str(told)


def told_clause(clause: Claim) -> str:
    words = _words()
    operands = str(words["or"]).join(_shown(operand) for operand in clause.operands)
    told = f"{clause.attribute} {words['comparisons'].get(clause.comparison, clause.comparison)} {operands}"
    return str(words["not"].format(clause=told)) if clause.is_negated else told


def told_value(value: Any) -> str:
    """A value in words: `the number of files in inbox`. Whatever its form is given is in them."""
    if not isinstance(value, ValueForm):
        return _given(value)
    words, form = _words(), value.form
    given = {"of": "it", **{name: _given(each) for name, each in value.given.items()}}
    pattern = str(words["values"][form])
    beside = [name for name in value.given if f"{{{name}" not in pattern]
    return pattern.format(**given) + "".join(words["values_with"][name].format(given[name]) for name in beside)


def _given(value: Any) -> str:
    if isinstance(value, ValueForm):
        return told_value(value)
    if isinstance(value, Things):
        return told_things(value)
    if isinstance(value, WhenClause):
        return told_condition(value)
    if isinstance(value, tuple):
        return str(_words()["and"]).join(map(_given, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {_given(each)}" for name, each in value.items())
    return _shown(value)


def with_unit(number: float, unit: str) -> str:
    """`1 day`, `12,000 lines`."""
    one, many = _words()["units"][unit]
    return f"{number:,} {one if number == 1 else many}"


def _words() -> dict[str, Any]:
    return table("telling")


def _told(selection: Selection) -> str:
    words = _words()
    where = words["within"].format(places=words["and"].join(selection.within)) if selection.within else words["here"]
    depth = words["deep"] if selection.is_deep else ""
    clauses = f" ({', '.join(map(told_clause, selection.where))})" if selection.where else ""
    attributes = ", ".join(attribute for attribute, _ in selection.order)
    order = words["order"].format(attributes=attributes) if attributes else ""
    limit = words["limit"].format(count=selection.limit) if selection.limit is not None else ""
    return f"{_plural(selection.kind)}{where}{depth}{clauses}{order}{limit}"


def _operand(test: str, operand: Any) -> Any:
    if isinstance(operand, Things):
        return told_things(operand)
    if isinstance(operand, Claim):
        return told_clause(operand)
    if isinstance(operand, ValueForm):
        return told_value(operand)
    if isinstance(operand, tuple):
        return str(_words()["and" if test == "all" else "or"]).join(map(told_condition, operand))
    return operand


def _shown(operand: Any) -> str:
    if isinstance(operand, TimeSpan):
        spans = _words()["spans"]
        unit, count = ("months", operand.months) if operand.months else ("days", operand.seconds / _DAY_S)
        return str(spans[unit].format(count=count))
    return str(operand).lower() if isinstance(operand, bool) else str(operand)


def _plural(kind: str) -> str:
    return str(_words()["many"].get(kind, f"{kind}s"))
