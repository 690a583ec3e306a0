"""Routes about the service itself: how it is, its events, its switch, its sessions and its record."""

from __future__ import annotations

import asyncio

from starlette.responses import Response, StreamingResponse

from goalwright import __version__
from goalwright.app.overview import tally
from goalwright.doors.web.metrics import CONTENT_TYPE
from goalwright.doors.web.problems import TurnedDown
from goalwright.doors.web.request_bodies import EmptyBody, RecordQuery, StopBody, StreamQuery
from goalwright.doors.web.route_table import Call, Operation, Reply

EVENTS_TYPE = "text/event-stream"


async def about(call: Call) -> Reply:
    service = call.service
    going = await asyncio.to_thread(service.going)
    waiting = (await asyncio.to_thread(tally, service.gw)).get("awaiting_approval", 0)
    return Reply(
        {
            "version": __version__,
            "user": service.user,
            "cwd": str(service.gw.cwd),
            "started_at": service.started_at,
            "instance": service.instance,
            "halted": service.halted(),
            "going": going,
            "waiting": waiting,
            "is_person": call.caller.is_person,
        }
    )


async def stream(call: Call) -> Response:
    """The events of all runs as they happen; `Last-Event-ID` goes on where an earlier stream broke off."""
    hub = call.service.hub
    if hub.listeners >= call.service.limits.streams:
        raise TurnedDown(503, "TooBusy", "too many streams are open: close one", {"Retry-After": "5"})
    given = call.request.headers.get("last-event-id", "")
    is_number = given.isascii() and given.isdigit() and len(given) <= 15
    after = int(given) if is_number else call.query.after
    return StreamingResponse(hub.lines(after), media_type=EVENTS_TYPE)


async def halt(call: Call) -> Reply:
    """Stop everything, and begin nothing until it is released."""
    stopped = await asyncio.to_thread(call.service.halt, call.by, is_now=call.body.now)
    call.service.hub.stir()
    return Reply({"halted": call.service.halted(), "stopping": stopped})


async def release(call: Call) -> Reply:
    call.service.release()
    return Reply({"halted": None, "stopping": []})


async def new_link(call: Call) -> Reply:
    """An address that opens the page once; `goalwright serve` asks for it where a service is there already."""
    host = call.request.headers["host"]
    return Reply({"address": f"http://{host}/enter?link={call.service.sessions.new_link()}"})


async def leave(call: Call) -> Reply:
    """End the page's session."""
    call.service.sessions.leave(call.request.cookies.get(call.service.cookie, ""))
    return Reply({"left": True})


async def record(call: Call) -> Reply:
    return Reply({"record": await asyncio.to_thread(call.service.record.last, call.query.limit)})


async def metrics(call: Call) -> Response:
    service = call.service
    runs = await asyncio.to_thread(tally, service.gw)
    going = len(await asyncio.to_thread(service.going))
    text = service.metrics.text(
        runs, going=going, streams=service.hub.listeners, waiting=runs.get("awaiting_approval", 0)
    )
    return Response(text, headers={"content-type": CONTENT_TYPE})


SERVICE_ROUTES = (
    Operation("GET", "/api/service", "about", "How the service is.", about, {200: "service"}),
    Operation(
        "GET",
        "/api/events",
        "stream",
        "The events of all runs as they happen, as server-sent events.",
        stream,
        {200: "stream"},
        query=StreamQuery,
        problems=(503,),
        media_type=EVENTS_TYPE,
    ),
    Operation(
        "POST",
        "/api/halt",
        "halt",
        "Stop every run, and begin nothing until it is released.",
        halt,
        {200: "halt"},
        body=StopBody,
    ),
    Operation(
        "POST",
        "/api/release",
        "release",
        "Let runs begin again. Only a person at the page can.",
        release,
        {200: "halt"},
        body=EmptyBody,
        problems=(403,),
        is_for_people=True,
    ),
    Operation(
        "POST",
        "/api/links",
        "newLink",
        "An address that opens the page, once.",
        new_link,
        {200: "link"},
        body=EmptyBody,
    ),
    Operation(
        "POST",
        "/api/leave",
        "leave",
        "End the page's session.",
        leave,
        {200: "left"},
        body=EmptyBody,
        problems=(403,),
        is_for_people=True,
    ),
    Operation(
        "GET",
        "/api/record",
        "record",
        "Who asked for what, and who approved it, newest first.",
        record,
        {200: "record"},
        query=RecordQuery,
    ),
    Operation(
        "GET",
        "/metrics",
        "metrics",
        "What is counted, in the text format of Prometheus.",
        metrics,
        {200: "text"},
        media_type="text/plain",
    ),
)
