"""validate_plan_payload: the gate every structured plan passes before anything runs or shows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

from goalwright.contracts.plan_payload import PlanPayload, PlanStep
from goalwright.contracts.strict_json import REFUSED, ROOT, Faults, JsonLimits, Place, read_json, shown
from goalwright.errors import ContractViolation, PlanPayloadError, StepCountError

DEFAULT_TOOLS: Final = ("echo_tool", "get_time")
MAX_STEPS = 10_000
LIMITS = JsonLimits(max_bytes=4 * 2**20, max_values=250_000)
CONTROL_CHARACTER = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

_NAMED_TOOLS = 10


def validate_plan_payload(
    payload: object, tools: Iterable[str] | None = None, step_count: int | None = None
) -> PlanPayload:
    """The plan that `payload` (JSON text, bytes or a mapping) holds, or PlanPayloadError with every violation.

    Only tools named in `tools` are allowed (None: echo_tool and get_time). With `step_count` the plan
    must have exactly that many steps; StepCountError if it is not a number of steps at all.
    """
    allowed, asked = checked_tools(tools), checked_step_count(step_count)
    faults = Faults()
    document = read_json(payload, LIMITS, faults)
    _Checking(faults, allowed, asked).document(document)
    faults.raise_as(PlanPayloadError)
    return PlanPayload(goal=document["goal"], steps=tuple(PlanStep(**step) for step in document["steps"]))


def checked_tools(tools: Iterable[str] | None) -> frozenset[str]:
    """The whitelist as a set; a lone string is refused, because its letters would pass for names."""
    if tools is None:
        return frozenset(DEFAULT_TOOLS)
    names = None if isinstance(tools, str | bytes) or not isinstance(tools, Iterable) else tuple(tools)
    if names is None or not all(map(_is_name, names)):
        raise ContractViolation("validate_plan_payload", "tools", "must be a list of tool names, or None")
    return frozenset(names)


def checked_step_count(step_count: object) -> int | None:
    """The number of steps asked for, or None; StepCountError unless a plan can have that many."""
    if step_count is None:
        return None
    if isinstance(step_count, bool) or not isinstance(step_count, int) or not 1 <= step_count <= MAX_STEPS:
        problem = f"{_number_text(step_count)} is not a number of steps: ask for 1 to {MAX_STEPS}"
        raise StepCountError([("step_count", problem)])
    return step_count


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _number_text(value: object) -> str:
    is_short = isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**20)
    return str(value) if is_short else f"the {type(value).__name__} given"


class _Checking:
    """One pass over a plain document; a REFUSED part has been reported already and is passed over."""

    def __init__(self, faults: Faults, allowed: frozenset[str], asked: int | None) -> None:
        self.faults, self.allowed, self.asked = faults, allowed, asked
        self.declared: dict[str, int] = {}

    def document(self, value: Any) -> None:
        self.fields(value, ROOT, _DOCUMENT, 0)

    def fields(self, value: Any, place: Place, rows: Mapping[str, _Field], index: int) -> None:
        """An object with exactly the fields of the table, each of which passes its own check."""
        if value is REFUSED:
            return
        if type(value) is not dict:
            self.faults.add(place, f"is {shown(value)}: write an object with the fields {', '.join(rows)}")
            return
        for name, (check, remedy) in rows.items():
            if name not in value:
                self.faults.add((place, name), f"is missing: {remedy}")
            elif value[name] is not REFUSED:
                check(self, value[name], (place, name), remedy, index)
        for name in value:
            if name not in rows:
                self.faults.add((place, name), f"is not a field of the contract: remove it; keep {', '.join(rows)}")

    def text(self, value: Any, place: Place, remedy: str, _index: int) -> None:
        if self._is_text(value, place, remedy) and (control := CONTROL_CHARACTER.search(value)):
            problem = f"holds the control character U+{ord(control[0]):04X} at character {control.start() + 1}"
            self.faults.add(place, f"{problem}: remove it; of these only tab and line feed may stay")

    def steps(self, value: Any, place: Place, remedy: str, _index: int) -> None:
        if type(value) is not list or not value:
            self.faults.add(place, f"is {'empty' if value == [] else shown(value)}: {remedy}")
            return
        if self.asked is not None and len(value) != self.asked:
            self.faults.add(place, f"has {_steps(len(value))}, but {self.asked} were asked for: write {self.asked}")
        if len(value) > MAX_STEPS:
            self.faults.add(place, f"has {_steps(len(value))}: write at most {MAX_STEPS}, in several plans")
        self.declared = _first_indices(value)
        for index, step in enumerate(value[:MAX_STEPS]):
            self.fields(step, (place, index), _STEP, index)

    def step_id(self, value: Any, place: Place, _remedy: str, index: int) -> None:
        expected = f"step_{index + 1}"
        if value != expected:
            self.faults.add(place, f'is {shown(value)}: write "{expected}"; steps count up from step_1 without gaps')

    def tool(self, value: Any, place: Place, remedy: str, _index: int) -> None:
        if self._is_text(value, place, remedy) and value not in self.allowed:
            self.faults.add(place, f"is {shown(value)}, which is not an allowed tool: {_use(self.allowed)}")

    def args(self, value: Any, place: Place, remedy: str, _index: int) -> None:
        if type(value) is not dict:
            self.faults.add(place, f"is {shown(value)}: {remedy}")

    def depends_on(self, value: Any, place: Place, remedy: str, index: int) -> None:
        if type(value) is not list:
            self.faults.add(place, f"is {shown(value)}: {remedy}")
            return
        seen: set[str] = set()
        for position, name in enumerate(value):
            problem = self._dependency_problem(name, index, seen)
            if problem:
                self.faults.add((place, position), problem)

    def _dependency_problem(self, name: Any, index: int, seen: set[str]) -> str | None:
        if name is REFUSED:
            return None
        if type(name) is not str:
            return f'is {shown(name)}: write the id of an earlier step, such as "step_1"'
        if name in seen:
            return f"is {shown(name)} again: list each step once"
        seen.add(name)
        where = self.declared.get(name)
        if where is None:
            return f"is {shown(name)}, which is not a step of this plan: name an earlier step or remove it"
        if where == index:
            return f"is {shown(name)}, the step itself: name an earlier step or remove it"
        return f"is {shown(name)}, a later step: name an earlier step or move this one down" if where > index else None

    def _is_text(self, value: Any, place: Place, remedy: str) -> bool:
        if type(value) is str and value.strip():
            return True
        self.faults.add(place, f"is {'empty' if type(value) is str else shown(value)}: {remedy}")
        return False


_Field: TypeAlias = tuple[Callable[[_Checking, Any, Place, str, int], None], str]

# Field -> how it is checked, and what to write where it is missing, empty or of the wrong type.
_DOCUMENT: Mapping[str, _Field] = {
    "goal": (_Checking.text, "write a string that says what the plan is for"),
    "steps": (_Checking.steps, "write an array of one or more steps"),
}
_STEP: Mapping[str, _Field] = {
    "step_id": (_Checking.step_id, "write step_1, step_2, … in order"),
    "tool": (_Checking.tool, "write the name of an allowed tool"),
    "description": (_Checking.text, "write a string that says what the step does"),
    "args": (_Checking.args, "write an object, {} when the tool takes nothing"),
    "depends_on": (_Checking.depends_on, "write an array of earlier step ids, [] when there are none"),
    "deliverable": (_Checking.text, "write a string that says what the step leaves behind"),
}


def _first_indices(steps: list[Any]) -> dict[str, int]:
    names = [step.get("step_id") if type(step) is dict else None for step in steps]
    return {name: index for index, name in reversed(list(enumerate(names))) if type(name) is str}


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def _use(allowed: frozenset[str]) -> str:
    if not allowed:
        return "no tool is allowed here"
    named = sorted(allowed)
    more = f" (or {len(named) - _NAMED_TOOLS} others)" if len(named) > _NAMED_TOOLS else ""
    return f"use one of {', '.join(named[:_NAMED_TOOLS])}{more}"
