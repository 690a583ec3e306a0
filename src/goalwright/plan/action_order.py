"""The order goals must keep among themselves: what was said, and what touching the same thing demands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from goalwright.plan.access import AccessLog
from goalwright.plan.paths import identities_above
from goalwright.plan.state import ABSENT, BROWSER, Registers
from goalwright.plan.task import Task, Unmet
from goalwright.rules.rule import PATH_FAMILIES


def serialise(tasks: Sequence[Task], skipped: Collection[int]) -> None:
    """Goals without an order that touch one thing, an event among them, keep the order they were said in."""
    if _are_apart(tasks):
        return
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


def _are_apart(tasks: Sequence[Task]) -> bool:
    """Whether every goal is about absolute paths of its own, none of which lies in another one: sets are like that."""
    seen: set[str] = set()
    folders: set[str] = set()
    count = 0
    for task in tasks:
        for register in task.touches:
            family, _, path = register.partition(":")
            if family not in PATH_FAMILIES or not path.startswith("/"):
                return False
            seen.add(path)
            folders.add(path[: path.rfind("/")] or "/")
        count += len(task.touches)
        if len(seen) < count:
            return False
    return seen.isdisjoint(folders) and all(seen.isdisjoint(identities_above(folder)) for folder in folders)


def refuse_pageless(tasks: Sequence[Task], unmet: dict[int, Unmet], registers: Registers) -> None:
    """A page event with no browser running and no earlier goal that opens one is refused.

    A goal listed later might open one first, but that page is not the one that was meant.
    """
    is_running = registers.value(BROWSER) != ABSENT
    for task in tasks:
        if unmet and (task.index in unmet or any(index in unmet for index in task.before)):
            unmet.setdefault(task.index, Unmet("dependency_unmet", "", is_final=True))
            continue
        if not task.is_browsing:
            continue
        if task.is_event and not is_running and any(assumed.register == BROWSER for assumed in task.assume):
            unmet[task.index] = Unmet("blocked", f"{BROWSER} = absent", is_final=True)
            continue
        for write in task.writes:
            if write.register == BROWSER:
                is_running = write.value != ABSENT


def is_chain(tasks: Sequence[Task]) -> bool:
    """Whether every task follows the one before it, so that there is only one order to plan for."""
    return all(before.index in task.deps for before, task in pairwise(tasks))
