"""The OpenAPI document, made from the table of routes: what it says is what the routes check."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from goalwright import __version__
from goalwright.doors.web.answer_schemas import answer_schemas
from goalwright.doors.web.problems import PROBLEM_TYPE
from goalwright.doors.web.request_bodies import JOB_ID, RUN_ID
from goalwright.doors.web.route_table import Operation

_TOLD = {
    200: "done",
    201: "made: a run rests, or waits for approval",
    202: "the run is going on",
    400: "the request is not what it should be",
    401: "no token, or not the right one",
    403: "not allowed",
    404: "there is no such thing",
    408: "the body took too long",
    409: "its state is in the way",
    413: "the body is too large",
    415: "the body is not JSON",
    421: "the host is another",
    422: "not understood, or no plan",
    429: "too many requests",
    503: "it cannot be done now",
}
_IN_PATHS = {"run_id": RUN_ID, "job_id": JOB_ID}
_ALWAYS = (400, 401, 403, 421, 429)
_WITH_BODY = (408, 413, 415)


def api_document(operations: Iterable[Operation]) -> dict[str, Any]:
    """The description of the HTTP interface."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Goalwright",
            "version": __version__,
            "description": "Plain language to things done, for one user on one machine.",
        },
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": dict(answer_schemas()),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _described(operation: Operation) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "responses": {str(status): _answered(operation, status) for status in _statuses(operation)},
    }
    parameters = _parameters(operation)
    if parameters:
        described["parameters"] = parameters
    if operation.body is not None:
        schema = operation.body.model_json_schema()
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return described


def _statuses(operation: Operation) -> list[int]:
    with_body = _WITH_BODY if operation.body is not None else ()
    return sorted({*operation.answers, *operation.problems, *_ALWAYS, *with_body})


def _answered(operation: Operation, status: int) -> dict[str, Any]:
    name = operation.answers.get(status)
    media = operation.media_type if name is not None else PROBLEM_TYPE
    schema = {"$ref": f"#/components/schemas/{name or 'problem'}"}
    return {"description": _TOLD[status], "content": {media: {"schema": schema}}}


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "pattern": pattern}}
        for name, pattern in _IN_PATHS.items()
        if f"{{{name}}}" in operation.path
    ]
    properties = operation.query.model_json_schema().get("properties", {})
    in_query = [
        {"name": name, "in": "query", "required": False, "schema": _plain(schema)}
        for name, schema in properties.items()
    ]
    return in_path + in_query


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """A query has no null: what may be left out is left out."""
    if "anyOf" not in schema:
        return {name: value for name, value in schema.items() if name != "title"}
    (shape,) = [choice for choice in schema["anyOf"] if choice.get("type") != "null"]
    return dict(shape)
