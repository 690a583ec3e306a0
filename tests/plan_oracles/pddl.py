"""Planning problems as STRIPS tasks for pyperplan, a planner that nobody here wrote.

Registers become multi-valued variables, and every set of values that a condition accepts becomes one atom, so there
are no negative preconditions. A goal is marked exactly once: an event by its own action, the others by a bookkeeping
step that needs their condition. Every solution therefore has one bookkeeping step per goal that is not an event, and
the shortest solution has the fewest actions.

An action for a goal needs the goal still unmarked, and all events before the goal marked (its licence). The one thing
taken from the plan under test is which tab each page goal works in: who shares a tab is the planner's to decide.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pyperplan.search import breadth_first_search  # type: ignore[import-untyped]  # it has no types
from pyperplan.task import Operator, Task  # type: ignore[import-untyped]  # it has no types

from goalwright.contracts import PlanResult, ToolCapability
from plan_oracles.meanings import (
    ABSENT,
    EXISTS,
    NOT_THAT,
    PAGE_EVENTS,
    PAGE_MAKERS,
    PARAMETERLESS,
    RUNNING,
    Act,
    Meaning,
    State,
    apply,
    meaning,
    meaning_of,
    nothing_at,
    servers,
    start,
    state_register,
    tool_changes,
    tool_needs,
)
from plan_oracles.simulator import Problem, goal_tabs, ordering, problem_paths

UNKNOWN = ("unknown",)
Value = tuple[Any, ...]
Needs = list[tuple[str, frozenset[Value]]]


def fewest_actions(problem: Problem, result: PlanResult, among: Sequence[int] | None = None) -> int | None:
    """The length of the shortest valid plan for the goals at these indices (all of them), or None if there is none."""
    task = encoded(problem, result, among)
    solution = breadth_first_search(task) if task is not None else None
    if solution is None:
        return None
    return sum(1 for operator in solution if not operator.name.startswith("mark "))


def encoded(problem: Problem, result: PlanResult, among: Sequence[int] | None = None) -> Task | None:
    """The problem as pyperplan takes it, or None where a goal can be seen to be out of reach."""
    encoding = _Encoding(problem, goal_tabs(problem, result), among)
    return None if encoding.is_hopeless() else encoding.task()


@dataclass
class _Step:
    """An action that some goal licenses, before it is split by what it depends on."""

    name: str
    goal: int
    act: Act
    marks: bool = False
    needs: Needs = field(default_factory=list)


class _Encoding:
    def __init__(self, problem: Problem, tabs: Mapping[int, int], among: Sequence[int] | None) -> None:
        self.problem = problem
        chosen = range(len(problem.meta.goals)) if among is None else sorted(among)
        self.unknown_words = any(index in problem.hopeless for index in chosen)
        self.meanings = {
            index: meaning_of(problem.meta.goals[index], tabs.get(index, 0))
            for index in chosen
            if index not in problem.hopeless
        }
        self.before = ordering(problem, self.meanings)
        self.paths = problem_paths(list(self.meanings.values()), problem.world)
        self.initial = start(problem.world, self.paths)
        self.tools = problem.capabilities

    def is_hopeless(self) -> bool:
        """What no search is needed for: bad words, and page events with no browser and no earlier page goal."""
        if self.unknown_words:
            return True
        running = self.initial["browser"] == RUNNING
        for _, each in sorted(self.meanings.items()):
            if each.verb in PAGE_MAKERS or each.verb == "browser.open":
                running = True
            elif each.verb in PAGE_EVENTS and not running:
                return True
            elif each.verb == "browser.close":
                running = False
        return False

    def task(self) -> Task:
        steps = list(self._steps())
        self.domains = self._domains(steps)
        moves = [(step, needs, effects) for step in steps for needs, effects in self._split(step)]
        conditions = {need for _, needs, _ in moves for need in needs}
        for each in self.meanings.values():
            if each.condition is not None:
                conditions.add(self._met(*each.condition))
        self.atoms = {need: f"{need[0]} in {sorted(map(repr, need[1]))}" for need in conditions}
        operators = [self._operator(*move) for move in moves]
        operators += [self._marking(index) for index, each in self.meanings.items() if each.condition is not None]
        begin = {atom for (register, accepted), atom in self.atoms.items() if self._initial(register) in accepted}
        begin |= {f"unmarked {index}" for index in self.meanings}
        goals = frozenset(f"marked {index}" for index in self.meanings)
        facts = set(self.atoms.values()) | goals | {f"unmarked {index}" for index in self.meanings}
        unique = {(each.preconditions, each.add_effects, each.del_effects): each for each in operators}
        return Task("problem", facts, frozenset(begin), goals, list(unique.values()))

    def _steps(self) -> Iterator[_Step]:
        """Every goal's own action, by every tool that serves it, and every action that could support it."""
        for index, each in self.meanings.items():
            wanted: set[tuple[str, Value]] = set()
            for tool, extra in self._serving(each):
                step = self._step(f"goal {index} by {tool.name if tool else 'any'}", index, each.act, tool)
                step.marks = each.is_event
                step.needs += extra
                wanted.update(each.act.holds, tool_needs(tool))
                yield step
            yield from self._supports(index, wanted)

    def _serving(self, each: Meaning) -> Iterator[tuple[ToolCapability | None, Needs]]:
        if self.tools is None:
            yield None, []
            return
        for tool in servers(each.verb, self.tools):
            yield tool, []
        if each.verb == "system.launch":
            for tool in servers("system.focus", self.tools):
                yield tool, [(f"app:{each.args['app_name']}", frozenset({RUNNING}))]

    def _supports(self, index: int, wanted: set[tuple[str, Value]]) -> Iterator[_Step]:
        done: set[tuple[str, Value]] = set()
        while wanted - done:
            register, value = min(wanted - done)
            done.add((register, value))
            for name, act, tool in self._givers(index, register, value):
                yield self._step(f"support {index} with {name} for {register}", index, act, tool)
                wanted |= {*act.holds, *tool_needs(tool)}

    def _givers(self, index: int, register: str, value: Value) -> Iterator[tuple[str, Act, ToolCapability | None]]:
        """Actions nobody asked for that give a state: make a folder, or a tool whose effects say so.

        A browser is started for a tool that requires one; a page event only finds one running or not.
        """
        family, _, path = register.partition(":")
        if family == "dir":
            folder = meaning("file.create folder", {"path": path, "object_type": "folder"}, 0)
            for tool in [None] if self.tools is None else servers("file.create folder", self.tools):
                yield tool.name if tool else "folder", folder.act, tool
            return
        if register == "browser" and self.meanings[index].verb in PAGE_EVENTS | {"browser.close"}:
            return
        for tool in self.tools or ():
            if any(state_register(name) == (register, value) for name in tool.effects):
                rows = [verb for verb in PARAMETERLESS if tool in servers(verb, self.tools or ())]
                if rows:
                    yield tool.name, meaning(rows[0], {}, 0).act, tool
                elif not tool.can_achieve:
                    yield tool.name, Act(), tool

    def _step(self, name: str, index: int, act: Act, tool: ToolCapability | None) -> _Step:
        merged = Act(act.holds + tool_needs(tool), act.denied, act.changes + tool_changes(tool), act.entry)
        return _Step(name, index, merged)

    def _domains(self, steps: Sequence[_Step]) -> dict[str, frozenset[Value]]:
        """Every value each register may come to have."""
        files = {UNKNOWN, ABSENT, EXISTS}
        found: dict[str, set[Value]] = {"active": {UNKNOWN, NOT_THAT}}
        for register, value in self.initial.items():
            found.setdefault(register, {UNKNOWN}).add(value)
        for kind, *rest in (change for step in steps for change in step.act.changes):
            if kind == "set":
                found.setdefault(rest[0], {UNKNOWN, ABSENT}).add(rest[1])
            elif kind == "file":
                files.add(rest[1])
        for path in self.paths:
            found[f"file:{path}"] = set(files)
            found[f"dir:{path}"] = {UNKNOWN, ABSENT, EXISTS}
        for tab in self._tabs():
            found.setdefault(f"page:{tab}", set()).update({UNKNOWN, ABSENT})
        for register, _ in (need for step in steps for need in (*step.act.holds, *step.act.denied, *step.needs)):
            found.setdefault(register, set()).add(UNKNOWN)
        return {register: frozenset(values) for register, values in found.items()}

    def _tabs(self) -> set[str]:
        return {
            name.partition(":")[2]
            for each in self.meanings.values()
            for name in each.touches
            if name.startswith("page:") and name != "page:*"
        } | {"0"}

    def _split(self, step: _Step) -> Iterator[tuple[Needs, dict[str, Value]]]:
        """The step, once for each combination of values that its effects depend on."""
        needs = list(step.needs)
        needs += [self._met(register, value) for register, value in step.act.holds]
        needs += [
            (register, frozenset(found for found in self.domains[register] if found[:1] != value))
            for register, value in step.act.denied
        ]
        context = sorted(self._context(step.act))
        for values in itertools.product(*(sorted(self.domains[register], key=repr) for register in context)):
            given = dict(zip(context, values, strict=True))
            if step.act.entry and nothing_at(given, step.act.entry):
                continue
            yield (
                needs + [(register, frozenset({value})) for register, value in given.items()],
                self._effects(step.act, given),
            )

    def _context(self, act: Act) -> set[str]:
        found = {f"{kind}:{act.entry}" for kind in ("file", "dir")} if act.entry else set()
        return found | {"active" for kind, *_ in act.changes if kind == "deactivate"}

    def _effects(self, act: Act, given: Mapping[str, Value]) -> dict[str, Value]:
        """What the registers are afterwards: the changes, made to a state in which nothing else is known."""
        state: State = dict.fromkeys(self.domains, ("before",))
        state.update({register: value for register, value in given.items() if value != UNKNOWN})
        for register in [register for register, value in given.items() if value == UNKNOWN]:
            del state[register]
        apply(state, act.changes, self.paths)
        after = {register: state.get(register, UNKNOWN) for register in self.domains}
        return {register: value for register, value in after.items() if value != ("before",)}

    def _operator(self, step: _Step, needs: Needs, effects: Mapping[str, Value]) -> Operator:
        index = step.goal
        preconditions = {self.atoms[need] for need in needs} | {f"unmarked {index}"}
        earlier = self.before[index]
        if not step.marks:
            earlier = {other for other in earlier if self.meanings[other].is_event}
        preconditions |= {f"marked {other}" for other in earlier}
        added: set[str] = set()
        deleted: set[str] = set()
        for (register, accepted), atom in self.atoms.items():
            if register in effects:
                (added if effects[register] in accepted else deleted).add(atom)
        if step.marks:
            added.add(f"marked {index}")
            deleted.add(f"unmarked {index}")
        return Operator(step.name, preconditions, added, deleted)

    def _marking(self, index: int) -> Operator:
        condition = self.meanings[index].condition
        assert condition is not None
        preconditions = {self.atoms[self._met(*condition)], f"unmarked {index}"}
        preconditions |= {f"marked {other}" for other in self.before[index]}
        return Operator(f"mark {index}", preconditions, {f"marked {index}"}, {f"unmarked {index}"})

    def _met(self, register: str, value: Value) -> tuple[str, frozenset[Value]]:
        known = self.domains.get(register, frozenset())
        return register, frozenset(found for found in known if found[: len(value)] == value)

    def _initial(self, register: str) -> Value:
        return self.initial.get(register, UNKNOWN)
