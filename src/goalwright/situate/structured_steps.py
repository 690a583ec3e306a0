"""Plans made to run here: structured steps become actions, and paths absolute."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from goalwright.contracts import Plan, PlannedAction, PlanPayload, PlanStep, ToolEntry
from goalwright.contracts.frozen import FrozenDict
from goalwright.contracts.tool_entry import PATH_TYPES
from goalwright.dataclass import replace

STEP_RULE = "structured_plan"


def plan_of_steps(payload: PlanPayload, entries: Mapping[str, ToolEntry], absolute: Callable[[str], str]) -> Plan:
    """The steps as actions. A step is as risky as its tool can be, since it was not planned here; paths become
    absolute through `absolute`."""
    actions = tuple(_action(step, entries[step.tool], absolute) for step in payload.steps)
    return Plan(actions=actions, goal_achieved_by=actions[-1].action_id, total_actions=len(actions))


def with_absolute_paths(plan: Plan, entries: Mapping[str, ToolEntry], absolute: Callable[[str], str]) -> Plan:
    """The same plan with every path argument absolute; the plan itself if all are."""
    actions = list(plan.actions)
    for place, action in enumerate(actions):
        entry = entries.get(action.tool or "")
        args = _absolute_args(action.args, entry, absolute) if entry is not None else action.args
        if args != action.args:
            actions[place] = replace(action, args=args)
    return replace(plan, actions=tuple(actions)) if tuple(actions) != plan.actions else plan


def _action(step: PlanStep, entry: ToolEntry, absolute: Callable[[str], str]) -> PlannedAction:
    return PlannedAction(
        action_id=step.step_id,
        intent=entry.intents[0] if entry.intents else STEP_RULE,
        description=step.description,
        args=_absolute_args(step.args, entry, absolute),
        action_class="observe" if entry.risk == "none" else "actuate",
        tool=step.tool,
        expected_effect=step.deliverable,
        depends_on=step.depends_on,
        rule=STEP_RULE,
        risk=entry.risk,
        why="the structured plan has it",
    )


def _absolute_args(args: Mapping[str, Any], entry: ToolEntry, absolute: Callable[[str], str]) -> FrozenDict[str, Any]:
    def value(name: str, given: Any) -> Any:
        if entry.args.get(name) not in PATH_TYPES:
            return given
        if isinstance(given, tuple):
            return tuple(absolute(path) if isinstance(path, str) and path else path for path in given)
        return absolute(given) if isinstance(given, str) and given else given

    return FrozenDict({name: value(name, given) for name, given in args.items()})
