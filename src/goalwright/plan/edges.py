"""From a schedule to a partial order: every ordering that matters, and no other."""

from __future__ import annotations

from collections.abc import Sequence

from goalwright.named_tuple import NamedTuple
from goalwright.plan.access import NO_STEP, AccessLog
from goalwright.plan.state import BROWSER, EVERY, EXISTS, MAKING, TREES, Registers
from goalwright.plan.task import PlanDraft, Step, Task

Frontier = tuple[int, ...]
Waits = list[list[int]]


class Edges(NamedTuple):
    """For each step the earlier steps it waits for, and the step that last changed what it changes (or NO_STEP);
    `unsettled` are the steps whose risk hangs on something that an earlier step changes."""

    waits: list[tuple[int, ...]]
    before: list[int]
    unsettled: set[int]


def draw_edges(tasks: Sequence[Task], draft: PlanDraft, start: Registers) -> Edges:
    """The order of a draft's steps; `start` is what the plan starts from."""
    waits: Waits = [[] for _ in draft.steps]
    claims = _follow_goals(tasks, draft, waits)
    before, unsettled = _follow_registers(draft.steps, claims, waits, start)
    return Edges([_reduced(index, waits) for index in range(len(waits))], before, unsettled)


def _follow_goals(tasks: Sequence[Task], draft: PlanDraft, waits: Waits) -> dict[int, list[str]]:
    """Order steps as their goals are ordered.

    A goal may be served by a step that stands before those of the goals it follows (it was merged, or
    nothing had to be done). Then what it claims must still hold after those: `claims` lists, by step, the
    registers that may not change before that step is over.
    """
    frontiers: dict[int, Frontier] = {}
    events: dict[int, Frontier] = {}  # the last events a goal depends on: nothing for it may be done before them
    claims: dict[int, list[str]] = {}
    for task in tasks:
        index, deps = task.index, task.deps
        if len(deps) == 1:
            reached, events[index] = frontiers[deps[0]], events[deps[0]]
        else:
            reached, events[index] = _reached(deps, frontiers), _reached(deps, events)
        if index in draft.unmet:
            frontiers[index] = reached
            continue
        served = draft.served[index]
        position = NO_STEP if served is None else served
        after = reached if not reached or reached[0] > position else tuple([n for n in reached if n > position])
        if task.condition is None:
            events[index] = (position,)
        elif after:
            for step in after:
                claims.setdefault(step, []).append(task.condition.register)
            if position != NO_STEP:
                waits[position].extend([step for step in events[index] if step < position])
        if len(after) < len(reached):
            waits[position].extend(reached[: len(reached) - len(after)])
        frontiers[index] = _frontier(position, after, waits)
    _follow_supports(tasks, draft.steps, frontiers, events, waits)
    return claims


def _reached(deps: tuple[int, ...], frontiers: dict[int, Frontier]) -> Frontier:
    """The steps, in order, that must be over before a goal's turn comes."""
    if not deps:
        return ()
    if len(deps) == 1:
        return frontiers.get(deps[0], ())
    found: set[int] = set()
    for index in deps:
        found.update(frontiers.get(index, ()))
    return tuple(sorted(found)) if len(found) > 1 else tuple(found)


def _follow_supports(
    tasks: Sequence[Task],
    steps: Sequence[Step],
    frontiers: dict[int, Frontier],
    events: dict[int, Frontier],
    waits: Waits,
) -> None:
    """What is done for a goal's sake waits for what the goal itself waits for."""
    by_index = {task.index: task for task in tasks}
    for position, step in enumerate(steps):
        for goal in step.goals if step.is_support or len(step.goals) > 1 else ():
            deps = by_index[goal].deps
            reached = (*_reached(deps, frontiers), *_reached(deps, events))
            waits[position].extend([earlier for earlier in reached if earlier < position])


def _frontier(position: int, after: Frontier, waits: Waits) -> Frontier:
    """The steps after which a goal has had its moment."""
    if position == NO_STEP or any(position in waits[step] for step in after):
        return after
    return (position, *after)


def _follow_registers(
    steps: Sequence[Step], claims: dict[int, list[str]], waits: Waits, start: Registers
) -> tuple[list[int], set[int]]:
    """Order steps that read or change the same register."""
    walk = _Walk(start)
    before = []
    unsettled = set()
    for position, step in enumerate(steps):
        condition = step.task.condition
        before.append(walk.log.writer(condition.register) if condition is not None else NO_STEP)
        if any(walk.log.writer(each.register) != NO_STEP for each, _ in step.task.risks):
            unsettled.add(position)
        walk.read(step, position, waits[position])
        walk.change(step, position, waits[position])
        for register in claims.get(position, ()):
            walk.log.read(register, position)
    return before, unsettled


class _Walk:
    """The steps in order, with what each reads and changes."""

    def __init__(self, start: Registers) -> None:
        self.log = AccessLog()
        self._start = start
        self._absent: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._destroyers: set[int] = set()
        self._closers: set[int] = set()

    def read(self, step: Step, position: int, waiting: list[int]) -> None:
        task, tooling = step.task, step.tooling
        for condition in (*task.ensure, *task.assume, *tooling.needs, *tooling.requires):
            if not (condition.register == BROWSER and self._has_page(task)):
                waiting.extend(self.log.read(condition.register, position))
        if task.is_event:
            for register in task.touches:
                waiting.extend(self.log.read(register, position))

    def change(self, step: Step, position: int, waiting: list[int]) -> None:
        log = self.log
        for write in (*step.task.writes, *step.tooling.effects):
            if write.code == EVERY:
                waiting.extend(log.write(f"{write.register}:*", position))
            elif write.code in TREES:
                waiting.extend(log.write_tree(write.register, position))
                self._destroyers.add(position)
            elif write.register == BROWSER and write.value:
                waiting.extend(log.keep((BROWSER,), position, self._closers))
            else:
                waiting.extend(log.write(write.register, position))
                if not write.value:
                    (self._closers if write.register == BROWSER else self._destroyers).add(position)
            if write.more and write.code in MAKING:
                # What several steps bring about in passing, the first of them does; the others need not wait for it.
                waiting.extend(log.keep(self._brought_about(write.more), position, self._destroyers))

    def _brought_about(self, folders: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the folders around a path that a step may bring about.

        One that was there from the start is no step's doing, as long as nothing was removed: else the second file in it
        would wait for the first, and be skipped if that failed.
        """
        if self._destroyers:
            return folders
        absent = self._absent.get(folders)
        if absent is None:
            absent = tuple([folder for folder in folders if self._start.value(folder) != EXISTS])
            self._absent[folders] = absent
        return absent

    def _has_page(self, task: Task) -> bool:
        """A step on a page that an earlier step opened has its browser from there."""
        opener = NO_STEP if task.tab is None else self.log.writer(f"page:{task.tab}")
        return opener != NO_STEP and opener not in self._closers


def _reduced(index: int, waits: Waits) -> tuple[int, ...]:
    """Each step once, without those that another one already waits for."""
    listed = waits[index]
    if len(listed) < 2 and index not in listed:
        return tuple(listed)
    direct = set(listed)
    direct.discard(index)
    if len(direct) < 2:
        return tuple(direct)
    implied = {earlier for step in direct for earlier in waits[step] if earlier != step}
    return tuple(sorted(direct - implied))
