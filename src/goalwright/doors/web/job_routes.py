"""Routes for jobs: drafted, made, listed, shown, paused, resumed, done now, removed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from goalwright.app.told_triggers import told_trigger
from goalwright.contracts.documents import (
    job_document,
    job_draft_document,
    jobs_document,
    removed_job_document,
    report_document,
)
from goalwright.doors.web.problems import TurnedDown
from goalwright.doors.web.request_bodies import EmptyBody, JobBody, JobRunBody, NewJobBody
from goalwright.doors.web.route_table import Call, Operation, Reply

if TYPE_CHECKING:
    from collections.abc import Callable

    from goalwright.app.job_desk import JobDesk
    from goalwright.contracts.job_views import JobDraft, JobView


async def list_jobs(call: Call) -> Reply:
    desk = await _desk(call)
    views = await asyncio.to_thread(desk.listed)
    problem = call.service.jobs_trouble
    return Reply({**jobs_document(views, True), "jobs": [_shown(view) for view in views], "problem": problem})


async def draft_job(call: Call) -> Reply:
    """What a job would do and when, without making it."""
    draft = await _drafted(call)
    return Reply({**job_draft_document(draft), "told": told_trigger(draft.job.trigger)})


async def make_job(call: Call) -> Reply:
    """Make a job. High risk is approved by a person at the page, or asked about each time."""
    draft = await _drafted(call)
    if draft.needs_approval and not call.caller.is_person:
        remedy = "make it with ask_then, or at the page"
        raise TurnedDown(403, "OnlyPeople", f"a program cannot approve what is of high risk: {remedy}")
    desk = await _desk(call)
    job = await asyncio.to_thread(desk.add, draft, approve=call.body.approve)
    view = await asyncio.to_thread(desk.show, job.job_id)
    return Reply(_shown(view), 201, {"Location": f"/api/jobs/{job.job_id}"})


async def show_job(call: Call) -> Reply:
    return await _viewed(call, lambda desk: desk.show)


async def pause_job(call: Call) -> Reply:
    return await _viewed(call, lambda desk: desk.pause)


async def resume_job(call: Call) -> Reply:
    return await _viewed(call, lambda desk: desk.resume)


async def remove_job(call: Call) -> Reply:
    desk = await _desk(call)
    job = await asyncio.to_thread(desk.remove, call.job_id)
    return Reply(removed_job_document(job))


async def run_job(call: Call) -> Reply:
    """Do what a job does, now; answered when its run rests."""
    call.service.require_going()
    desk = await _desk(call)
    job = (await asyncio.to_thread(desk.show, call.job_id)).job
    work = desk.run_now(job.job_id, call.body.file, by=call.by)
    report = await call.service.finished(f"job {job.job_id}", work)
    return Reply(report_document(report))


async def _drafted(call: Call) -> JobDraft:
    body: JobBody = call.body
    desk = (await call.service.applications.at(body.cwd)).jobs
    if body.when is None:
        return await asyncio.to_thread(desk.said, body.text, ask_then=body.ask_then, by=call.by)
    order: dict[str, Any] = {"when": body.when, "missed": body.missed, "ask_then": body.ask_then}
    order |= {"goals": body.goals} if body.goals else {"text": body.text}
    return await asyncio.to_thread(desk.ordered, order, by=call.by)


async def _viewed(call: Call, way: Callable[[JobDesk], Callable[[str], JobView]]) -> Reply:
    desk = await _desk(call)
    return Reply(_shown(await asyncio.to_thread(way(desk), call.job_id)))


def _shown(view: JobView) -> dict[str, Any]:
    """A job, with what starts it in words."""
    return {**job_document(view, True), "told": told_trigger(view.job.trigger)}


async def _desk(call: Call) -> JobDesk:
    return (await call.service.applications.at()).jobs


_ABOUT_ONE = (404,)
_MAKING = (403, 422, 503)

JOB_ROUTES = (
    Operation("GET", "/api/jobs", "listJobs", "All jobs, oldest first.", list_jobs, {200: "jobs"}, problems=(503,)),
    Operation(
        "POST",
        "/api/jobs",
        "makeJob",
        "Make a job. High risk needs the draft's approval by a person, or ask_then.",
        make_job,
        {201: "job"},
        body=NewJobBody,
        problems=_MAKING,
    ),
    Operation(
        "POST",
        "/api/jobs/drafts",
        "draftJob",
        "What a job would do and when; nothing is kept.",
        draft_job,
        {200: "job_draft"},
        body=JobBody,
        problems=_MAKING,
    ),
    Operation(
        "GET",
        "/api/jobs/{job_id}",
        "showJob",
        "A job with its next three times and its last firings.",
        show_job,
        {200: "job"},
        problems=_ABOUT_ONE,
    ),
    Operation(
        "POST",
        "/api/jobs/{job_id}/pause",
        "pauseJob",
        "Have a job rest until it is resumed.",
        pause_job,
        {200: "job"},
        body=EmptyBody,
        problems=_ABOUT_ONE,
    ),
    Operation(
        "POST",
        "/api/jobs/{job_id}/resume",
        "resumeJob",
        "Have a paused job go on from now.",
        resume_job,
        {200: "job"},
        body=EmptyBody,
        problems=_ABOUT_ONE,
    ),
    Operation(
        "POST",
        "/api/jobs/{job_id}/run",
        "runJob",
        "Do what a job does, now.",
        run_job,
        {200: "report"},
        body=JobRunBody,
        problems=(404, 409, 422, 503),
    ),
    Operation(
        "POST",
        "/api/jobs/{job_id}/remove",
        "removeJob",
        "Forget a job; its runs stay.",
        remove_job,
        {200: "removed_job"},
        body=EmptyBody,
        problems=_ABOUT_ONE,
    ),
)
