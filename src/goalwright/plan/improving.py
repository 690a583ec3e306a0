"""Looking for a plan that is shorter than the linear pass's, or that reaches more goals."""

from __future__ import annotations

from collections.abc import Sequence

from goalwright.plan.action_order import is_chain
from goalwright.plan.bound import is_shortest
from goalwright.plan.linear import LinearPass
from goalwright.plan.schedule import Move, Schedule
from goalwright.plan.search import Budget, Search
from goalwright.plan.state import Registers
from goalwright.plan.supply import Supply
from goalwright.plan.task import PlanDraft, Task, Unmet

__all__ = ["Budget", "Improver"]
MAX_SEARCHED_GOALS = 24
MAX_PRUNED_GOALS = 64


class Improver:
    """Works on one independent group of goals after another, sharing one budget."""

    def __init__(self, draft: PlanDraft, registers: Registers, supply: Supply, budget: Budget) -> None:
        self._draft, self._registers, self._supply, self._budget = draft, registers, supply, budget
        self.has_changed = False

    def improve(self, group: Sequence[Task], part: PlanDraft) -> tuple[PlanDraft, bool]:
        if part.unmet:
            return self._retry(group, part)
        if is_shortest(group, self._draft, len(part.steps), self._registers):
            return part, True
        schedule = Schedule(group, group)
        if len(group) <= MAX_SEARCHED_GOALS:
            found = Search(schedule, self._supply, self._budget).run(self._registers, at_most=len(part.steps) - 1)
            shorter = schedule.follow(found.moves, self._registers) if found.moves is not None else None
            if shorter is not None or found.is_proof:
                return (part if shorter is None else self._changed(shorter)), True
        return self._without_spare(schedule, part), False

    def _without_spare(self, schedule: Schedule, part: PlanDraft) -> PlanDraft:
        """Where the shortest plan is out of reach, at least one from which nothing can be left out."""
        if len(schedule.tasks) > MAX_PRUNED_GOALS:
            return part
        moves = [Move(step.task, step.tooling, step.goals[0]) for step in part.steps]
        kept = schedule.without_spare(moves, self._registers)
        pruned = schedule.follow(kept, self._registers) if len(kept) < len(moves) else None
        return part if pruned is None else self._changed(pruned)

    def _retry(self, group: Sequence[Task], part: PlanDraft) -> tuple[PlanDraft, bool]:
        """The linear pass met an obstacle. On a chain that is the last word; elsewhere another order may do."""
        if is_chain(group) and all(unmet.reason != "no_capability" for unmet in part.unmet.values()):
            return part, self._draft.is_plain
        if len(group) > MAX_SEARCHED_GOALS:
            return part, False
        accepted = self._largest(group)
        if accepted is None:
            return part, False
        inside = {task.index for task in accepted}
        rejected = {
            task.index: part.unmet.get(task.index) or _in_no_order(task) for task in group if task.index not in inside
        }
        return self._shortest_for(group, accepted, rejected) or (part, False)

    def _largest(self, group: Sequence[Task]) -> list[Task] | None:
        """All goals if they go together; else as many as can be added one by one, first ones first."""
        is_feasible = self._is_feasible(group, group)
        if is_feasible is not False:
            return list(group) if is_feasible else None
        accepted: dict[int, Task] = {}
        has_grown = True
        while has_grown:
            has_grown = False
            for task in group:
                if task.index in accepted or not all(index in accepted for index in task.before):
                    continue
                chosen = [each for each in group if each.index in accepted or each is task]
                is_feasible = self._is_feasible(chosen, group)
                if is_feasible is None:
                    return None
                if is_feasible:
                    accepted[task.index] = task
                    has_grown = True
        return [task for task in group if task.index in accepted]

    def _is_feasible(self, chosen: Sequence[Task], group: Sequence[Task]) -> bool | None:
        """Whether some order meets all the chosen goals; None when that could not be found out."""
        inside = {task.index for task in chosen}
        others = {task.index: _in_no_order(task) for task in group if task.index not in inside}
        if len(LinearPass(self._supply, self._registers.copy(), others).run(group).unmet) == len(others):
            return True
        found = Search(Schedule(chosen, group), self._supply, self._budget).run(self._registers)
        return None if not found.is_proof else found.moves is not None

    def _shortest_for(
        self, group: Sequence[Task], accepted: list[Task], rejected: dict[int, Unmet]
    ) -> tuple[PlanDraft, bool] | None:
        result = PlanDraft()
        if accepted:
            schedule = Schedule(accepted, group)
            found = Search(schedule, self._supply, self._budget).run(self._registers)
            followed = schedule.follow(found.moves, self._registers) if found.moves is not None else None
            if followed is None:
                return None
            result = followed
        result.unmet.update(rejected)
        return self._changed(result), True

    def _changed(self, draft: PlanDraft) -> PlanDraft:
        self.has_changed = True
        return draft


def _in_no_order(task: Task) -> Unmet:
    return Unmet("blocked", f"the goals before {task.goal_id}: it cannot be met along with them in any order")
