"""Groups of goals that have nothing to do with each other, and plans for such groups put together again."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

from goalwright.plan.paths import PATH_REGISTERS, folders_above
from goalwright.plan.state import BROWSER, EVERY, EXISTS, TREES, Registers
from goalwright.plan.task import PlanDraft, Task


def components(tasks: Sequence[Task], registers: Registers) -> list[list[Task]]:
    """Tasks that are ordered, or share a register that may change, end up in one group; groups in goal order."""
    leader: dict[object, object] = {}
    coupling = _Coupling(tasks, registers)
    inside = {task.index for task in tasks}
    for task in tasks:
        for index in task.deps:
            if index in inside:
                _join(leader, task.index, index)
        for key in coupling.keys(task):
            _join(leader, task.index, key)
    groups: dict[object, list[Task]] = {}
    for task in tasks:
        groups.setdefault(_find(leader, task.index), []).append(task)
    return list(groups.values())


def merged(parts: Sequence[PlanDraft]) -> PlanDraft:
    """One draft from several independent ones, each kept in its own order, first goals first."""
    whole = PlanDraft()
    place: dict[tuple[int, int], int] = {}
    waiting = [(part.steps[0].goals[0], number, 0) for number, part in enumerate(parts) if part.steps]
    heapq.heapify(waiting)
    while waiting:
        _, number, position = heapq.heappop(waiting)
        steps = parts[number].steps
        place[number, position] = len(whole.steps)
        whole.steps.append(steps[position])
        if position + 1 < len(steps):
            heapq.heappush(waiting, (steps[position + 1].goals[0], number, position + 1))
    for number, part in enumerate(parts):
        whole.unmet.update(part.unmet)
        for goal, served in part.served.items():
            whole.served[goal] = None if served is None else place[number, served]
    return whole


class _Coupling:
    """Which registers tie tasks together. What merely stays as it is ties none."""

    def __init__(self, tasks: Sequence[Task], registers: Registers) -> None:
        self._registers = registers
        # An effect that no tool requires ties nothing: most tools declare some.
        self._wanted = {c.register for task in tasks for tooling in task.toolings for c in tooling.requires}
        trees = [write for task in tasks for write in task.writes if write.code in TREES]
        self._at_stake = {register for write in trees for register in (write.register, write.source)}
        self._families = {w.register for task in tasks for w in task.writes if w.code == EVERY}
        ends = any(w.register == BROWSER and not w.value for task in tasks for w in task.writes)
        is_asked_for = any(task.condition is not None and task.condition.register == BROWSER for task in tasks)
        is_needed = BROWSER in self._wanted and not registers.value(BROWSER)
        self._is_browser_at_stake = ends or is_asked_for or is_needed

    def keys(self, task: Task) -> Iterator[str]:
        conditions = [*((task.condition,) if task.condition is not None else ()), *task.ensure, *task.assume]
        for tooling in task.toolings:
            conditions += [*tooling.needs, *tooling.requires]
            yield from (write.register for write in tooling.effects if write.register in self._wanted - {BROWSER})
        for each in (*conditions, *task.writes):
            yield from self._register_keys(each.register)

    def _register_keys(self, register: str) -> Iterator[str]:
        family, _, path = register.partition(":")
        if register == BROWSER or family == "page":
            if self._is_browser_at_stake:
                yield BROWSER
            if register == BROWSER:
                return
        if family in self._families:
            yield family
        if family == "entry":
            yield from self._register_keys(f"file:{path}")
            yield from self._register_keys(f"dir:{path}")
            return
        if family not in PATH_REGISTERS:
            yield register
            return
        if family == "file":
            yield register
        for folder in folders_above(path) if family == "file" else (register, *folders_above(path)):
            if folder in self._at_stake or self._registers.value(folder) != EXISTS:
                yield folder


def _find(leader: dict[object, object], item: object) -> object:
    root = item
    while leader.get(root, root) != root:
        root = leader[root]
    while leader.get(item, item) != root:
        leader[item], item = root, leader.get(item, item)
    return root


def _join(leader: dict[object, object], one: object, other: object) -> None:
    first, second = _find(leader, one), _find(leader, other)
    if first != second:
        leader[second] = first
