"""Plans and outcomes as JSON and back, exactly: what comes back equals what went out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from goalwright.contracts.json_fields import Reader, inner, read_fields, read_list, read_object, readers_of
from goalwright.contracts.plan import Plan, PlannedAction, UnmetGoal
from goalwright.contracts.run_report import ActionOutcome
from goalwright.errors import ContractViolation

Built = TypeVar("Built")

_ACTION = readers_of(PlannedAction)
_UNMET = readers_of(UnmetGoal)
_OUTCOME = readers_of(ActionOutcome)


def plan_to_json(plan: Plan) -> dict[str, Any]:
    """The whole plan in plain values. Arguments that JSON cannot give back (sets, NaN) are refused."""
    fields = _to_json(plan, _PLAN, "Plan", skipped="actions")
    actions = [
        _to_json(action, _ACTION, "Plan", place=inner("actions", index)) for index, action in enumerate(plan.actions)
    ]
    return {"actions": actions, **fields}


def plan_from_json(data: object) -> Plan:
    """The plan that `plan_to_json` gave; raises ContractViolation with the place of what is not as it should be."""
    return _built(Plan, read_fields(data, "Plan", "", _PLAN), "Plan", "")


def outcome_to_json(outcome: ActionOutcome) -> dict[str, Any]:
    """The outcome in plain values; an output that JSON cannot give back is refused."""
    return _to_json(outcome, _OUTCOME, "ActionOutcome")


def outcome_from_json(data: object) -> ActionOutcome:
    """The outcome that `outcome_to_json` gave, or a ContractViolation with the place."""
    return _built(ActionOutcome, read_fields(data, "ActionOutcome", "", _OUTCOME), "ActionOutcome", "")


def unmet_to_json(unmet: tuple[UnmetGoal, ...]) -> list[dict[str, Any]]:
    return [_to_json(goal, _UNMET, "UnmetGoal") for goal in unmet]


def unmet_from_json(data: object) -> tuple[UnmetGoal, ...]:
    """The unmet goals that `unmet_to_json` gave, or a ContractViolation with the place."""
    goals = enumerate(read_list(data, "UnmetGoal", "$"))
    return tuple([_read(UnmetGoal, goal, _UNMET, "UnmetGoal", inner("", index)) for index, goal in goals])


def _to_json(
    value: object, fields: Mapping[str, Reader], contract: str, *, place: str = "", skipped: str = ""
) -> dict[str, Any]:
    return read_object({name: getattr(value, name) for name in fields if name != skipped}, contract, place)


def _read_actions(value: Any, contract: str, place: str) -> tuple[PlannedAction, ...]:
    actions = enumerate(read_list(value, contract, place))
    return tuple([_read(PlannedAction, action, _ACTION, contract, inner(place, index)) for index, action in actions])


def _read(kind: type[Built], data: object, fields: Mapping[str, Reader], contract: str, place: str) -> Built:
    return _built(kind, read_fields(data, contract, place, fields), contract, place)


def _built(kind: type[Built], fields: dict[str, Any], contract: str, place: str) -> Built:
    """The contract value; what it finds wrong with itself is told with the place in the whole document."""
    try:
        return kind(**fields)
    except ContractViolation as error:
        raise ContractViolation(contract, f"{place}.{error.field}".lstrip("."), error.problem) from None


_PLAN = readers_of(Plan, actions=_read_actions)
