"""The schemas of what the service answers: the documents of every door, and what it adds to them for pages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from goalwright.contracts.document_schemas import document_schemas

Schema = dict[str, Any]
_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "number"}
_COUNT: Schema = {"type": "integer"}
_FLAG: Schema = {"type": "boolean"}
_ANY: Schema = {"type": "object"}


@cache
def answer_schemas() -> Mapping[str, Schema]:
    """Each schema by its name; those that documents have in common refer to each other."""
    own = {name: _without_dialect(schema) for name, schema in document_schemas().items()}
    texts = {"type": "object", "additionalProperties": _TEXT}
    about_actions = _list(_object(action_id=_TEXT, text=_TEXT))
    summary = {name: own["run"]["properties"][name] for name in _SUMMARY}
    halted = {"anyOf": [_object(by=_TEXT, at=_NUMBER), {"type": "null"}]}
    return {
        **own,
        "graph": _graph(),
        "plan_view": _object(
            interpretation=_maybe(_ref("interpretation")),
            plan=_ref("plan"),
            words=texts,
            graph=_maybe(_ref("graph")),
        ),
        "run_view": _object(
            run=_ref("details"),
            words=texts,
            graph=_ref("graph"),
            answers=about_actions,
            remarks=about_actions,
            can=_object(approve=_FLAG, stop=_FLAG, resume=_FLAG, undo=_FLAG),
            after=_COUNT,
        ),
        "run_summary": _object(**summary, total_actions=_COUNT),
        "run_page": _object(runs=_list(_ref("run_summary")), next=_maybe(_TEXT)),
        "event_page": _object(events=_list(_ref("event")), next=_maybe(_COUNT)),
        **{name: _with(own[name], told=_TEXT) for name in ("job", "job_draft")},
        "jobs": _object(jobs=_list(_ref("job")), has_service=_FLAG, problem=_TEXT),
        **_fleet(),
        "examples": _object(examples=_list(_TEXT)),
        "rules": _object(rules=_list(_ANY)),
        "settings": _object(settings=_list(_object(name=_TEXT, value={}, source=_TEXT, help=_TEXT))),
        "service": _object(
            version=_TEXT,
            user=_TEXT,
            cwd=_TEXT,
            started_at=_NUMBER,
            instance=_TEXT,
            halted=halted,
            going=_list(_TEXT),
            waiting=_COUNT,
            is_person=_FLAG,
        ),
        "halt": _object(halted=halted, stopping=_list(_TEXT)),
        "link": _object(address=_TEXT),
        "left": _object(left=_FLAG),
        "record": _object(
            record=_list(_object(at=_NUMBER, by=_TEXT, asked=_TEXT, status=_COUNT, after=_TEXT, is_linked=_FLAG))
        ),
        "stream": _TEXT,
        "text": _TEXT,
        "problem": _problem(),
    }


_SUMMARY = (
    *("run_id", "text", "cwd", "reason", "created_at", "ended_at", "undone", "asked_by", "approved_by"),
    *("plan_hash", "status"),
)


def _fleet() -> Mapping[str, Schema]:
    tools = {"type": "object", "additionalProperties": _COUNT}
    host = _object(
        **{"name": _TEXT, "tags": _list(_TEXT), "is_enrolled": _FLAG, "is_here": _FLAG, "unseen_s": _NUMBER},
        **{"version": _TEXT, "platform": _TEXT, "folder": _TEXT, "tools": tools},
    )
    action = _object(what=_TEXT, tool=_TEXT, risk=_TEXT)
    group = _object(
        **{"shape": _TEXT, "hosts": _list(_TEXT), "count": _COUNT, "needs_approval": _FLAG, "is_already_so": _FLAG},
        **{"is_new": _FLAG, "actions": _list(action)},
    )
    state = _object(host=_TEXT, stage=_TEXT, reason=_TEXT, is_here=_FLAG, count=_COUNT, done=_COUNT, shape=_TEXT)
    return {
        "fleet": _object(
            problem=_maybe(_TEXT),
            hosts=_list(host),
            runs=_list(_object(name=_TEXT, text=_TEXT, by=_TEXT, hosts=_COUNT)),
        ),
        "fleet_view": _object(
            **{"name": _TEXT, "text": _TEXT, "by": _TEXT, "approved_by": _list(_TEXT), "is_stopped": _FLAG},
            held=_TEXT,
            rollout=_object(canary=_COUNT, batch=_COUNT, stop_after=_COUNT, deadline_s=_COUNT),
            hosts=_list(state),
            groups=_list(group),
            undo=_list(_object(host=_TEXT, status=_TEXT, reason=_TEXT, done=_COUNT, count=_COUNT)),
            set_hash=_maybe(_TEXT),
            can=_object(approve=_FLAG, proceed=_FLAG, stop=_FLAG, resume=_FLAG, undo=_FLAG),
        ),
    }


def _problem() -> Schema:
    known = _object(type=_TEXT, title=_TEXT, status=_COUNT, detail=_TEXT)
    return {**known, "additionalProperties": True}


def _graph() -> Schema:
    node = _object(id=_TEXT, x=_NUMBER, y=_NUMBER, w=_NUMBER, h=_NUMBER)
    edge = _object(**{"from": _TEXT, "to": _TEXT, "path": _TEXT})
    return _object(width=_NUMBER, height=_NUMBER, nodes=_list(node), edges=_list(edge))


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _maybe(shape: Schema) -> Schema:
    return {"anyOf": [shape, {"type": "null"}]}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _with(shape: Schema, **more: Schema) -> Schema:
    return _object(**{**shape["properties"], **more})


def _without_dialect(schema: Mapping[str, Any]) -> Schema:
    return {name: value for name, value in schema.items() if name != "$schema"}
