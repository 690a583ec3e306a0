"""Routes for runs: started, followed, approved, stopped, resumed, taken back, all by their ids."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from goalwright.app.overview import come_to_rest, found_runs, past_events
from goalwright.contracts.documents import plain, undo_document
from goalwright.contracts.shown import shown
from goalwright.doors.web.plan_routes import wanted_goals
from goalwright.doors.web.problems import TurnedDown, problem_of
from goalwright.doors.web.request_bodies import (
    RUN_ID,
    ApprovalBody,
    EmptyBody,
    EventsQuery,
    ResumeBody,
    RunBody,
    RunsQuery,
    StopBody,
    UndoBody,
)
from goalwright.doors.web.route_table import Call, Operation, Reply
from goalwright.doors.web.run_views import run_summary, run_view
from goalwright.errors import ACTION_FAILED, GoalwrightError, NotPlannable, PolicyRefusal, RunNotFound

if TYPE_CHECKING:
    from goalwright.app import Goalwright

_STOP_WAIT_S = 10.0


async def list_runs(call: Call) -> Reply:
    query = call.query
    found = await asyncio.to_thread(
        found_runs,
        call.service.gw,
        limit=query.limit + 1,
        before=query.before,
        status=query.status,
        text=query.text,
    )
    listed = [run_summary(record, status) for record, status in found[: query.limit]]
    return Reply({"runs": listed, "next": listed[-1]["run_id"] if len(found) > query.limit else None})


async def start_run(call: Call) -> Reply:
    """Begin a run. One that needs approval waits for it; one of an id that is there is taken up."""
    call.service.require_going()
    body: RunBody = call.body
    gw = await call.service.applications.at(body.cwd)
    is_plain = bool(body.text) and not body.reading
    source: Any = body.text if is_plain else (await asyncio.to_thread(wanted_goals, gw, body))[0]
    call.service.hub.stir()
    try:
        run_id = await gw.start(source, partial=body.partial, run_id=body.run_id, by=call.by)
    except NotPlannable as error:
        if error.status == "success":  # there is a plan, and the policy does not let it run
            raise PolicyRefusal("", error.reason) from None
        raise
    if body.wait_s:
        await _at_rest(gw, run_id, body.wait_s)
    view = await asyncio.to_thread(run_view, gw, run_id)
    return Reply(view, 202 if view["run"]["status"] == "running" else 201, {"Location": f"/api/runs/{run_id}"})


async def show_run(call: Call) -> Reply:
    gw = await _app_of(call)
    return Reply(await asyncio.to_thread(run_view, gw, call.run_id))


async def list_events(call: Call) -> Reply:
    """The numbered events of one run; the stream has those of all."""
    gw = await _app_of(call)
    events = [plain(event) for event in await asyncio.to_thread(past_events, gw, call.run_id, call.query.after)]
    listed = events[: call.query.limit]
    return Reply({"events": listed, "next": listed[-1]["number"] if len(events) > len(listed) else None})


async def approve_run(call: Call) -> Reply | Response:
    """Run the plan that waits, if this is its hash and nothing that it relies on has changed."""
    call.service.require_going()
    gw = await _app_of(call)
    work = gw.approve(call.run_id, call.body.plan_hash, by=call.by)
    return await _carried_on(call, gw, call.service.begun(gw, call.run_id, work, call.body.wait_s))


async def decline_run(call: Call) -> Reply | Response:
    gw = await _app_of(call)
    return await _carried_on(call, gw, asyncio.to_thread(gw.decline, call.run_id, by=call.by))


async def stop_run(call: Call) -> Reply | Response:
    gw = await _app_of(call)
    work = gw.stop(call.run_id, now=call.body.now, by=call.by, wait_s=_STOP_WAIT_S)
    return await _carried_on(call, gw, work)


async def resume_run(call: Call) -> Reply | Response:
    call.service.require_going()
    gw = await _app_of(call)
    body: ResumeBody = call.body
    work = gw.resume(call.run_id, redo=body.redo, skip=body.skip, by=call.by)
    return await _carried_on(call, gw, call.service.begun(gw, call.run_id, work, body.wait_s))


async def undo_run(call: Call) -> Reply | Response:
    gw = await _app_of(call)
    work = gw.undo(call.run_id, by=call.by, dry_run=call.body.dry_run)
    try:
        report = await call.service.finished(call.run_id, work)
    except GoalwrightError as error:
        return problem_of(error, is_found=True)
    return Reply(undo_document(report, ACTION_FAILED if report.not_undone else 0))


async def _carried_on(call: Call, gw: Goalwright, work: Awaitable[Any]) -> Reply | Response:
    """The run after something was done to it; where its state is in the way, that is a conflict."""
    try:
        await work
    except GoalwrightError as error:
        return problem_of(error, is_found=True)
    return Reply(await asyncio.to_thread(run_view, gw, call.run_id))


async def _at_rest(gw: Goalwright, run_id: str, wait_s: float) -> None:
    try:
        await asyncio.wait_for(come_to_rest(gw, run_id), wait_s)
    except TimeoutError:
        return


async def _app_of(call: Call) -> Goalwright:
    """The application for the folder that a run was asked for in; RunNotFound if there is no run of exactly this id."""
    is_name = re.fullmatch(RUN_ID, call.run_id) is not None
    record = await asyncio.to_thread(call.service.gw.journal.find, call.run_id) if is_name else None
    if record is None:
        raise RunNotFound(f"there is no run {shown(call.run_id)}: `GET /api/runs` lists those that there are")
    try:
        return await call.service.applications.at(record.cwd)
    except TurnedDown:  # its folder is gone, and what is left of it can still be looked at
        return await call.service.applications.at()


_ABOUT_ONE = (404,)
_CONFLICTS = (403, 404, 409, 503)

RUN_ROUTES = (
    Operation(
        "GET",
        "/api/runs",
        "listRuns",
        "The runs there were, newest first, a page at a time.",
        list_runs,
        {200: "run_page"},
        query=RunsQuery,
        problems=(404,),
    ),
    Operation(
        "POST",
        "/api/runs",
        "startRun",
        "Begin a run: answered once it is written down, or when it rests.",
        start_run,
        {201: "run_view", 202: "run_view"},
        body=RunBody,
        problems=(403, 409, 422, 503),
    ),
    Operation(
        "GET",
        "/api/runs/{run_id}",
        "showRun",
        "Everything about a run.",
        show_run,
        {200: "run_view"},
        problems=_ABOUT_ONE,
    ),
    Operation(
        "GET",
        "/api/runs/{run_id}/events",
        "listRunEvents",
        "The numbered events of a run.",
        list_events,
        {200: "event_page"},
        query=EventsQuery,
        problems=_ABOUT_ONE,
    ),
    Operation(
        "POST",
        "/api/runs/{run_id}/approve",
        "approveRun",
        "Approve the plan of this hash, and run it. Only a person at the page or a terminal can.",
        approve_run,
        {200: "run_view"},
        body=ApprovalBody,
        problems=_CONFLICTS,
        is_for_people=True,
    ),
    Operation(
        "POST",
        "/api/runs/{run_id}/decline",
        "declineRun",
        "End a run that waits for approval without running it.",
        decline_run,
        {200: "run_view"},
        body=EmptyBody,
        problems=_CONFLICTS,
    ),
    Operation(
        "POST",
        "/api/runs/{run_id}/stop",
        "stopRun",
        "Stop a run, in whichever process it is going on.",
        stop_run,
        {200: "run_view"},
        body=StopBody,
        problems=_CONFLICTS,
    ),
    Operation(
        "POST",
        "/api/runs/{run_id}/resume",
        "resumeRun",
        "Go on with a run that failed, was stopped or interrupted.",
        resume_run,
        {200: "run_view"},
        body=ResumeBody,
        problems=_CONFLICTS,
    ),
    Operation(
        "POST",
        "/api/runs/{run_id}/undo",
        "undoRun",
        "Take a run back.",
        undo_run,
        {200: "undo"},
        body=UndoBody,
        problems=_CONFLICTS,
    ),
)
