"""What the planner returns: actions, the plan they form, and the result that carries it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from goalwright.contracts.checks import (
    freeze_items,
    freeze_mapping,
    freeze_texts,
    require_choice,
    require_flag,
    require_text,
    require_text_or_none,
)
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.shown import shown
from goalwright.dataclass import dataclass
from goalwright.errors import ContractViolation

ActionClass = Literal["actuate", "observe"]
Risk = Literal["none", "low", "medium", "high"]
PlanStatus = Literal["success", "partial", "no_capability", "blocked", "rule_not_found", "validation_failed"]
UnmetReason = Literal["no_capability", "blocked", "rule_not_found", "validation_failed", "dependency_unmet"]
PLANNED: tuple[PlanStatus, ...] = ("success", "partial")
LOOK_TOOL = "look_tool"
"""The tool that looks again in the middle of a run, and plans the goals that were put off until then."""
_CLASSES = get_args(ActionClass)
_RISKS = get_args(Risk)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedAction:
    """One call of one tool. `args` are authoritative: what runs the action may not change them.

    `goals` are the goals it serves, `rule` the row that made it, `why` says in a sentence why the
    plan cannot do without it, `touches` names the pages, files and devices it reads or changes.
    """

    action_id: str
    intent: str
    description: str
    args: Mapping[str, Any] = EMPTY
    action_class: ActionClass = "actuate"
    tool: str | None = None
    expected_effect: str = ""
    depends_on: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    rule: str = ""
    risk: Risk = "none"
    why: str = ""
    touches: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not _has_texts(self):
            require_text(self, "action_id", "intent", "description")
            require_text(self, "expected_effect", "rule", "why", empty=True)
        if self.tool is not None:
            require_text(self, "tool")
        if self.action_class not in _CLASSES:
            require_choice(self, "action_class", _CLASSES)
        if self.risk not in _RISKS:
            require_choice(self, "risk", _RISKS)
        freeze_mapping(self, "args")
        freeze_texts(self, "depends_on", "goals", "touches")
        if self.action_id in self.depends_on:
            raise ContractViolation("PlannedAction", "depends_on", f"{shown(self.action_id)} depends on itself")

    @property
    def only_looks(self) -> bool:
        """Whether it changes nothing. An answer of a tool that may do anything to get it is of high risk."""
        return self.action_class == "observe" and (self.risk != "high" or self.tool == LOOK_TOOL)


def _has_texts(action: PlannedAction) -> bool:
    """The quick answer for actions whose texts are as they should be: large plans have many."""
    return (
        type(action.action_id) is str
        and type(action.intent) is str
        and type(action.description) is str
        and type(action.expected_effect) is str
        and type(action.rule) is str
        and type(action.why) is str
        and bool(action.action_id and action.intent and action.description)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Actions, and what they depend on; the order of listing promises nothing.

    Invariants: at least one action; ids unique; dependencies name actions of the plan and never form
    a circle; `goal_achieved_by` is one of the actions. `satisfied` lists goals the world had already
    met, `reasserted` those of them that are done again so that the plan is not empty.
    `minimal_certified` is a proof, not a hope, that no valid plan has fewer actions with pages in these tabs.
    """

    actions: tuple[PlannedAction, ...]
    goal_achieved_by: str
    total_actions: int
    satisfied: tuple[str, ...] = ()
    reasserted: tuple[str, ...] = ()
    minimal_certified: bool = False

    def __post_init__(self) -> None:
        freeze_items(self, "actions", PlannedAction)
        freeze_texts(self, "satisfied")
        freeze_texts(self, "reasserted")
        require_flag(self, "minimal_certified")
        if not self.actions:
            raise ContractViolation("Plan", "actions", "is empty: a plan does at least one thing")
        require_text(self, "goal_achieved_by")
        if type(self.total_actions) is not int or self.total_actions != len(self.actions):
            problem = f"is {shown(self.total_actions)}, but there are {len(self.actions)} actions"
            raise ContractViolation("Plan", "total_actions", problem)
        ids = {action.action_id: index for index, action in enumerate(self.actions)}
        if len(ids) != len(self.actions):
            raise ContractViolation("Plan", "actions", f"use the id {shown(_repeated(self.actions))} twice")
        if self.goal_achieved_by not in ids:
            problem = f"{shown(self.goal_achieved_by)} is not one of the actions"
            raise ContractViolation("Plan", "goal_achieved_by", problem)
        if not set(self.satisfied).issuperset(self.reasserted):
            raise ContractViolation("Plan", "reasserted", "names a goal that is not among the satisfied ones")
        _require_acyclic(self.actions, ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmetGoal:
    """A goal the plan does not reach; `detail` names the register and value in the way, or the bad part."""

    goal_id: str
    reason: UnmetReason
    detail: str = ""

    def __post_init__(self) -> None:
        require_text(self, "goal_id")
        require_choice(self, "reason", get_args(UnmetReason))
        require_text(self, "detail", empty=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanResult:
    """How planning ended. Only success and partial carry a plan; only success has nothing unmet."""

    status: PlanStatus
    plan: Plan | None = None
    reason: str | None = None
    unmet: tuple[UnmetGoal, ...] = ()

    def __post_init__(self) -> None:
        require_choice(self, "status", get_args(PlanStatus))
        require_text_or_none(self, "reason")
        freeze_items(self, "unmet", UnmetGoal)
        if self.plan is not None and not isinstance(self.plan, Plan):
            raise ContractViolation("PlanResult", "plan", "must be a Plan, or left out")
        if (self.plan is not None) != (self.status in PLANNED):
            problem = "is missing" if self.plan is None else "must be left out"
            raise ContractViolation("PlanResult", "plan", f"{problem} when the status is {self.status}")
        if self.status == "success" and self.unmet:
            raise ContractViolation("PlanResult", "unmet", "a success leaves no goal unmet")
        if self.status == "partial" and not self.unmet:
            raise ContractViolation("PlanResult", "unmet", "a partial result says which goals are unmet")
        if self.status != "success" and not self.reason:
            raise ContractViolation("PlanResult", "reason", f"is missing: say why the status is {self.status}")


def _repeated(actions: tuple[PlannedAction, ...]) -> str:
    seen: set[str] = set()
    return next(a.action_id for a in actions if a.action_id in seen or seen.add(a.action_id))  # type: ignore[func-returns-value]  # add is the bookkeeping


def _require_acyclic(actions: tuple[PlannedAction, ...], ids: dict[str, int]) -> None:
    """Every dependency exists, and following them always ends; listing order is free."""
    ordered = True
    for index, action in enumerate(actions):
        for name in action.depends_on:
            if name not in ids:
                problem = f"{shown(name)} is not one of the actions"
                raise ContractViolation("Plan", f"actions[{index}].depends_on", problem)
            ordered = ordered and ids[name] < index
    if ordered:
        return
    _require_end(actions)


def _require_end(actions: tuple[PlannedAction, ...]) -> None:
    waiting = {action.action_id: len(set(action.depends_on)) for action in actions}
    children: dict[str, list[str]] = {}
    for action in actions:
        for name in set(action.depends_on):
            children.setdefault(name, []).append(action.action_id)
    ready = [name for name, count in waiting.items() if not count]
    while ready:
        name = ready.pop()
        del waiting[name]
        for child in children.get(name, ()):
            waiting[child] -= 1
            if not waiting[child]:
                ready.append(child)
    if waiting:
        listed = ", ".join(shown(name) for name in sorted(waiting)[:5])
        raise ContractViolation("Plan", "actions", f"depend on each other in a circle: {listed}")
