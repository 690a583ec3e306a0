"""Schedules: moves in an order, followed step by step to see what they amount to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goalwright.named_tuple import NamedTuple
from goalwright.plan.state import Registers
from goalwright.plan.task import PlanDraft, Step, Task, Tooling


class Move(NamedTuple):
    """One action: a task carried out with a tool, for the sake of the goal `goal`."""

    task: Task
    tooling: Tooling
    goal: int


class Schedule:
    """Some of a group's tasks and the order among them. Those left out still pass on the order they stood in."""

    def __init__(self, tasks: Sequence[Task], group: Sequence[Task]) -> None:
        self.tasks = tasks
        self.before = _bridged({task.index for task in tasks}, group)
        self._events = self._events_before()

    def follow(self, moves: Sequence[Move], registers: Registers) -> PlanDraft | None:
        """The draft that the moves amount to: who is served by which action, and who by the world.

        None if a move may not be made when its turn comes, or if a goal is left unmet.
        """
        draft = PlanDraft()
        owner: dict[str, int] = {}
        state = registers.copy()
        self._settle(draft, state, owner)
        for position, move in enumerate(moves):
            if not self._is_allowed(move, draft, state):
                return None
            draft.steps.append(Step(move.task, move.tooling, move.goal))

            def made(register: str, position: int = position) -> None:
                owner[register] = position

            state.apply((*move.task.writes, *move.tooling.effects), made)
            index = move.task.index
            if move.task.is_event or (index in draft.served and draft.served[index] is None):
                draft.served[index] = position
            self._settle(draft, state, owner)
        return draft if len(draft.served) == len(self.tasks) else None

    def without_spare(self, moves: Sequence[Move], registers: Registers) -> list[Move]:
        """The moves less those that can be left out one by one, later ones first."""
        kept = list(moves)
        for position in reversed(range(len(moves))):
            fewer = kept[:position] + kept[position + 1 :]
            if not kept[position].task.is_event and self.follow(fewer, registers) is not None:
                kept = fewer
        return kept

    def _is_allowed(self, move: Move, draft: PlanDraft, state: Registers) -> bool:
        task, tooling = move.task, move.tooling
        waits_for = self.before[task.index] if task.is_event else self._events[move.goal]
        return (
            all(index in draft.served for index in waits_for)
            and all(state.holds(needed) for needed in (*task.ensure, *tooling.needs, *tooling.requires))
            and not any(state.denies(assumed) for assumed in task.assume)
        )

    def _settle(self, draft: PlanDraft, state: Registers, owner: dict[str, int]) -> None:
        """Every achieve whose turn has come and which holds is served by the step that made it so."""
        for task in self.tasks:
            if task.index in draft.served or task.condition is None or not state.holds(task.condition):
                continue
            if all(index in draft.served for index in self.before[task.index]):
                position = owner.get(task.condition.register)
                draft.served[task.index] = position
                if position is not None:
                    draft.steps[position].serve(task.index)

    def _events_before(self) -> dict[int, set[int]]:
        """For each task the events that must be over before anything may be done for it."""
        is_event = {task.index for task in self.tasks if task.is_event}
        found: dict[int, set[int]] = {}
        for task in self.tasks:
            before = self.before[task.index]
            found[task.index] = (before & is_event).union(*(found[index] for index in before))
        return found


def _bridged(inside: set[int], group: Sequence[Task]) -> Mapping[int, set[int]]:
    """What each task follows among those inside, with ways that lead over others shortened."""
    found: dict[int, set[int]] = {}
    for task in group:
        before: set[int] = set()
        for index in task.deps:
            before |= {index} if index in inside else found.get(index, set())
        found[task.index] = before
    return found
