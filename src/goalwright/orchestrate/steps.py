"""Structured plans as plans that can run: each step an action of its tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from goalwright.contracts import Plan, PlannedAction, PlanPayload, PlanStep, ToolEntry
from goalwright.contracts.frozen import FrozenDict
from goalwright.contracts.tool_entry import PATH_TYPES

STEP_RULE = "structured_plan"


def plan_of_steps(payload: PlanPayload, entries: Mapping[str, ToolEntry], absolute: Callable[[str], str]) -> Plan:
    """The steps as actions. A step is as risky as its tool can be, since nobody planned it here; paths become
    absolute through `absolute`."""
    actions = tuple(_action(step, entries[step.tool], absolute) for step in payload.steps)
    return Plan(actions=actions, goal_achieved_by=actions[-1].action_id, total_actions=len(actions))


def _action(step: PlanStep, entry: ToolEntry, absolute: Callable[[str], str]) -> PlannedAction:
    return PlannedAction(
        action_id=step.step_id,
        intent=entry.intents[0] if entry.intents else STEP_RULE,
        description=step.description,
        args=FrozenDict({name: _value(name, value, entry, absolute) for name, value in step.args.items()}),
        action_class="observe" if entry.risk == "none" else "actuate",
        tool=step.tool,
        expected_effect=step.deliverable,
        depends_on=step.depends_on,
        rule=STEP_RULE,
        risk=entry.risk,
        why="the structured plan has it",
    )


def _value(name: str, value: Any, entry: ToolEntry, absolute: Callable[[str], str]) -> Any:
    is_path = entry.args.get(name) in PATH_TYPES and isinstance(value, str) and value
    return absolute(value) if is_path else value
