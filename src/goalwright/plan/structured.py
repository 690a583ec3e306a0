"""StructuredPlanner: goals, or a plan made from them, as the one JSON text the planner contract allows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from goalwright.contracts import Goal, MetaGoal, Plan, PlanGraph, PlannedAction, PlanResult, ToolCapability, WorldState
from goalwright.contracts.strict_json import ROOT, Faults, plain_tree
from goalwright.errors import ContractViolation, NotPlannable, PlanPayloadError, StepCountError
from goalwright.graph import topological_order
from goalwright.plan.payload import LIMITS, checked_step_count, checked_tools, validate_plan_payload
from goalwright.plan.planner import GoalPlanner
from goalwright.plan.steps import ECHO, action_step, asked_tool, cut, harmless, reporting_step, thawed

_SUMMARY_CHARACTERS = 500
_VALUE_CHARACTERS = 60


class NamedTools(Protocol):
    """A rule book, as far as it matters here: the tools its rows name."""

    def named_capabilities(self) -> tuple[ToolCapability, ...]: ...


class Planner(Protocol):
    """What plans the goals: GoalPlanner, or anything that answers like it."""

    @property
    def rules(self) -> NamedTools: ...

    def plan(
        self, goal: Goal | MetaGoal, world_state: WorldState, capabilities: Sequence[ToolCapability] | None = None
    ) -> PlanResult: ...


class StructuredPlanner:
    """Goals in, one valid JSON text out; the same goals give the same bytes.

    `tools` is the whitelist (None: echo_tool and get_time). Planning uses every tool the rule table
    names, so the plan is the one that would run; what the whitelist lacks is reported, not done.
    """

    def __init__(self, tools: Iterable[str] | None = None, *, planner: Planner | None = None) -> None:
        self._tools = checked_tools(tools)
        self._planner: Planner = GoalPlanner() if planner is None else planner

    def plan(
        self, meta_goal: MetaGoal | Goal, step_count: int | None = None, world_state: WorldState | None = None
    ) -> str:
        """The JSON text; NotPlannable unless every goal has a plan, StepCountError if that needs more steps."""
        if not isinstance(meta_goal, MetaGoal | Goal):
            raise ContractViolation("StructuredPlanner", "meta_goal", "must be a MetaGoal or a Goal")
        asked = checked_step_count(step_count)
        capabilities = self._planner.rules.named_capabilities()
        result = self._planner.plan(meta_goal, world_state or WorldState(), capabilities)
        if result.status != "success" or result.plan is None:
            raise NotPlannable(result.status, result.reason or "the planner gave no reason")
        return plan_payload(result.plan, goal_text(meta_goal), self._tools, asked)


def plan_payload(
    plan: Plan | PlanGraph, goal: str, tools: Iterable[str] | None = None, step_count: int | None = None
) -> str:
    """The canonical JSON text of a plan, validated before it is returned.

    An action whose tool is not in `tools` becomes an echo_tool step that says so. With `step_count`,
    reporting steps fill up what is missing; a plan that needs more is a StepCountError.
    """
    allowed, asked = checked_tools(tools), checked_step_count(step_count)
    if not isinstance(goal, str):
        raise ContractViolation("plan_payload", "goal", "must be text")
    actions = _in_order(_actions(plan))
    total = asked or len(actions)
    if len(actions) > total:
        problem = f"the plan needs {len(actions)} steps, but {total} were asked for: ask for {len(actions)} or more"
        raise StepCountError([("steps", problem)])
    _require_echo(actions, total, allowed)
    document = {"goal": harmless(goal), "steps": _steps(actions, total, allowed)}
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    validate_plan_payload(text, allowed, asked)
    return text


def goal_text(meta_goal: MetaGoal | Goal) -> str:
    """The command's own words, or else its goals in one bounded line."""
    if isinstance(meta_goal, MetaGoal) and meta_goal.text.strip():
        return meta_goal.text
    goals = meta_goal.goals if isinstance(meta_goal, MetaGoal) else (meta_goal,)
    return cut("; ".join(_goal_line(goal) for goal in goals), _SUMMARY_CHARACTERS)


def _goal_line(goal: Goal) -> str:
    params = {**({"object": goal.object} if goal.object else {}), **thawed(goal.params)}
    texts = {
        name: each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for name, each in params.items()
    }
    listed = ", ".join(f"{name}={cut(texts[name], _VALUE_CHARACTERS)}" for name in sorted(texts))
    return f"{goal.domain}.{goal.verb} {listed}".rstrip()


def _actions(plan: object) -> tuple[PlannedAction, ...]:
    if isinstance(plan, Plan):
        return plan.actions
    if isinstance(plan, PlanGraph):
        return tuple(plan.nodes.values())
    raise ContractViolation("plan_payload", "plan", "must be a Plan or a PlanGraph")


def _in_order(actions: Sequence[PlannedAction]) -> list[PlannedAction]:
    """Every action after those it depends on, otherwise as listed."""
    by_name = {action.action_id: action for action in actions}
    return [by_name[name] for name in topological_order({a.action_id: a.depends_on for a in actions})]


def _require_echo(actions: Sequence[PlannedAction], total: int, allowed: frozenset[str]) -> None:
    if ECHO in allowed:
        return
    lacking = [
        (f"steps[{position}].tool", f"needs {asked_tool(action)}, which is not allowed: allow it, or add {ECHO}")
        for position, action in enumerate(actions)
        if action.tool not in allowed
    ]
    if total > len(actions):
        problem = f"has {len(actions)} of the {total} steps asked for: add {ECHO} to the tools, it fills up the rest"
        lacking.append(("steps", problem))
    if lacking:
        raise PlanPayloadError(lacking)


def _steps(actions: Sequence[PlannedAction], total: int, allowed: frozenset[str]) -> list[dict[str, Any]]:
    faults = Faults()
    every = [
        plain_tree(thawed(action.args), LIMITS, faults, (((ROOT, "steps"), position), "args"))
        for position, action in enumerate(actions)
    ]
    faults.raise_as(PlanPayloadError)
    numbers = {action.action_id: number for number, action in enumerate(actions, 1)}
    steps = [action_step(action, args, numbers, allowed) for action, args in zip(actions, every, strict=True)]
    return steps + [reporting_step(number, len(actions), total) for number in range(len(actions) + 1, total + 1)]
