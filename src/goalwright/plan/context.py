"""Context: what a goal may take over from the goals it depends on, such as the platform to search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from goalwright.contracts import FrozenDict, Goal, MetaGoal
from goalwright.plan.state import brief
from goalwright.plan.task import Task, Unmet
from goalwright.rules.addresses import host_and_path
from goalwright.rules.book import RuleBook
from goalwright.rules.param_types import is_reference

Offers = Mapping[tuple[str, str], tuple[int, Any]]
NOTHING: Offers = {}


class Context:
    """Offers travel along dependencies only, within one domain; the nearest one counts, even when it offers nothing."""

    def __init__(self, rules: RuleBook, meta: MetaGoal) -> None:
        self._words, self._meta = rules.words, meta
        self._offers: list[Offers] = []
        inheriting = rules.inheriting
        self._is_needed = bool(meta.dependencies) and any(
            (goal.domain, goal.verb) in inheriting and inheriting[goal.domain, goal.verb] - goal.params.keys()
            for goal in meta.goals
        )
        self.has_references = any(type(value) is FrozenDict for goal in meta.goals for value in goal.params.values())
        self._ids: dict[str | None, int] | None = None

    def index_of(self, goal_id: str) -> int | None:
        if self._ids is None:
            self._ids = {goal.goal_id: index for index, goal in enumerate(self._meta.goals)}
        return self._ids.get(goal_id)

    def offered(self, task: Task, domain: str, param: str) -> Any:
        """The value a parameter inherits, or None."""
        if not self._is_needed:
            return None
        return self._inherited(task.before).get((domain, param), (0, None))[1]

    def note(self, task: Task, goal: Goal) -> None:
        """Take up what a goal offers to those that depend on it."""
        if not self._is_needed:
            return
        offers = self._inherited(task.before)
        shape = task.shape
        if shape is not None and shape.offers:
            offer = (task.index, self._platform(task.values))
            offers = {**offers, **{(goal.domain, param): offer for param in shape.offers}}
        self._offers.append(offers)

    def _inherited(self, before: Sequence[int]) -> Offers:
        if not before:
            return NOTHING
        if len(before) == 1:
            return self._offers[before[0]]
        offers = [each for index in before for each in self._offers[index].items()]
        return dict(sorted(offers, key=lambda each: each[1][0]))  # the nearest comes last, and counts

    def _platform(self, values: Mapping[str, Any]) -> str | None:
        """The platform that a page goal leads to; leaving the browser leads to none."""
        if "platform" in values:
            named = self._words.platform(values["platform"])
        else:
            named = self._words.platform_of_host(*host_and_path(values["url"])) if "url" in values else None
        return named.name if named is not None else None


def reference_problem(task: Task, tasks: Sequence[Task], index_of: Callable[[str], int | None]) -> Unmet | None:
    """A parameter that comes from another goal must come from one that this one depends on, and that sees something."""
    for param, value in task.values.items():
        if type(value) is not FrozenDict or not is_reference(value):
            continue
        source, said = index_of(value["from"]), f"{param} comes from {brief(value['from'])}"
        if source is None or not _follows(task, source, tasks):
            return Unmet("blocked", f"{said}, which is not a goal this one depends on")
        shape = tasks[source].shape
        if shape is not None and shape.action_class != "observe":
            return Unmet("blocked", f"{said}, which sees nothing: name a reading goal")
    return None


def _follows(task: Task, source: int, tasks: Sequence[Task]) -> bool:
    seen: set[int] = set()
    waiting = list(task.before)
    while waiting:
        index = waiting.pop()
        if index == source:
            return True
        if index not in seen and index > source:
            seen.add(index)
            waiting.extend(tasks[index].before)
    return False
