"""Jobs as JSON and back. A trigger has its `kind`: {"kind": "app", "app": "spotify", "event": "starts"}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.contracts.jobs import TRIGGERS, Job, JobShape, ShapePart, Trigger
from goalwright.contracts.json_fields import (
    Reader,
    inner,
    read_fields,
    read_flag,
    read_list,
    read_object,
    read_seconds,
    read_text,
    readers_of,
)
from goalwright.contracts.shown import shown
from goalwright.dataclass import fields
from goalwright.errors import ContractViolation

_KIND = "kind"
_ORDERS = ("when", "text", "goals", "missed", "ask_then")


def trigger_to_json(trigger: Trigger) -> dict[str, Any]:
    name = next(name for name, kind in TRIGGERS.items() if type(trigger) is kind)
    return {_KIND: name, **_plain(trigger)}


def trigger_from_json(data: object, contract: str = "Trigger", place: str = "") -> Trigger:
    """The trigger that an object stands for; what may be left out of the value may be left out of it."""
    if not isinstance(data, Mapping):
        raise ContractViolation(contract, place or "$", f"must be an object, not {shown(data)}")
    name = data.get(_KIND)
    kind = TRIGGERS.get(name) if isinstance(name, str) else None
    if kind is None or not isinstance(name, str):
        problem = f"is {shown(name)}: use one of {', '.join(TRIGGERS)}"
        raise ContractViolation(contract, inner(place, _KIND), problem)
    given = {key: value for key, value in data.items() if key != _KIND}
    readers = readers_of(kind, percent=_read_number)
    wanted = {key: reader for key, reader in readers.items() if key in given or _is_needed(kind, key)}
    read = read_fields(given, contract, place, wanted)
    try:
        trigger: Trigger = kind(**read)
    except ContractViolation as error:
        raise ContractViolation(contract, inner(place, error.field), error.problem) from None
    return trigger


def job_to_json(job: Job) -> dict[str, Any]:
    """The whole job in plain values, for the store and for every door."""
    return read_object({"job_id": job.job_id, "when": trigger_to_json(job.trigger), **_rest_of(job)}, "Job", "")


def job_from_json(data: object) -> Job:
    """The job that `job_to_json` gave; ContractViolation with the place of what is not as it should be."""
    read = read_fields(data, "Job", "", _JOB)
    return Job(trigger=read.pop("when"), **read)


def order_from_json(data: object) -> dict[str, Any]:
    """What a document that orders a job says: {"when": …, "text" or "goals": …, "missed"?, "ask_then"?}.

    The answer has the fields of the job by their names.
    """
    if not isinstance(data, Mapping):
        raise ContractViolation("Job", "$", f"must be an object, not {shown(data)}")
    wanted = {name: _JOB[name] for name in _ORDERS if name in data or name == "when"}
    read = read_fields(data, "Job", "", wanted)
    if bool(read.get("text")) == bool(read.get("goals")):
        raise ContractViolation("Job", "goals", 'say either "text", a sentence, or "goals"')
    return {"trigger": read.pop("when"), **read}


def _rest_of(job: Job) -> dict[str, Any]:
    skipped = ("job_id", "trigger", "shape")
    rest = {field.name: getattr(job, field.name) for field in fields(Job) if field.name not in skipped}
    return {**rest, "shape": {**_plain(job.shape), "parts": [_plain(part) for part in job.shape.parts]}}


def _plain(value: object) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value)}  # type: ignore[arg-type]  # contract values


def _is_needed(kind: type, name: str) -> bool:
    return any(field.name == name and getattr(field, "is_required", False) for field in fields(kind))


def _read_number(value: Any, contract: str, place: str) -> float:
    if type(value) not in (int, float):
        raise ContractViolation(contract, place, f"must be a number, not {shown(value)}")
    return float(value)


def _read_goals(value: Any, contract: str, place: str) -> tuple[Mapping[str, Any], ...]:
    items = enumerate(read_list(value, contract, place))
    return tuple(read_object(item, contract, inner(place, index)) for index, item in items)


def _read_shape(value: Any, contract: str, place: str) -> JobShape:
    return JobShape(**read_fields(value, contract, place, _SHAPE))


def _read_parts(value: Any, contract: str, place: str) -> tuple[ShapePart, ...]:
    items = enumerate(read_list(value, contract, place))
    return tuple(ShapePart(**read_fields(item, contract, inner(place, index), _PART)) for index, item in items)


_PART = readers_of(ShapePart)
_SHAPE = readers_of(JobShape, parts=_read_parts)
_JOB: dict[str, Reader] = {
    "job_id": read_text,
    "when": trigger_from_json,
    **dict.fromkeys(("cwd", "said", "text", "made_by", "missed"), read_text),
    "goals": _read_goals,
    "made_at": read_seconds,
    "shape": _read_shape,
    **dict.fromkeys(("ask_then", "is_paused"), read_flag),
}
