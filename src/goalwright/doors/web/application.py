"""The application: the table of routes, the page, and what other doors mount, all behind one gatekeeper."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from goalwright.doors.web.api_document import api_document
from goalwright.doors.web.fleet_routes import FLEET_ROUTES
from goalwright.doors.web.gatekeeper import ENTER, Gatekeeper, require_json
from goalwright.doors.web.job_routes import JOB_ROUTES
from goalwright.doors.web.look_routes import LOOK_ROUTES
from goalwright.doors.web.page_files import INDEX, page_files, sent_file
from goalwright.doors.web.plan_routes import PLAN_ROUTES
from goalwright.doors.web.problems import TurnedDown, bad_request, problem, problem_of
from goalwright.doors.web.route_table import Call, Operation, Reply
from goalwright.doors.web.run_routes import RUN_ROUTES
from goalwright.doors.web.service_routes import SERVICE_ROUTES
from goalwright.doors.web.sessions import SESSION_LIFE_S

if TYPE_CHECKING:
    from starlette.exceptions import HTTPException

    from goalwright.doors.web.service import Service

OPERATIONS: tuple[Operation, ...] = (
    *(*PLAN_ROUTES, *RUN_ROUTES, *JOB_ROUTES),
    *(*FLEET_ROUTES, *LOOK_ROUTES, *SERVICE_ROUTES),
)
_VIEWS = ("/", "/runs", "/runs/{run_id}", "/waiting", "/jobs", "/fleet", "/fleet/{run_id}", "/machine")
"""The addresses at which the page itself is."""


def application(
    service: Service,
    others: Sequence[BaseRoute] = (),
    told: Callable[[dict[str, Any]], None] | None = None,
) -> ASGIApp:
    """Everything that the service answers. `others` are routes of other doors, behind the same checks."""
    routes: list[BaseRoute] = [_route(service, path, found) for path, found in _by_path().items()]
    routes += [*others, Route("/openapi.json", _described), Route(ENTER, _enter(service)), *_page_routes()]
    handlers: dict[Any, Any] = {404: _missing, 405: _missing, TurnedDown: _refused}
    inner = Starlette(routes=routes, exception_handlers=handlers)
    inner.router.redirect_slashes = False  # an address has one spelling
    return Gatekeeper(inner, service, told)


def _by_path() -> dict[str, dict[str, Operation]]:
    found: dict[str, dict[str, Operation]] = {}
    for operation in OPERATIONS:
        found.setdefault(operation.path, {})[operation.method] = operation
    return found


def _route(service: Service, path: str, operations: Mapping[str, Operation]) -> Route:
    async def answered(request: Request) -> Response:
        request.state.route = path
        operation = operations["GET" if request.method == "HEAD" else request.method]
        try:
            call = await _call(service, operation, request)
            async with asyncio.timeout(service.limits.answer_s):
                return _response(await operation.handler(call))
        except TimeoutError:
            return problem(503, "TooSlow", "this takes too long: try again, or ask for less")
        except TurnedDown as refusal:
            return refusal.response()
        except ClientDisconnect:
            return problem(400, "BadRequest", "the connection was closed before the body was there")
        except Exception as error:  # noqa: BLE001  # a door: nothing may leave it as a traceback
            response = problem_of(error)
            if response.status_code == 500:
                service.metrics.unexpected()
            return response

    return Route(path, answered, methods=list(operations))


async def _call(service: Service, operation: Operation, request: Request) -> Call:
    caller = request.state.caller
    if operation.is_for_people and not caller.is_person:
        remedy = "open the page, or use `goalwright approve` at a terminal"
        raise TurnedDown(403, "OnlyPeople", f"a program cannot do this, only a person: {remedy}")
    if operation.body is not None:
        require_json(request.headers, is_needed=True)
    counted = Counter(name for name, _ in request.query_params.multi_items())
    if any(count > 1 for count in counted.values()):
        raise TurnedDown(400, "BadRequest", "the query says something twice")
    query = _read(operation.query, dict(request.query_params))
    body = _read(operation.body, await request.body()) if operation.body is not None else None
    return Call(service, caller, request, query, body)


def _read(kind: type[BaseModel], given: dict[str, str] | bytes) -> BaseModel:
    try:
        return kind.model_validate_json(given) if isinstance(given, bytes) else kind.model_validate(given)
    except ValidationError as error:
        raise bad_request(error) from None


def _response(answer: Reply | Response) -> Response:
    if isinstance(answer, Response):
        return answer
    text = json.dumps(answer.document, separators=(",", ":"))
    return Response(text, answer.status, headers=dict(answer.headers), media_type="application/json")


async def _described(_request: Request) -> Response:
    return _response(Reply(api_document(OPERATIONS)))


def _enter(service: Service) -> Callable[[Request], Any]:
    """Trade the one-time link of the printed address for a session, and go on to the page."""

    async def enter(request: Request) -> Response:
        made = service.sessions.enter(request.query_params.get("link", ""))
        if made is None:
            return HTMLResponse(page_files()["entered-too-late.html"].content, 401)
        # The key goes into the page's own storage, which servers at other ports of this machine never see.
        text = page_files()["entering.html"].content.replace(b"KEY", made.key.encode())
        response = HTMLResponse(text)
        response.set_cookie(service.cookie, made.cookie, max_age=int(SESSION_LIFE_S), httponly=True, samesite="strict")
        return response

    return enter


def _page_routes() -> list[BaseRoute]:
    async def view(request: Request) -> Response:
        return sent_file(INDEX, request) or problem(404, "NotFound", "the page is not there")

    async def file(request: Request) -> Response:
        found = sent_file(request.path_params["name"], request)
        return found or problem(404, "NotFound", "there is no such file")

    return [*(Route(path, view) for path in _VIEWS), Route("/page/{name:path}", file)]


async def _refused(_request: Request, refusal: TurnedDown) -> Response:
    return refusal.response()


async def _missing(request: Request, error: HTTPException) -> Response:
    allowed = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    if error.status_code == 405:
        return problem(405, "MethodNotAllowed", f"{request.method[:20]} is not possible here", headers=allowed)
    return problem(404, "NotFound", "there is nothing at this address: see /openapi.json")
