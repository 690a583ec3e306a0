"""Bounded exact search: the fewest actions for goals that may be done in more than one order.

A* over (goals done, registers). It is bounded by a number of expansions, never by a clock, so the same
problem always gets the same answer. States are told apart by what is known in them, moves are tried in
goal order, and ties go to the deeper state, then to the one found first.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from goalwright.named_tuple import NamedTuple
from goalwright.plan.bound import Bound
from goalwright.plan.schedule import Move, Schedule
from goalwright.plan.state import Condition, Registers, unheard
from goalwright.plan.supply import Supply
from goalwright.plan.task import Task


class Budget:
    """How many states may still be expanded; shared by all searches of one plan."""

    def __init__(self, expansions: int) -> None:
        self.left = expansions

    def spend(self) -> bool:
        self.left -= 1
        return self.left >= 0


class SearchOutcome(NamedTuple):
    """`moves` is the shortest schedule, or None; `is_proof` is False when the budget ran out."""

    moves: tuple[Move, ...] | None
    is_proof: bool


class _Node(NamedTuple):
    done: int
    registers: Registers
    moves: tuple[Move, ...]
    key: object = None


class Search:
    """A search over the tasks of a schedule."""

    def __init__(self, schedule: Schedule, supply: Supply, budget: Budget) -> None:
        self._tasks = tasks = schedule.tasks
        self._supply = supply
        self._budget = budget
        self._bound = Bound(tasks)
        place = {task.index: position for position, task in enumerate(tasks)}
        self._deps = [sum(1 << place[index] for index in schedule.before[task.index]) for task in tasks]
        self._licence = self._event_ancestors()
        self._all = (1 << len(tasks)) - 1
        self._wanted = {needed.register for task in tasks for tooling in task.toolings for needed in tooling.requires}

    def run(self, registers: Registers, at_most: int | None = None) -> SearchOutcome:
        """The shortest schedule, provided it has at most `at_most` actions; None proves there is none."""
        start = _Node(self._close(0, registers), registers, ())
        waiting = [(self._estimate(start), 0, 0, start)]
        best_at: dict[object, int] = {}
        made = 0
        while waiting:
            estimate, _, _, node = heapq.heappop(waiting)
            if at_most is not None and estimate > at_most:
                return SearchOutcome(None, is_proof=True)
            if node.done == self._all:
                return SearchOutcome(node.moves, is_proof=True)
            if best_at.get(node.key, len(node.moves)) < len(node.moves):
                continue
            if not self._budget.spend():
                return SearchOutcome(None, is_proof=False)
            for move in self._moves(node):
                after = self._after(node, move)
                if best_at.get(after.key, len(after.moves) + 1) <= len(after.moves):
                    continue
                best_at[after.key] = len(after.moves)
                made += 1
                heapq.heappush(waiting, (self._estimate(after), -len(after.moves), made, after))
        return SearchOutcome(None, is_proof=True)

    def _event_ancestors(self) -> list[int]:
        """For each task the events that must be done before any action may be taken for it."""
        masks: list[int] = []
        for position in range(len(self._tasks)):
            mask = 0
            for before in _members(self._deps[position]):
                mask |= masks[before] | (1 << before if self._tasks[before].is_event else 0)
            masks.append(mask)
        return masks

    def _estimate(self, node: _Node) -> int:
        undone = [task for position, task in enumerate(self._tasks) if not node.done >> position & 1]
        return len(node.moves) + self._bound.count(undone, node.registers)

    def _close(self, done: int, registers: Registers) -> int:
        """Add every achieve whose turn has come and which holds: reaching a goal early never hurts."""
        for position, task in enumerate(self._tasks):
            if done >> position & 1 or task.condition is None or self._deps[position] & ~done:
                continue
            if registers.holds(task.condition):
                done |= 1 << position
        return done

    def _moves(self, node: _Node) -> Iterator[Move]:
        moves = list(self._all_moves(node))
        # An event that changes nothing has to be done anyway, and doing it only opens ways.
        harmless = [move for move in moves if move.task.is_event and not move.task.writes and not move.tooling.effects]
        if harmless:
            moves = harmless[:1]
        tried: set[tuple[int, int]] = set()
        for move in moves:
            key = (id(move.task), id(move.tooling))
            if key not in tried:
                tried.add(key)
                yield move

    def _all_moves(self, node: _Node) -> Iterator[Move]:
        registers = node.registers
        for position, task in enumerate(self._tasks):
            if self._licence[position] & ~node.done:
                continue
            if node.done >> position & 1 or (task.condition is not None and registers.holds(task.condition)):
                yield from self._anyway(task, node)
                continue
            can_act = not (task.is_event and self._deps[position] & ~node.done)
            yield from self._ways(task, registers, can_act)

    def _ways(self, task: Task, registers: Registers, can_act: bool) -> Iterator[Move]:
        """The task itself where it can be done now, else what would bring that nearer."""
        is_assumed = not any(registers.denies(assumed) for assumed in task.assume)
        for tooling in task.toolings:
            if any(not registers.holds(needed) for needed in tooling.needs):
                continue
            lacking = [c for c in (*task.ensure, *tooling.requires) if not registers.holds(c)]
            if not lacking and can_act and is_assumed:
                yield Move(task, tooling, task.index)
            for condition in lacking:
                yield from self._supports(condition, task.index, registers, frozenset())

    def _anyway(self, task: Task, node: _Node) -> Iterator[Move]:
        """What is so without having been done may be worth doing for what its tool brings about besides."""
        registers = node.registers
        if task.is_event or not self._wanted or any(registers.denies(assumed) for assumed in task.assume):
            return
        if any(move.task is task for move in node.moves):
            return
        for tooling in task.toolings:
            gives = any(w.register in self._wanted and registers.value(w.register) != w.value for w in tooling.effects)
            if gives and all(registers.holds(c) for c in (*task.ensure, *tooling.needs, *tooling.requires)):
                yield Move(task, tooling, task.index)

    def _supports(
        self, condition: Condition, goal: int, registers: Registers, pending: frozenset[Condition]
    ) -> Iterator[Move]:
        if condition in pending:
            return
        for task, tooling in self._supply.options(condition):
            if any(registers.denies(assumed) for assumed in task.assume):
                continue
            lacking = [c for c in (*task.ensure, *tooling.requires) if not registers.holds(c)]
            if not lacking:
                yield Move(task, tooling, goal)
            for deeper in lacking:
                yield from self._supports(deeper, goal, registers, pending | {condition})

    def _after(self, node: _Node, move: Move) -> _Node:
        registers = node.registers.copy()
        registers.apply(move.task.writes, unheard)
        registers.apply(move.tooling.effects, unheard)
        done = node.done
        if move.task.is_event:
            done |= next(1 << p for p, task in enumerate(self._tasks) if task is move.task)
        done = self._close(done, registers)
        return _Node(done, registers, (*node.moves, move), (done, registers.key()))


def _members(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
