"""Task: a goal made ready for planning, with every name in its rule replaced by this goal's values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from goalwright.contracts import ToolCapability
from goalwright.contracts.plan import Risk
from goalwright.plan.state import Condition, RegisterWrite
from goalwright.rules.rule import Rule, Shape, Way

NO_VALUES: dict[str, Any] = {}


class Tooling(NamedTuple):
    """One tool for one way of a row: what it needs to be so, and what it brings about besides the row's own effect."""

    way: Way | None
    capability: ToolCapability | None
    needs: tuple[Condition, ...]
    requires: tuple[Condition, ...]
    effects: tuple[RegisterWrite, ...]


class Task:
    """What the planner schedules: one goal, or one supporting action.

    `condition` is what an achieve makes true and None for an event. `before` are the goals it was said
    to depend on, `deps` those and the ones it must follow because they touch the same thing.
    """

    __slots__ = (
        "assume",
        "before",
        "condition",
        "deps",
        "ensure",
        "goal_id",
        "index",
        "is_browsing",
        "is_event",
        "numbered",
        "risks",
        "rule",
        "said",
        "shape",
        "tab",
        "toolings",
        "touches",
        "values",
        "verb",
        "writes",
    )

    def __init__(self, index: int, goal_id: str, verb: str, numbered: bool, before: tuple[int, ...]) -> None:
        self.index = index
        self.goal_id = goal_id
        self.verb = verb
        self.numbered = numbered
        self.before = self.deps = before
        self.rule: Rule | None = None
        self.shape: Shape | None = None
        self.said: dict[str, Any] = NO_VALUES
        self.values: dict[str, Any] = NO_VALUES
        self.is_event = False
        self.is_browsing = False
        self.condition: Condition | None = None
        self.ensure: tuple[Condition, ...] = ()
        self.assume: tuple[Condition, ...] = ()
        self.writes: tuple[RegisterWrite, ...] = ()
        self.touches: tuple[str, ...] = ()
        self.risks: tuple[tuple[Condition, Risk], ...] = ()
        self.toolings: tuple[Tooling, ...] = ()
        self.tab: int | None = None


class Unmet(NamedTuple):
    """Why a goal cannot be reached; `detail` is the sentence's end, or the register and value in the way.

    `is_final` means that no order of the goals could help: the goal itself is at fault.
    """

    reason: str
    detail: str
    is_final: bool = False


class Step:
    """One action of a plan in the making: a task carried out with one of its tools, for the goals it serves."""

    __slots__ = ("goals", "task", "tooling")

    def __init__(self, task: Task, tooling: Tooling, goal: int) -> None:
        self.task = task
        self.tooling = tooling
        self.goals = [goal]

    @property
    def is_support(self) -> bool:
        return self.task.index < 0

    def serve(self, goal: int) -> None:
        if goal not in self.goals[-2:]:
            self.goals.append(goal)


class PlanDraft:
    """A schedule: steps in order, which step serves each goal (None: the world), and what is unmet.

    `is_plain` says that no tool's demands played a part in it, so that the rule rows alone decided.
    """

    __slots__ = ("is_plain", "served", "steps", "unmet")

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.served: dict[int, int | None] = {}
        self.unmet: dict[int, Unmet] = {}
        self.is_plain = True

    def split(self, groups: Sequence[Sequence[Task]]) -> list[PlanDraft]:
        """The same for each group of goals; groups share no step."""
        group_of = {task.index: number for number, group in enumerate(groups) for task in group}
        parts = [PlanDraft() for _ in groups]
        place: list[int] = []
        for step in self.steps:
            part = parts[group_of[step.goals[0]]]
            place.append(len(part.steps))
            part.steps.append(step)
        for goal, served in self.served.items():
            parts[group_of[goal]].served[goal] = None if served is None else place[served]
        for goal, unmet in self.unmet.items():
            if goal in group_of:
                parts[group_of[goal]].unmet[goal] = unmet
        return parts
