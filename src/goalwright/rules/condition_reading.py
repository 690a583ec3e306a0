"""Reading conditions: a goal's `when` as typed values, strictly; and everything in a goal that is an expression."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from goalwright.contracts.expressions import SELECT, VALUE, Claim, Things, WhenClause, is_expression
from goalwright.contracts.goal import Goal
from goalwright.rules.book import RuleBook
from goalwright.rules.expression_parts import listed, negated, one_of, read_number, read_text, require_shallow, wrong
from goalwright.rules.rule import Param
from goalwright.rules.thing_reading import read_clause, read_things
from goalwright.rules.things import thing_table
from goalwright.rules.value_reading import has_contents, is_number, read_scalar, read_value

_EXAMPLE = '[["exists", "notes.txt"]]'
_TESTS_OF_TEXT = ("is", "contains", "starts", "ends")
Reader = Callable[[object, str, int], Any]


def read_conditions(data: object, place: str, depth: int = 0) -> tuple[WhenClause, ...]:
    """The clauses of a `when`, all of which must hold."""
    require_shallow(depth, place)
    rows = listed(data, place, f"must be a list of conditions, such as {_EXAMPLE}")
    return tuple(_condition(row, f"{place}[{number}]", depth) for number, row in enumerate(rows))


def check_goal(goal: Goal, rules: RuleBook, place: str = "") -> None:
    """Raise ContractViolation if an expression in the goal is not written as it should be, or may not stand there."""
    start = f"{place}." if place else ""
    each = read_things(goal.each, f"{start}each") if goal.each is not None else None
    read_conditions(goal.when, f"{start}when")
    rule = rules.get((goal.domain, goal.verb))
    params = {name: param for shape in reversed(rule.shapes) for name, param in shape.params.items()} if rule else {}
    things = 1 if each is not None else 0
    for name, value in goal.params.items():
        if is_expression(value):
            things += _checked(value, params.get(name), f"{start}params.{name}")
    if things > 1:
        wrong(f"{start}params", "says twice what to do it for: use one selection, or one `each`")


def _checked(value: Mapping[str, Any], param: Param | None, place: str) -> bool:
    """Whether the goal is to be done once for each of the things that the parameter selects."""
    kind = param.type if param is not None else "any"
    if SELECT in value:
        things = read_things(value, place)
        taken = thing_table("takes").get(kind)
        if taken is None:
            wrong(place, f"takes no things, but a {kind}")
        if other := sorted(things.kinds - set(taken)):
            wrong(f"{place}.{SELECT}.kind", f"is {other[0]}: use one of {', '.join(taken)} here")
        return kind != "paths"
    form = read_value(value, place)
    if kind == "paths":
        wrong(f"{place}.{VALUE}", 'takes things: write {"select": …}')
    if kind not in _WRITTEN and has_contents(form):
        wrong(f"{place}.{VALUE}", f"comes from what a file says, which never becomes a {kind}")
    if kind == "number" and not is_number(form):
        wrong(f"{place}.{VALUE}", "must be a number: use count, total, between or calc")
    return False


_WRITTEN = frozenset({"content", "line", "number"})


def _condition(row: object, place: str, depth: int) -> WhenClause:
    parts, is_negated = negated(row, place, _EXAMPLE[1:-1])
    test = one_of(parts[0] if parts else None, _TESTS, f"{place}[{int(is_negated)}]")
    readers = _TESTS[test]
    if len(parts) != len(readers) + 1:
        wrong(place, f"has {len(parts) - 1} operands: {test} takes {len(readers)}")
    operands = [
        reader(part, f"{place}[{number}]", depth + 1)
        for number, (reader, part) in enumerate(zip(readers, parts[1:], strict=True), 1 + is_negated)
    ]
    return WhenClause(test=test, operands=tuple(operands), is_negated=is_negated)


def _path(data: object, place: str, _depth: int) -> str:
    return read_text(data, place)


def _path_or_things(data: object, place: str, depth: int) -> str | Things:
    return read_things(data, place, depth) if isinstance(data, Mapping) else read_text(data, place)


def _comparison(data: object, place: str, _depth: int) -> str:
    return one_of(data, thing_table("comparisons")["number"], place)


def _any_comparison(data: object, place: str, _depth: int) -> str:
    return one_of(data, (*thing_table("comparisons")["number"], *_TESTS_OF_TEXT[1:]), place)


def _claim(data: object, place: str, _depth: int) -> Claim:
    return read_clause(data, "entry" if _is_of_entries(data) else "file", place)


def _is_of_entries(data: object) -> bool:
    return isinstance(data, Sequence) and bool(data) and data[0] in thing_table("kinds")["entry"]


def _figure(data: object, place: str, _depth: int) -> float:
    return read_number(data, place)


_TESTS: Mapping[str, tuple[Reader, ...]] = {
    "exists": (_path_or_things,),
    "empty": (_path,),
    "file": (_path,),
    "folder": (_path,),
    "count": (read_things, _comparison, _figure),
    "contains": (_path, _path),
    "mentions": (_path, _path),
    "compare": (read_scalar, _any_comparison, read_scalar),
    "same": (_path, _path),
    "newer": (_path, _path),
    "is": (_path, _claim),
    "running": (_path,),
    "open": (_path,),
    "shows": (_path,),
    "all": (read_conditions,),
    "any": (read_conditions,),
}
