"""One pass over the goals in order, upgrading the last write in place while that is still allowed.

Exact where the goals form a chain; elsewhere a first answer for the search to better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goalwright.plan.state import ABSENT, EXISTS, MAKE, SET, Condition, Registers, RegisterWrite, Value
from goalwright.plan.supply import Supply
from goalwright.plan.task import PlanDraft, Step, Task, Tooling, Unmet

Supports = list[tuple[Task, Tooling]]


class LinearPass:
    """Builds a PlanDraft for tasks in index order, starting from `registers` (which it changes)."""

    def __init__(self, supply: Supply, registers: Registers, unmet: Mapping[int, Unmet]) -> None:
        self._supply, self._registers = supply, registers
        self.draft = PlanDraft(unmet=dict(unmet))
        self._owner: dict[str, int] = {}
        self._made: list[str] = []
        self._limit: dict[int, int] = {}  # the last event a goal depends on, as a position in the plan
        self._followers: dict[int, list[Task]] = {}
        self._missing: dict[int, int] = {}  # how many of the goals it follows a goal still waits for
        self._ready: dict[str, dict[Value, list[Task]]] = {}  # goals whose turn has come, by what they want

    def run(self, tasks: Sequence[Task]) -> PlanDraft:
        draft = self.draft
        self._link(tasks)
        for task in tasks:
            if task.index in draft.served:
                continue
            self._limit[task.index] = limit = self._limit_of(task)
            if not draft.unmet or not self._is_lost(task):
                self._place(task, limit)
            self._settle(task)
        return draft

    def _is_lost(self, task: Task) -> bool:
        """Whether a goal is unmet already, or follows one that is."""
        unmet = self.draft.unmet
        if task.index in unmet:
            return True
        lost = next((index for index in task.before if index in unmet), None)
        if lost is None:
            return False
        unmet[task.index] = Unmet("dependency_unmet", "it depends on an unmet goal", unmet[lost].is_final)
        return True

    def _link(self, tasks: Sequence[Task]) -> None:
        inside = {task.index for task in tasks}
        for task in tasks:
            before = [index for index in task.deps if index in inside]
            self._missing[task.index] = len(before)
            for index in before:
                self._followers.setdefault(index, []).append(task)
            if not before:
                self._note_ready(task)
        for register in list(self._ready):
            for task in self._meet(register):
                self._settle(task)

    def _limit_of(self, task: Task) -> int:
        return max([self._limit.get(index, -1) for index in task.deps], default=-1)

    def _note_ready(self, task: Task) -> None:
        if task.condition is not None and task.index not in self.draft.unmet:
            register, value = task.condition
            self._ready.setdefault(register, {}).setdefault(value, []).append(task)

    def _settle(self, task: Task) -> None:
        """A goal has had its turn: others may be ready now, and some of them are met already.

        Meeting a goal as soon as it is true never costs an action, and may save one.
        """
        waiting = [task]
        while waiting:
            for follower in self._followers.pop(waiting.pop().index, ()):
                self._missing[follower.index] -= 1
                if not self._missing[follower.index]:
                    self._note_ready(follower)
                    if follower.condition is not None:
                        waiting += self._meet(follower.condition.register)
            while self._made:
                waiting += self._meet(self._made.pop())

    def _meet(self, register: str) -> list[Task]:
        """Every ready goal that what a register holds now is enough for."""
        wanted = self._ready.get(register)
        value = self._registers.value(register) if wanted else None
        if not wanted or not value:
            return []
        met = []
        for depth in range(1, len(value) + 1):
            for task in wanted.pop(value[:depth], ()):
                unmet = self.draft.unmet
                if task.index in self.draft.served or (unmet and any(index in unmet for index in task.before)):
                    continue
                self._limit[task.index] = self._limit_of(task)
                self._serve(task, self._owner.get(register))
                met.append(task)
        return met

    def reassert(self, task: Task) -> None:
        """Do again what is already so, because a plan does at least one thing."""
        self._attempt(task, -1)

    def _place(self, task: Task, limit: int) -> None:
        condition = task.condition
        if condition is not None and self._registers.holds(condition):
            self._serve(task, self._owner.get(condition.register))
        elif condition is not None and (position := self._upgrade(task, limit)) is not None:
            self._serve(task, position)
        else:
            self._attempt(task, limit)

    def _attempt(self, task: Task, limit: int) -> None:
        problem = self._act(task, limit)
        if problem is not None:
            self.draft.unmet[task.index] = problem

    def _serve(self, task: Task, position: int | None) -> None:
        self.draft.served[task.index] = position
        if position is not None:
            self.draft.steps[position].serve(task.index)

    def _upgrade(self, task: Task, limit: int) -> int | None:
        """Let an earlier action do this as well, if it leads this way and no event stands between."""
        position = self._extendable(task, limit)
        if position is None:
            return None
        step = self.draft.steps[position]
        tooling = _equally_demanding(task, step.tooling)
        if tooling is None or not set(task.ensure) <= set(step.task.ensure):
            self.draft.is_plain = False
            return None
        if any(self._registers.denies(assumed) for assumed in task.assume):
            return None
        step.task, step.tooling = task, tooling
        self._apply(position)
        return position

    def _extendable(self, task: Task, limit: int) -> int | None:
        """The position of an action whose whole work this task would do along with its own."""
        writes = [write for write in task.writes if write.value and write.code in (SET, MAKE)]
        return next((place for write in writes if (place := self._led_to(write, limit)) is not None), None)

    def _led_to(self, write: RegisterWrite, limit: int) -> int | None:
        register, value = write.register, write.value or ()
        if write.code == MAKE and register.startswith("dir:"):
            above = next((folder for folder in write.more if self._registers.value(folder) == EXISTS), None)
            if above is None:
                return None
            register, value = above, EXISTS
        position = self._owner.get(register)
        if position is None or position <= limit:
            return None
        made = self.draft.steps[position].task.condition
        if made is None or made.register != register or self._registers.value(register) != made.value:
            return None
        return position if value[: len(made.value)] == made.value else None

    def _act(self, task: Task, limit: int) -> Unmet | None:
        """Add an action for the task, with whatever must be made so first; or say why that cannot be."""
        chosen = self._obstacle(task) or self._choose(task)
        if isinstance(chosen, Unmet):
            return chosen
        lacking = [needed for needed in task.ensure if not self._registers.holds(needed)]
        for needed in lacking:
            problem = self._ensure(needed, task, limit)
            if problem is not None:
                return problem
        if lacking and chosen[1]:  # what was made sure of may have brought along some of what the tool requires
            chosen = self._choose(task)
            if isinstance(chosen, Unmet):
                return chosen
        position = self._add_chosen(task, chosen, task.index)
        self.draft.served[task.index] = position
        if task.is_event:
            self._limit[task.index] = position
        return None

    def _obstacle(self, task: Task) -> Unmet | None:
        """What is known to be otherwise than the task takes for granted."""
        for assumed in task.assume:
            if self._registers.denies(assumed):
                found = self._registers.value(assumed.register) or ABSENT
                return Unmet("blocked", str(Condition(assumed.register, found)))
        return None

    def _choose(self, task: Task) -> tuple[Tooling, Supports] | Unmet:
        """The tool that takes the fewest supporting actions; the first declared among equals."""
        best: tuple[Tooling, Supports] | None = None
        for tooling in task.toolings:
            if tooling.needs and not all(self._registers.holds(needed) for needed in tooling.needs):
                continue
            supports = self._supply.chain(tooling.requires, self._registers) if tooling.requires else []
            if supports is not None and (best is None or len(supports) < len(best[1])):
                best = tooling, supports
                if not supports:
                    return best
        return best or self._supply.lacking(task, self._registers)

    def _ensure(self, needed: Condition, task: Task, limit: int) -> Unmet | None:
        support = self._supply.provider(needed)
        if support is None:
            return Unmet("no_capability", f"no available tool makes {needed}: add one, or make it so first")
        upgraded = self._upgrade(support, limit)
        if upgraded is not None:
            self.draft.steps[upgraded].serve(task.index)
            return None
        chosen = self._obstacle(support) or self._choose(support)
        if isinstance(chosen, Unmet):
            return chosen
        self._add_chosen(support, chosen, task.index)
        return None

    def _add_chosen(self, task: Task, chosen: tuple[Tooling, Supports], goal: int) -> int:
        """Add an action after those that its tool needs first."""
        for support, tooling in chosen[1]:
            self.draft.is_plain = False
            self._add(support, tooling, goal)
        return self._add(task, chosen[0], goal)

    def _add(self, task: Task, tooling: Tooling, goal: int) -> int:
        self.draft.steps.append(Step(task, tooling, goal))
        position = len(self.draft.steps) - 1
        self._apply(position)
        return position

    def _apply(self, position: int) -> None:
        step = self.draft.steps[position]

        def made(register: str) -> None:
            self._owner[register] = position
            self._made.append(register)

        self._registers.apply(step.task.writes, made)
        if step.tooling.effects:
            self._registers.apply(step.tooling.effects, made)


def _equally_demanding(task: Task, before: Tooling) -> Tooling | None:
    """The first tool that can stand where `before` stood: it asks for nothing more, and leaves no support idle."""
    fitting = (each for each in task.toolings if not each.needs and set(each.requires) == set(before.requires))
    return next(fitting, None)
