"""The order goals must keep among themselves: what was said, and what touching the same thing demands."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from goalwright.plan.access import AccessLog
from goalwright.plan.task import Task


def serialise(tasks: Sequence[Task], skipped: Collection[int]) -> None:
    """Goals that nobody ordered but that touch the same thing, an event among them, keep the order they were said in."""
    log = AccessLog()
    for task in tasks:
        if task.index in skipped or not task.touches:
            continue
        access = log.write if task.is_event else log.read
        earlier: set[int] = set()
        for register in task.touches:
            earlier.update(access(register, task.index))
        earlier.discard(task.index)
        if not earlier.issubset(task.before):
            task.deps = tuple(sorted(earlier.union(task.before)))


def is_chain(tasks: Sequence[Task]) -> bool:
    """Whether every task follows the one before it, so that there is only one order to plan for."""
    return all(before.index in task.deps for before, task in zip(tasks, tasks[1:], strict=False))
