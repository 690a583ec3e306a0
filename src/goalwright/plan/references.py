"""References: parameters that stand for what an earlier goal will see."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goalwright.contracts import FrozenDict
from goalwright.plan.state import brief
from goalwright.plan.task import Task, Unmet
from goalwright.rules.param_types import is_reference


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
