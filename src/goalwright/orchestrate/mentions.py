"""What goals mention, and what is therefore worth looking at before planning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from goalwright.contracts import Goal, MetaGoal

if TYPE_CHECKING:
    from goalwright.rules import RuleBook


def mentioned_paths(meta: MetaGoal, rules: RuleBook) -> tuple[str, ...]:
    """Every path in the goals, once, in goal order."""
    found = [goal.resolved_path for goal in meta.goals if goal.resolved_path is not None]
    return tuple(dict.fromkeys([*found, *_values(meta, rules, "path")]))


def mentioned_apps(meta: MetaGoal, rules: RuleBook) -> tuple[str, ...]:
    """Every app in the goals, once, in goal order."""
    return tuple(dict.fromkeys(_values(meta, rules, "app")))


def _values(meta: MetaGoal, rules: RuleBook, kind: str) -> Iterator[str]:
    for goal in meta.goals:
        rule = rules.get((goal.domain, goal.verb))
        if rule is None:
            continue
        for shape in rule.shapes:
            for name, param in shape.params.items():
                value = _given(goal, name, shape.main)
                if param.type == kind and isinstance(value, str) and value:
                    yield value


def _given(goal: Goal, name: str, main: str | None) -> Any:
    """A goal's parameter; its object stands in for the row's main one."""
    return goal.params.get(name, goal.object if name == main else None)
