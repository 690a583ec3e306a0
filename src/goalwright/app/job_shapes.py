"""The shape of a job: what its command comes to now, and what its verbs can come to later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from goalwright.contracts.expressions import has_expressions
from goalwright.contracts.jobs import JobShape, ShapePart
from goalwright.jobs.shapes import high_risks, joined_parts, plan_parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from goalwright.contracts import Goal, MetaGoal, Plan
    from goalwright.rules import RuleBook

_WILD = "*?["


def shape_of(meta: MetaGoal, plan: Plan | None, rules: RuleBook, said: str) -> JobShape:
    """What a command may do: its plan as it would be now, and its verbs where there is none of them in it.

    `said` are the words that stand for what is not planned yet.
    """
    open_goals = {goal.goal_id or "" for goal in meta.goals if _is_open(goal)}
    planned = plan_parts(plan, open_goals) if plan is not None else ()
    known = {part.verb for part in planned}
    rest = [part for part in _foreseen(meta, rules) if part.verb not in known]
    later = (f"{part.verb}: {said}" if said else part.verb for part in rest if part.risk == "high")
    lines = (*(high_risks(plan) if plan is not None else ()), *later)
    return JobShape(parts=joined_parts(planned, rest), high_risk=tuple(dict.fromkeys(lines)))


def _foreseen(meta: MetaGoal, rules: RuleBook) -> Iterator[ShapePart]:
    """The verbs of the goals, with what each puts at stake by its row."""
    verbs = [f"{goal.domain}.{goal.verb}" for goal in meta.goals]
    for goal, verb in zip(meta.goals, verbs, strict=True):
        rule = rules.get((goal.domain, goal.verb))
        if rule is not None and rule.shape_for(goal.params).action_class != "observe":
            most = 0 if any(_is_open(other) for other in meta.goals if other.verb == goal.verb) else verbs.count(verb)
            yield ShapePart(verb=verb, risk=rule.shape_for(goal.params).risk, most=most)


def _is_open(goal: Goal) -> bool:
    """Whether a goal leaves open how many things it is about."""
    return has_expressions(goal) or any(_is_wild(value) for value in goal.params.values())


def _is_wild(value: Any) -> bool:
    return isinstance(value, str) and any(sign in value for sign in _WILD)
