"""Task: a goal made ready for planning, with every name in its rule replaced by this goal's values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goalwright.contracts import ToolCapability
from goalwright.contracts.plan import Risk
from goalwright.dataclass import dataclass, field
from goalwright.named_tuple import NamedTuple
from goalwright.plan.state import Condition, RegisterWrite
from goalwright.rules.rule import Rule, Shape, Way


class Tooling(NamedTuple):
    """One tool for one way of a row: what it needs to be so, and what it brings about besides the row's own effect."""

    way: Way | None
    capability: ToolCapability | None
    needs: tuple[Condition, ...]
    requires: tuple[Condition, ...]
    effects: tuple[RegisterWrite, ...]


@dataclass(slots=True)
class Task:
    """What the planner schedules: one goal, or one supporting action.

    `condition` is what an achieve makes true and None for an event. `before` are the goals it was said
    to depend on, `deps` those and the ones it must follow because they touch the same thing.
    """

    index: int
    goal_id: str
    verb: str
    numbered: bool
    before: tuple[int, ...]
    deps: tuple[int, ...] = ()
    rule: Rule | None = None
    shape: Shape | None = None
    said: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    is_event: bool = False
    is_browsing: bool = False
    condition: Condition | None = None
    ensure: tuple[Condition, ...] = ()
    assume: tuple[Condition, ...] = ()
    writes: tuple[RegisterWrite, ...] = ()
    touches: tuple[str, ...] = ()
    risks: tuple[tuple[Condition, Risk], ...] = ()
    toolings: tuple[Tooling, ...] = ()
    tab: int | None = None

    def __post_init__(self) -> None:
        self.deps = self.before

    def named(self, item: str) -> Any:
        """A value's part: a parameter's own value, or the word itself; app names do not differ by case."""
        if not item.startswith("{"):
            return item
        param = item.strip("{}")
        value = self.values[param]
        declared = self.shape.params.get(param) if self.shape is not None else None
        return value.casefold() if declared is not None and declared.type == "app" else value


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
        self.task, self.tooling, self.goals = task, tooling, [goal]

    @property
    def is_support(self) -> bool:
        return self.task.index < 0

    def serve(self, goal: int) -> None:
        if goal not in self.goals[-2:]:
            self.goals.append(goal)


@dataclass(slots=True)
class PlanDraft:
    """A schedule: steps in order, which step serves each goal (None: the world), and what is unmet.

    `is_plain` says that no tool's demands played a part in it, so that the rule rows alone decided.
    """

    steps: list[Step] = field(default_factory=list)
    served: dict[int, int | None] = field(default_factory=dict)
    unmet: dict[int, Unmet] = field(default_factory=dict)
    is_plain: bool = True

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
