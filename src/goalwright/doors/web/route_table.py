"""The form of a route: what it takes, what it answers, and what does it. Routes and their description come from one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from goalwright.doors.web.request_bodies import Body, NoQuery, Query
from goalwright.named_tuple import NamedTuple

if TYPE_CHECKING:
    from starlette.requests import Request

    from goalwright.doors.web.service import Service
    from goalwright.doors.web.sessions import Caller


class Call(NamedTuple):
    """A request that was let in and read: who makes it, and what it says."""

    service: Service
    caller: Caller
    request: Request
    query: Any
    body: Any

    @property
    def run_id(self) -> str:
        return str(self.request.path_params["run_id"])

    @property
    def job_id(self) -> str:
        return str(self.request.path_params["job_id"])

    @property
    def by(self) -> str:
        return self.service.by(self.caller)


class Reply(NamedTuple):
    """A document to be sent."""

    document: Any
    status: int = 200
    headers: Mapping[str, str] = {}


Handler = Callable[[Call], Awaitable[Reply | Response]]


class Operation(NamedTuple):
    """One route. `answers` names the schema of each good answer, `problems` the statuses of the others.

    `is_for_people`: only a page may call it, which a person sits at.
    """

    method: str
    path: str
    name: str
    summary: str
    handler: Handler
    answers: Mapping[int, str]
    query: type[Query] = NoQuery
    body: type[Body] | None = None
    problems: tuple[int, ...] = ()
    is_for_people: bool = False
    media_type: str = "application/json"
