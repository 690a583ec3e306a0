"""Problems: what went wrong, as application/problem+json with the sentence that a terminal would show."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from starlette.responses import Response

from goalwright.contracts.documents import plain
from goalwright.doors.cli.told_failures import described

PROBLEM_TYPE = "application/problem+json"
_WORD = re.compile(r"(?<!^)(?=[A-Z])")

# The name of an exception -> the status; others are the fault of the machine, not of the request.
_STATUSES: Mapping[str, int] = {
    "ContractViolation": 422,
    "GoalsFileError": 422,
    "NotUnderstood": 422,
    "ForTheFleet": 422,
    "ModelUnavailable": 503,
    "NotPlannable": 422,
    "NotYetSeen": 422,
    "PolicyRefusal": 403,
    "ApprovalRefused": 409,
    "WorldDrifted": 409,
    "RunNotFound": 404,
    "RunIdTaken": 409,
    **dict.fromkeys(("AsksForJob", "AboutJobs", "CallsRoutine"), 422),
    "JobNotFound": 404,
    "JobRefused": 422,
    "SettingsError": 503,
    "RuleFileError": 503,
    "JournalError": 503,
    "FleetError": 503,
    "SealBroken": 503,
}
_LEFT_OUT = frozenset({"choices", "status"})
"""What an error carries for doors in the same process, and what a problem has another use for."""


class TurnedDown(Exception):
    """A request that is not answered, with its status, a sentence that says what to do, and headers."""

    def __init__(self, status: int, kind: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.kind = kind
        self.detail = detail
        self.headers = dict(headers or {})

    def response(self) -> Response:
        return problem(self.status, self.kind, self.detail, headers=self.headers)


def problem_of(error: Exception, *, is_found: bool = False) -> Response:
    """Any failure as a problem. `is_found`: the run is there, so it is its state that is in the way."""
    if isinstance(error, TurnedDown):
        return error.response()
    exit_code, sentence, fields = described(error)
    kind = type(error).__name__
    status = _STATUSES.get(kind, 500)
    if kind == "RunNotFound" and is_found:
        status = 409
    more = {name: plain(value) for name, value in fields.items() if name not in _LEFT_OUT}
    return problem(status, kind if status != 500 else "InternalError", sentence, exit_code=exit_code, **more)


def bad_request(error: ValidationError) -> TurnedDown:
    """What is wrong with a body or a query: each place with what it should be."""
    found = []
    for wrong in error.errors(include_url=False, include_context=False, include_input=False)[:3]:
        place = ".".join(map(str, wrong["loc"]))
        said = str(wrong["msg"]).removeprefix("Value error, ")
        found.append(f"{place}: {said[:1].lower()}{said[1:]}" if place else said)
    return TurnedDown(400, "BadRequest", "; ".join(found)[:1_000])


def problem(status: int, kind: str, detail: str, *, headers: Mapping[str, str] | None = None, **more: Any) -> Response:
    document = {
        "type": f"urn:goalwright:problem:{_WORD.sub('-', kind).lower()}",
        "title": _WORD.sub(" ", kind).lower(),
        "status": status,
        "detail": detail,
        **more,
    }
    return Response(json.dumps(document), status, headers=dict(headers or {}), media_type=PROBLEM_TYPE)
