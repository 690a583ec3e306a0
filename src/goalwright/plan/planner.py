"""GoalPlanner: goals, a snapshot of the world and the available tools in; the shortest plan out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, cast

from goalwright.contracts import Goal, MetaGoal, Plan, PlanResult, ToolCapability, UnmetGoal, WorldState
from goalwright.contracts.plan import PlannedAction, PlanStatus, UnmetReason
from goalwright.errors import ContractViolation
from goalwright.plan.action_order import refuse_pageless, serialise
from goalwright.plan.certify import improve, is_hazy
from goalwright.plan.emit import emit_actions
from goalwright.plan.facts import read_facts, standing_registers, starting_registers
from goalwright.plan.ground import Grounder
from goalwright.plan.linear import LinearPass
from goalwright.plan.state import Registers
from goalwright.plan.supply import Supply
from goalwright.plan.tab_sharing import assign_tabs
from goalwright.plan.task import PlanDraft, Task, Unmet
from goalwright.plan.toolbox import Toolbox
from goalwright.rules import RuleBook, as_rule_book, builtin_rules
from goalwright.rules.collecting import paused_collecting

LARGE = 1_000
_CONDITION = r"(?s)(?P<family>[a-z]+)(?::(?P<name>.+))? = (?P<value>absent|exists)"

# The register's family and what is known of it -> the sentence, with the register's own name in it.
_SENTENCES = {
    ("file", "absent"): "there is no file {}",
    ("dir", "absent"): "there is no folder {}",
    ("entry", "absent"): "there is no {}",
    ("tree", "absent"): "there is no folder {}",
    ("file", "exists"): "{} is a file already",
    ("dir", "exists"): "{} is a folder already",
    ("app", "absent"): "{} is not running: open it first",
    ("browser", "absent"): "no browser is open: open a page first",
}


class GoalPlanner:
    """Plans from a rule table. It changes nothing it is given, and no plan depends on the ones made before."""

    def __init__(self, rules: Mapping[tuple[str, str], Any] | None = None) -> None:
        self.rules: RuleBook = builtin_rules() if rules is None else as_rule_book(rules)
        self._toolbox = Toolbox(self.rules, None)
        self._standing = standing_registers(self.rules.words)

    def plan(
        self, goal: Goal | MetaGoal, world_state: WorldState, capabilities: Iterable[ToolCapability] | None = None
    ) -> PlanResult:
        """The shortest valid plan. With capabilities every action has its tool; with None tools are chosen later."""
        meta = _as_meta(goal)
        tools = _checked_tools(capabilities)
        if not isinstance(world_state, WorldState):
            raise ContractViolation("GoalPlanner", "world_state", "must be a WorldState")
        # A large plan makes many objects and no cycles: looking for cycles meanwhile only costs time.
        with paused_collecting() if len(meta.goals) >= LARGE else nullcontext():
            return self._plan(meta, world_state, tools)

    def _plan(self, meta: MetaGoal, world_state: WorldState, tools: tuple[ToolCapability, ...] | None) -> PlanResult:
        if not self._toolbox.holds(tools):  # most callers come with the same tools again
            self._toolbox = Toolbox(self.rules, tools)
        toolbox = self._toolbox
        facts = read_facts(world_state, self.rules.words)
        registers = starting_registers(self._standing, world_state, facts, self.rules.words)
        lost: dict[int, Unmet] = {}
        while True:
            grounder = Grounder(self.rules, toolbox, facts)
            tasks, unmet = grounder.ground(meta)
            unmet.update(lost)
            _prepare(tasks, unmet, registers)
            supply = Supply(self.rules, toolbox, grounder)
            draft = LinearPass(supply, registers.copy(), unmet).run(tasks)
            draft, certified = improve(tasks, draft, registers, supply)
            certified = certified and not is_hazy(tasks)
            new = {index: found for index, found in draft.unmet.items() if index not in unmet}
            if not new:
                break
            # A goal that cannot be met must not hold up others: plan again as if it had not been asked for.
            lost.update({index: found._replace(is_final=True) for index, found in new.items()})
        reasserted = _reassert(tasks, draft, supply, registers)
        return _result(tasks, draft, registers, certified=certified, reasserted=reasserted, tools=tools)


def _as_meta(goal: Goal | MetaGoal) -> MetaGoal:
    if isinstance(goal, MetaGoal):
        return goal
    if isinstance(goal, Goal):
        return MetaGoal(goals=(goal,))
    raise ContractViolation("GoalPlanner", "goal", "must be a Goal or a MetaGoal")


def _checked_tools(capabilities: Iterable[ToolCapability] | None) -> tuple[ToolCapability, ...] | None:
    if capabilities is None:
        return None
    tools = tuple(capabilities)
    for index, tool in enumerate(tools):
        if not isinstance(tool, ToolCapability):
            raise ContractViolation("GoalPlanner", f"capabilities[{index}]", "must be a ToolCapability")
    return tools


def _prepare(tasks: Sequence[Task], unmet: dict[int, Unmet], registers: Registers) -> None:
    """Settle, for the goals that can be planned at all, which pages they work on and what they must follow."""
    _spread(tasks, unmet)
    refuse_pageless(tasks, unmet, registers)
    _spread(tasks, unmet)
    assign_tabs(tasks, unmet)
    serialise(tasks, unmet)


def _spread(tasks: Sequence[Task], unmet: dict[int, Unmet]) -> None:
    """A goal that follows an unmet one is unmet for that reason, whatever else may be wrong with it."""
    if not unmet:
        return
    for task in tasks:
        lost = next((index for index in task.before if index in unmet), None)
        if lost is not None:
            is_final = unmet[lost].is_final
            unmet[task.index] = Unmet("dependency_unmet", f"it depends on {tasks[lost].goal_id}", is_final)


def _reassert(tasks: Sequence[Task], draft: PlanDraft, supply: Supply, registers: Registers) -> tuple[str, ...]:
    """Where the world has met every goal already, the last one is done again."""
    if draft.steps or draft.unmet:
        return ()
    again = LinearPass(supply, registers.copy(), {})
    again.reassert(tasks[-1])
    draft.steps, draft.unmet = again.draft.steps, again.draft.unmet
    draft.served[tasks[-1].index] = again.draft.served.get(tasks[-1].index)
    return (tasks[-1].goal_id,) if draft.steps else ()


def _result(
    tasks: Sequence[Task],
    draft: PlanDraft,
    registers: Registers,
    *,
    certified: bool,
    reasserted: tuple[str, ...],
    tools: tuple[ToolCapability, ...] | None,
) -> PlanResult:
    unmet = tuple(
        UnmetGoal(goal_id=tasks[index].goal_id, reason=cast(UnmetReason, found.reason), detail=found.detail)
        for index, found in sorted(draft.unmet.items())
    )
    reason = _reason(tasks, draft.unmet)
    if not draft.steps:
        first = draft.unmet[min(draft.unmet)]
        return PlanResult(status=cast(PlanStatus, first.reason), reason=reason, unmet=unmet)
    actions = emit_actions(tasks, draft, registers, bool(reasserted))
    _require_known_tools(actions, tools)
    satisfied = tuple(
        task.goal_id
        for task in tasks
        if task.index in draft.served and (draft.served[task.index] is None or task.goal_id in reasserted)
    )
    plan = Plan(
        actions=actions,
        goal_achieved_by=actions[-1].action_id,
        total_actions=len(actions),
        satisfied=satisfied,
        reasserted=reasserted,
        minimal_certified=certified,
    )
    return PlanResult(status="partial" if unmet else "success", plan=plan, reason=reason, unmet=unmet)


def _reason(tasks: Sequence[Task], unmet: Mapping[int, Unmet]) -> str | None:
    """The first thing in the way, as a sentence; how many more there are."""
    if not unmet:
        return None
    sentence = f"{tasks[min(unmet)].goal_id}: {told(unmet[min(unmet)])}"
    return f"{sentence} (and {len(unmet) - 1} more unmet)" if len(unmet) > 1 else sentence


def _require_known_tools(actions: Sequence[PlannedAction], tools: tuple[ToolCapability, ...] | None) -> None:
    names = {tool.name for tool in tools or ()}
    for action in actions:
        if (action.tool is not None) != (tools is not None) or (tools is not None and action.tool not in names):
            raise ContractViolation("Plan", "actions", f"{action.action_id} uses {action.tool}, which is not available")


def told(unmet: Unmet) -> str:
    """Why a goal is unmet, as a sentence."""
    if unmet.reason != "blocked":
        return unmet.detail
    found = re.fullmatch(_CONDITION, unmet.detail)
    sentence = _SENTENCES.get((found["family"], found["value"])) if found is not None else None
    if found is None or sentence is None:
        return f"blocked by {unmet.detail}"
    return sentence.format(found["name"])
