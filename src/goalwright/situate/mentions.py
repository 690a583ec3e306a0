"""What goals mention, and what is therefore worth looking at before planning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from goalwright.contracts import Goal, MetaGoal
from goalwright.situate.goal_paths import goal_paths

APP = "app"

if TYPE_CHECKING:
    from goalwright.rules import RuleBook


def mentioned_paths(meta: MetaGoal, rules: RuleBook) -> tuple[str, ...]:
    """Every path that the goals are about, once, in goal order."""
    return tuple(dict.fromkeys(path for goal in meta.goals for path in goal_paths(goal, rules)))


def mentioned_apps(meta: MetaGoal, rules: RuleBook) -> tuple[str, ...]:
    """Every app in the goals, once, in goal order."""
    return tuple(dict.fromkeys(app for goal in meta.goals for app in _apps(goal, rules)))


def _apps(goal: Goal, rules: RuleBook) -> Iterator[str]:
    rule = rules.get((goal.domain, goal.verb))
    for shape in rule.shapes if rule is not None else ():
        for name, param in shape.params.items():
            value = goal.params.get(name, goal.object if name == shape.main else None)
            if param.type == APP and isinstance(value, str) and value:
                yield value
