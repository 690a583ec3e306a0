"""What a job was approved for, held against the plan that one of its firings comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from goalwright.contracts.jobs import RISKS, Job, JobShape, ShapePart
from goalwright.contracts.plan import LOOK_TOOL, Plan, PlannedAction, Risk

LISTED = 20
_SUPPORTING: tuple[Risk, ...] = ("none", "low")
"""What an action may put at stake that the command does not name, such as starting the browser for a page."""


def plan_parts(plan: Plan, open_goals: Collection[str]) -> tuple[ShapePart, ...]:
    """The parts of a plan's shape. `open_goals` are those that may be about any number of things."""
    found: dict[str, list[PlannedAction]] = {}
    for action in _counted(plan):
        found.setdefault(action.rule, []).append(action)
    return tuple(
        ShapePart(
            verb=verb,
            risk=max((action.risk for action in actions), key=RISKS.index),
            most=0 if any(_is_open(action, open_goals) for action in actions) else len(actions),
        )
        for verb, actions in found.items()
    )


def high_risks(plan: Plan) -> tuple[str, ...]:
    """What of a plan is of high risk, a line each."""
    lines = [action.description for action in plan.actions if action.risk == "high"]
    more = len(lines) - LISTED
    return (*lines[:LISTED], f"and {more:,} more") if more > 0 else tuple(lines)


def joined_parts(*groups: Iterable[ShapePart]) -> tuple[ShapePart, ...]:
    """All parts, the first of each verb."""
    found: dict[str, ShapePart] = {}
    for part in (part for group in groups for part in group):
        found.setdefault(part.verb, part)
    return tuple(found.values())


def doubt(job: Job, plan: Plan) -> str:
    """Why a plan is not what was approved with the job; nothing if it is.

    It may do less, and put less at stake. Other verbs, a higher risk or more things than were told are not approved.
    """
    risky = next((action for action in plan.actions if action.risk == "high"), None)
    if job.ask_then and risky is not None:
        return f"{risky.description}: high risk, and this job asks each time"
    return _misfit(job.shape, plan)


def _misfit(shape: JobShape, plan: Plan) -> str:
    known = {part.verb: part for part in shape.parts}
    counts = Counter(action.rule for action in _counted(plan))
    for action in _counted(plan):
        part = known.get(action.rule)
        if part is None and action.risk not in _SUPPORTING:
            return f"{action.description}: {action.rule} was not part of what was approved with the job"
        if part is not None and RISKS.index(action.risk) > max(RISKS.index(part.risk), RISKS.index("low")):
            return f"{action.description}: of {action.risk} risk, and {part.risk} was approved with the job"
        if part is not None and part.most and counts[action.rule] > part.most and action.risk not in _SUPPORTING:
            return f"{action.rule} is to be done {counts[action.rule]:,} times, and {part.most:,} was approved"
    return ""


def _counted(plan: Plan) -> list[PlannedAction]:
    """The actions that change something; a look is judged by what it leads to."""
    return [action for action in plan.actions if action.tool != LOOK_TOOL and not action.only_looks]


def _is_open(action: PlannedAction, open_goals: Collection[str]) -> bool:
    return any(goal == name or goal.startswith(f"{name}_") for goal in action.goals for name in open_goals)
