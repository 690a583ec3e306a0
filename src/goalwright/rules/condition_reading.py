"""Checking goals: everything in one that is an expression must be written as it should be, and may stand there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.contracts.expressions import SELECT, VALUE, is_expression
from goalwright.contracts.goal import Goal
from goalwright.rules.book import RuleBook
from goalwright.rules.expression_parts import wrong
from goalwright.rules.rule import Param
from goalwright.rules.thing_reading import read_things
from goalwright.rules.things import thing_table
from goalwright.rules.value_reading import has_contents, is_number, read_conditions, read_value


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
