"""Stages: goals that are planned once earlier ones are done, as a look has them, and what it found for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.contracts.circumstances import Circumstances, circumstances_from_json, circumstances_to_json
from goalwright.contracts.goal import Goal
from goalwright.contracts.json_fields import (
    canonical_json,
    inner,
    read_fields,
    read_list,
    read_object,
    read_text,
    read_text_or_none,
)
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.contracts.plan import LOOK_TOOL, Plan, PlannedAction
from goalwright.contracts.plan_json import plan_from_json, plan_to_json
from goalwright.contracts.prepared import Prepared
from goalwright.contracts.run_report import ActionOutcome
from goalwright.dataclass import replace
from goalwright.errors import ContractViolation
from goalwright.named_tuple import NamedTuple

LOOK = ("text", "look")
"""The verb of a look: what comes behind it is planned when the run gets there."""
MOST_COVERED = 100
"""How many actions of high risk an approval covers that was given before it was known which they are."""


class Stage(NamedTuple):
    """What a look led to: a plan, and what that relies on if it needs approval."""

    plan: Plan
    circumstances: Circumstances | None


def goals_text(meta: MetaGoal) -> str:
    """Goals and what each comes after, as the text that a look has them in."""
    return canonical_json([_goal_to_json(goal, meta.dependencies.get(at, ())) for at, goal in enumerate(meta.goals)])


def goals_in(text: str) -> MetaGoal:
    """The goals that `goals_text` wrote; ContractViolation with the place of what is not as it should be."""
    import json  # most commands have one stage

    try:
        listed = read_list(json.loads(text), "MetaGoal", "goals")
    except ValueError:
        raise ContractViolation("MetaGoal", "goals", "are not JSON") from None
    rows = [read_fields(row, "MetaGoal", inner("goals", at), _GOAL) for at, row in enumerate(listed)]
    after = {at: tuple(row.pop("after")) for at, row in enumerate(rows)}
    return MetaGoal(goals=tuple(Goal(**row) for row in rows), dependencies=after)


def stage_output(prepared: Prepared, plan: Plan) -> dict[str, Any]:
    """What a look gives back: what was looked at, when, and what was found, and the plan that was made of it."""
    there = prepared.circumstances
    return {
        "looked": [list(look) for look in prepared.looked],
        "stage": plan_to_json(plan),
        "relies_on": circumstances_to_json(there) if there is not None else None,
    }


def stage_behind(action: PlannedAction, outcome: ActionOutcome | None) -> Stage | None:
    """The stage that an action led to, if it is a look that is done."""
    if action.tool != LOOK_TOOL or outcome is None or not outcome.is_done:
        return None
    there = outcome.output["relies_on"]
    plan = plan_from_json(outcome.output["stage"])
    return Stage(plan, circumstances_from_json(there) if there is not None else None)


def with_stages(plan: Plan, outcomes: Mapping[str, ActionOutcome | None]) -> Plan:
    """The plan with all stages that its looks have led to so far; the plan itself if there are none."""
    actions = list(plan.actions)
    known = set(actions) if any(action.tool == LOOK_TOOL for action in actions) else set()
    for action in actions:  # a stage may have another look in it
        stage = stage_behind(action, outcomes.get(action.action_id))
        made = stage.plan.actions if stage is not None else ()
        behind = [replace(one, depends_on=one.depends_on or (action.action_id,)) for one in made]
        actions += [one for one in behind if one not in known]
    if len(actions) == len(plan.actions):
        return plan
    last = actions[-1].action_id
    return replace(plan, actions=tuple(actions), goal_achieved_by=last, total_actions=len(actions))


def _goal_to_json(goal: Goal, after: tuple[int, ...]) -> dict[str, Any]:
    return {**{name: getattr(goal, name) for name in _GOAL if name != "after"}, "after": after}


def _object_or_none(value: Any, contract: str, place: str) -> dict[str, Any] | None:
    return None if value is None else read_object(value, contract, place)


_GOAL = {
    "domain": read_text,
    "verb": read_text,
    "params": read_object,
    "object": read_text_or_none,
    "goal_id": read_text,
    "resolved_path": read_text_or_none,
    "each": _object_or_none,
    "when": read_list,
    "after": read_list,
}
