"""Supply: how a condition that no goal names can be made true."""

from __future__ import annotations

from collections.abc import Sequence

from goalwright.plan.ground import Grounder
from goalwright.plan.state import Condition, Registers, unheard
from goalwright.plan.tab_sharing import number_page
from goalwright.plan.task import Task, Tooling, Unmet
from goalwright.plan.toolbox import Toolbox
from goalwright.rules.book import RuleBook

MAX_CHAIN = 8


class Supply:
    """Supporting tasks: rows that provide a register family, and tools whose effects give a state."""

    def __init__(self, rules: RuleBook, toolbox: Toolbox, grounder: Grounder) -> None:
        self._rules, self._toolbox, self._grounder = rules, toolbox, grounder
        self._providers: dict[Condition, Task | None] = {}
        self._options: dict[Condition, tuple[tuple[Task, Tooling], ...]] = {}

    def provider(self, condition: Condition) -> Task | None:
        """The task that makes a condition true by the rule table: make the folder, start the browser."""
        if condition not in self._providers:
            family, _, path = condition.register.partition(":")
            found = self._rules.providers.get(family)
            task = None
            if found is not None:
                task = self._grounder.support(*found, path)
                number_page(task, 0)
                task = task if task.toolings and task.condition == condition else None
            self._providers[condition] = task
        return self._providers[condition]

    def options(self, condition: Condition) -> tuple[tuple[Task, Tooling], ...]:
        """Every supporting action that makes a condition true, in the order to prefer them."""
        if condition not in self._options:
            provider = self.provider(condition)
            found = [(provider, tooling) for tooling in provider.toolings] if provider is not None else []
            known = {tooling.capability for _, tooling in found}
            for shape, tooling in self._toolbox.givers(condition):
                if tooling.capability not in known:
                    found.append((self._giver(condition, shape is not None, tooling), tooling))
            self._options[condition] = tuple(found)
        return self._options[condition]

    def chain(self, conditions: Sequence[Condition], registers: Registers) -> list[tuple[Task, Tooling]] | None:
        """The shortest run of supporting actions after which all conditions hold, or None."""
        lacking = tuple(condition for condition in conditions if not registers.holds(condition))
        return self._chain(lacking, registers, frozenset()) if lacking else []

    def lacking(self, task: Task, registers: Registers) -> Unmet:
        """Why no tool of a task can be used now."""
        for tooling in task.toolings:
            for condition in tooling.requires:
                if not registers.holds(condition) and tooling.capability is not None:
                    state, tool = condition.register.removeprefix("state:"), tooling.capability.name
                    return Unmet("no_capability", f"{tool} requires {state}, and no tool that can be used gives it")
        return Unmet("no_capability", "no tool can be used as things stand")

    def _chain(
        self, lacking: tuple[Condition, ...], registers: Registers, pending: frozenset[Condition]
    ) -> list[tuple[Task, Tooling]] | None:
        steps: list[tuple[Task, Tooling]] = []
        state = registers.copy()
        for condition in lacking:
            if state.holds(condition):
                continue
            if condition in pending or len(pending) >= MAX_CHAIN:
                return None
            best: list[tuple[Task, Tooling]] | None = None
            for task, tooling in self.options(condition):
                if any(state.denies(assumed) for assumed in task.assume):
                    continue
                needed = tuple(c for c in (*tooling.requires, *task.ensure) if not state.holds(c))
                before = self._chain(needed, state, pending | {condition}) if needed else []
                if before is not None and (best is None or len(before) + 1 < len(best)):
                    best = [*before, (task, tooling)]
            if best is None:
                return None
            for task, tooling in best:
                state.apply((*task.writes, *tooling.effects), unheard)
            steps += best
        return steps

    def _giver(self, condition: Condition, serves_row: bool, tooling: Tooling) -> Task:
        """A tool used for one of its effects; when it serves a plain row it does that row's work too."""
        name = tooling.capability.name if tooling.capability is not None else ""
        task = Task(-1, "", "", numbered=False, before=())
        task.condition = condition
        task.toolings = (tooling,)
        task.said = {"tool": name, "state": condition.register.removeprefix("state:")}
        if serves_row:
            for rule in self._rules.values():
                if tooling.way in rule.shape.ways:
                    row = self._grounder.support(rule, rule.shape)
                    number_page(row, 0)
                    task.touches = (*row.touches, condition.register)
                    task.rule, task.shape, task.values, task.said = rule, rule.shape, row.values, row.said
                    task.writes, task.assume, task.ensure = row.writes, row.assume, row.ensure
        return task
