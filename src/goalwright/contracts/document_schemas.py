"""The schemas of the JSON documents, made from the types of the contract values themselves."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AnySet
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from goalwright.contracts.accounts import Check, CleanReport, RunDetails, UndoReport
from goalwright.contracts.goal import Goal
from goalwright.contracts.interpretation import Clause, Interpretation
from goalwright.contracts.job_views import JobView
from goalwright.contracts.jobs import TRIGGERS, Job
from goalwright.contracts.journal import RunRecord
from goalwright.contracts.meta_goal import Diagnostic, MetaGoal
from goalwright.contracts.plan import PlanResult
from goalwright.contracts.references import Reference
from goalwright.contracts.run_report import RunEvent, RunReport
from goalwright.contracts.tool_entry import ToolCapability, ToolEntry
from goalwright.contracts.world_state import Fact, WorldState
from goalwright.dataclass import fields, is_dataclass

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer"}
_PLAIN: dict[Any, Schema] = {
    str: _TEXT,
    int: _COUNT,
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Any: {},
    object: {},
}


@cache
def document_schemas() -> Mapping[str, Schema]:
    """The schema of each document by its name; it says all of what the document holds, and nothing else."""
    run = _without(schema_of(RunRecord), "circumstances", "request")
    run["properties"]["status"] = schema_of(get_type_hints(RunDetails)["status"])
    details = _with(run, outcomes=_part(RunDetails, "outcomes"), entries=_part(RunDetails, "entries"))
    shapes = {
        "report": _with(
            schema_of(RunReport), answers=_list(_object(action_id=_TEXT, output={"type": "object"})), exit_code=_COUNT
        ),
        "run": run,
        "history": _object(runs=_list(run)),
        "details": _with(details, files=_list(_TEXT)),
        "event": schema_of(RunEvent),
        "undo": _with(schema_of(UndoReport), exit_code=_COUNT),
        "clean": schema_of(CleanReport),
        "interpretation": _interpretation(),
        "plan": _with(
            schema_of(PlanResult),
            plan_hash=_TEXT,
            needs_approval=_list(_TEXT),
            refusals=_list(_object(action_id=_TEXT, problem=_TEXT)),
            unavailable=_list(_object(tool=_TEXT, reason=_TEXT)),
            looked=_list(_object(what=_TEXT, at=_TEXT, found=_TEXT)),
            diagnostics=_list(schema_of(Diagnostic)),
            references=_list(schema_of(Reference)),
        ),
        **_jobs(),
        "tools": _object(tools=_list(_tool())),
        "facts": _object(facts=_list(_open(schema_of(Fact)))),
        "world": schema_of(WorldState),
        "doctor": _object(checks=_list(schema_of(Check))),
        "error": _object(error=_open(_object(kind=_TEXT, message=_TEXT, exit_code=_COUNT))),
    }
    return {name: {"$schema": DIALECT, "title": name, **shape} for name, shape in shapes.items()}


def schema_of(kind: Any) -> Schema:
    """The schema of what `plain` makes of a value of this type."""
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return _object(**{field.name: schema_of(hints[field.name]) for field in fields(kind) if field.repr})
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(one) for one in inner]}
    if origin is tuple and inner[-1] is not Ellipsis:
        if len(set(inner)) == 1:
            return {**_list(schema_of(inner[0])), "minItems": len(inner), "maxItems": len(inner)}
        return {"type": "array", "prefixItems": [schema_of(one) for one in inner], "items": False}
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema_of(inner[1])}
    if origin is not None and issubclass(origin, tuple | list | AnySet):
        return _list(schema_of(inner[0]))
    raise TypeError(f"JSON has no form for {kind}")


def _interpretation() -> Schema:
    meta, found = get_type_hints(MetaGoal), get_type_hints(Interpretation)
    goal = {name: _part(Goal, name) for name in ("goal_id", "domain", "verb", "params", "scope", "each", "when")}
    return _object(
        text=schema_of(meta["text"]),
        extractor=_TEXT,
        meta_type=schema_of(meta["meta_type"]),
        step_count=schema_of(found["step_count"]),
        clauses=_list(schema_of(Clause)),
        goals=_list(_object(**goal)),
        dependencies={"type": "object", "additionalProperties": _list(_COUNT)},
        diagnostics=_list(schema_of(Diagnostic)),
        references=_list(schema_of(Reference)),
    )


def _jobs() -> Mapping[str, Schema]:
    triggers = [_with(schema_of(kind), kind={"enum": [name]}) for name, kind in TRIGGERS.items()]
    hints = {name: hint for name, hint in get_type_hints(Job).items() if name not in ("trigger", "goals")}
    job = _object(
        when={"anyOf": triggers},
        goals=_list({"type": "object"}),
        **{name: schema_of(hint) for name, hint in hints.items()},
    )
    times, flag = _list({"type": "number"}), {"type": "boolean"}
    shown = _with(job, state=_part(JobView, "state"), times=times, firings=_part(JobView, "firings"), has_service=flag)
    draft = _with(job, times=times, note=_TEXT, needs_approval=flag, approval=_TEXT)
    removed = _object(job_id=_TEXT, removed=flag)
    return {
        "job": shown,
        "jobs": _object(jobs=_list(shown), has_service=flag),
        "job_draft": draft,
        "removed_job": removed,
    }


def _tool() -> Schema:
    hints = {**get_type_hints(ToolEntry), **get_type_hints(ToolCapability)}
    shown = [field for kind in (ToolEntry, ToolCapability) for field in fields(kind) if field.repr]
    return _object(**{field.name: schema_of(hints[field.name]) for field in shown}, available={"type": "boolean"})


def _part(kind: type, name: str) -> Schema:
    return schema_of(get_type_hints(kind)[name])


def _object(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _open(shape: Schema) -> Schema:
    return {**shape, "additionalProperties": True}


def _with(shape: Schema, **more: Schema) -> Schema:
    return _object(**{**shape["properties"], **more})


def _without(shape: Schema, *names: str) -> Schema:
    return _object(**{name: part for name, part in shape["properties"].items() if name not in names})
