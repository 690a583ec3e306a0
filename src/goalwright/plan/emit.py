"""From a finished draft to the plan's actions: ids, arguments, descriptions, dependencies and reasons."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from goalwright.contracts import PlannedAction
from goalwright.contracts.frozen import FrozenDict
from goalwright.contracts.plan import Risk
from goalwright.plan.access import NO_STEP
from goalwright.plan.edges import draw_edges
from goalwright.plan.state import Registers, are_related, shown, unheard
from goalwright.plan.task import PlanDraft, Step, Task
from goalwright.rules.param_types import is_reference
from goalwright.rules.rule import Way

MAX_SHOWN = 200
MAX_LISTED = 3
_FIELD = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_EVENT = "events are done each time they are asked for and never merged"
_REASSERTED = "this is already so; it is done again because a plan does at least one thing"


def emit_actions(
    tasks: Sequence[Task], draft: PlanDraft, registers: Registers, reasserted: bool
) -> tuple[PlannedAction, ...]:
    """The draft's steps as actions, in the draft's order; `registers` is what the plan starts from."""
    by_index = {task.index: task for task in tasks}
    edges = draw_edges(tasks, draft, registers)
    names = _names(draft.steps, by_index)
    risks = Risks(draft.steps, registers, edges.unsettled)
    return tuple(
        _action(
            step,
            names[position],
            by_index,
            depends_on=tuple(names[earlier] for earlier in edges.waits[position]),
            risk=risks.of(position),
            why=_REASSERTED if reasserted else _why(step, edges.before[position], draft.steps, names, by_index),
        )
        for position, step in enumerate(draft.steps)
    )


def _action(
    step: Step, name: str, by_index: Mapping[int, Task], *, depends_on: tuple[str, ...], risk: Risk, why: str
) -> PlannedAction:
    task, tooling = step.task, step.tooling
    tool = tooling.capability.name if tooling.capability is not None else None
    own = (task.condition.register,) if task.condition is not None else ()
    return PlannedAction(
        action_id=name,
        tool=tool,
        depends_on=depends_on,
        goals=tuple([by_index[goal].goal_id for goal in sorted(step.goals)]),
        risk=risk,
        why=why,
        touches=task.touches or own,
        **_described(task, tooling.way, tool),
    )


def _described(task: Task, way: Way | None, tool: str | None) -> dict[str, Any]:
    """What a row says of its action; a tool that is used only for a state it brings about has no row."""
    shape = task.shape
    if shape is None or task.rule is None or way is None:
        state = str(task.said.get("state", ""))
        return {"intent": "tool_support", "description": f"provide:{state}", "expected_effect": state, "rule": ""}
    return {
        "intent": shape.intent,
        "description": described(shape.description_template, task.said),
        "args": _args(task, way, tool),
        "action_class": shape.action_class,
        "expected_effect": described(shape.expected_effect, task.said),
        "rule": task.rule.name,
    }


def described(template: str, values: Mapping[str, Any]) -> str:
    """The template with values as a description may show them; KeyError if one is missing."""
    return template.format_map({field: _shown(values[field]) for field in _fields(template)})


def _args(task: Task, way: Way, tool: str | None) -> FrozenDict[str, Any]:
    """The row's own parameters, unless the row says which arguments its tool takes instead."""
    template = way.args_for.get(tool, way.args) if tool is not None else way.args
    values = task.values
    if template is None:
        shape = task.shape
        params = shape.params if shape is not None else {}
        return FrozenDict({name: values[name] for name in params if values.get(name) is not None})
    return FrozenDict({name: _filled(text, values) for name, text in template.items()})


def _filled(text: str, values: Mapping[str, Any]) -> Any:
    """A template that is one name stands for that value as it is; others are text."""
    whole = _FIELD.fullmatch(text)
    if whole:
        return values[whole.group(1)]
    return _FIELD.sub(lambda found: str(values[found.group(1)]), text)


@lru_cache(maxsize=1024)
def _fields(template: str) -> tuple[str, ...]:
    """The parameters that a template shows."""
    return tuple(dict.fromkeys(_FIELD.findall(template)))


def _shown(value: Any) -> str:
    """A value as a description may show it: short, on one line, references by name."""
    text = value if type(value) is str else str(value)
    if type(value) is FrozenDict and is_reference(value):
        text = f"<{value['field']} of {value['from']}>"
    elif type(value) is tuple:
        text = ", ".join(map(str, value)) if len(value) <= MAX_LISTED else f"{len(value):,} things"
    if not text.isprintable():
        text = "".join(char if char.isprintable() else " " for char in text)
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 1]}…"


def _names(steps: Sequence[Step], by_index: Mapping[int, Task]) -> list[str]:
    """`<last goal served>_<its verb>_<n>`; a1, a2, … where typed goals came without ids."""
    names = []
    counts: dict[str, int] = {}
    numbered = 0
    for step in steps:
        task = by_index[max(step.goals)]
        if task.numbered:
            numbered += 1
            names.append(f"a{numbered}")
            continue
        stem = f"{task.goal_id}_{task.verb}"
        counts[stem] = counts.get(stem, 0) + 1
        names.append(f"{stem}_{counts[stem]}")
    return names


def _why(step: Step, before: int, steps: Sequence[Step], names: Sequence[str], by_index: Mapping[int, Task]) -> str:
    """Why the plan cannot do without this action, and why no earlier one does its work."""
    task = step.task
    if task.is_event:
        return _EVENT
    condition = task.condition
    if condition is None:
        return "it brings about what a later action needs"
    if step.is_support:
        return f"{by_index[step.goals[0]].goal_id} needs {condition.register} = {shown(condition.value)} first"
    if before == NO_STEP:
        return f"nothing before it brings about {condition.register} = {shown(condition.value)}"
    made = steps[before].task.condition
    if made is not None and made.register == condition.register and are_related(made.value, condition.value):
        return f"an event stands between it and {names[before]}, so they cannot be one"
    return f"{names[before]} leaves {condition.register} otherwise"


class Risks:
    """The risk of each step; asked for in the order of the steps.

    `unsettled` are the steps whose risk hangs on something that an earlier step changes: for those the steps before
    are followed, for all others what is known at the start is enough.
    """

    def __init__(self, steps: Sequence[Step], registers: Registers, unsettled: Collection[int]) -> None:
        self._steps, self._start, self._unsettled = steps, registers, unsettled
        self._followed = 0
        self._state: Registers | None = None

    def of(self, position: int) -> Risk:
        task = self._steps[position].task
        if task.risks:
            known = self._before(position) if position in self._unsettled else self._start
            for condition, risk in task.risks:
                if known.holds(condition):
                    return risk
        return task.shape.risk if task.shape is not None else "low"

    def _before(self, position: int) -> Registers:
        """What is known just before a step."""
        if self._state is None:
            self._state = self._start.copy()
        for step in self._steps[self._followed : position]:
            self._state.apply((*step.task.writes, *step.tooling.effects), unheard)
        self._followed = position
        return self._state
