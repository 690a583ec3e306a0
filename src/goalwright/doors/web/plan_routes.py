"""Routes that understand and plan, and do nothing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goalwright.app.overview import read_plainly, taught
from goalwright.contracts.documents import interpretation_document, plan_document
from goalwright.doors.cli.action_words import words_by_id
from goalwright.doors.cli.short_paths import Places
from goalwright.doors.web.plan_layout import laid_out
from goalwright.doors.web.problems import TurnedDown
from goalwright.doors.web.request_bodies import PlanBody, SentenceBody, WantedBody
from goalwright.doors.web.route_table import Call, Operation, Reply
from goalwright.errors import NotUnderstood

if TYPE_CHECKING:
    from starlette.requests import Request

    from goalwright.app import Goalwright
    from goalwright.contracts import Interpretation, MetaGoal, Plan

_TAUGHT = 3


async def interpret(call: Call) -> Reply:
    gw = await call.service.applications.at()
    read = gw.read if call.body.ask_model else lambda text: read_plainly(gw, text)
    return Reply(interpretation_document(await asyncio.to_thread(read, call.body.text)))


async def make_plan(call: Call) -> Reply:
    """The plan for what is wanted, with how the sentence was understood and how the plan is drawn."""
    gw = await call.service.applications.at(call.body.cwd)
    planning = asyncio.create_task(_in_turn(call, gw))
    leaving = asyncio.create_task(_left(call.request))
    try:
        await asyncio.wait({planning, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not planning.done():  # a page that has typed on: what is in line for it is not made any more
            raise TurnedDown(400, "Outdated", "the connection was closed before the plan was made")
        return Reply(planning.result())
    finally:
        leaving.cancel()
        planning.cancel()


async def _in_turn(call: Call, gw: Goalwright) -> dict[str, Any]:
    async with call.service.planners:
        return await asyncio.to_thread(_planned, gw, call.body)


async def _left(request: Request) -> None:
    """Return when the caller has gone: after the body, that is all there is to hear."""
    while (await request.receive())["type"] != "http.disconnect":
        continue


async def examples(call: Call) -> Reply:
    gw = await call.service.applications.at()
    return Reply({"examples": await asyncio.to_thread(taught, gw, _TAUGHT)})


def wanted_goals(
    gw: Goalwright, wanted: WantedBody, *, ask_model: bool = True
) -> tuple[MetaGoal, Interpretation | None]:
    """The goals that a request asks for, and how they were understood if they came in words."""
    if wanted.goals:
        return gw.goals_from(json.dumps({"goals": wanted.goals}), "goals"), None
    try:
        found = gw.read(wanted.text) if ask_model else read_plainly(gw, wanted.text)
    except NotUnderstood as declined:
        if not 0 < wanted.reading <= len(declined.choices):
            raise
        found = gw.chosen(wanted.text, declined.choices[wanted.reading - 1])
    return found.meta_goal, found


def graph_document(gw: Goalwright, plan: Plan) -> dict[str, Any]:
    """Where each action of a plan stands in its drawing."""
    return laid_out(gw.stages(plan), {action.action_id: action.depends_on for action in plan.actions})


def words_document(plan: Plan, cwd: str) -> dict[str, str]:
    """Each action in words, with paths as a person in that folder writes them."""
    return dict(words_by_id(plan, Places(cwd, str(Path.home()))))


def _planned(gw: Goalwright, body: PlanBody) -> dict[str, Any]:
    meta, found = wanted_goals(gw, body, ask_model=body.ask_model)
    prepared = gw.prepare(meta, text=body.text)
    plan = prepared.plan
    return {
        "interpretation": interpretation_document(found) if found is not None else None,
        "plan": plan_document(prepared),
        "words": words_document(plan, str(gw.cwd)) if plan is not None else {},
        "graph": graph_document(gw, plan) if plan is not None else None,
    }


PLAN_ROUTES = (
    Operation(
        "POST",
        "/api/interpret",
        "interpret",
        "What a sentence is taken to mean.",
        interpret,
        {200: "interpretation"},
        body=SentenceBody,
        problems=(422, 503),
    ),
    Operation(
        "POST",
        "/api/plans",
        "makePlan",
        "The plan for a sentence or for goals, on this machine as it is. Nothing is done.",
        make_plan,
        {200: "plan_view"},
        body=PlanBody,
        problems=(403, 422, 503),
    ),
    Operation(
        "GET",
        "/api/examples",
        "examples",
        "Three sentences that can be said on this machine now.",
        examples,
        {200: "examples"},
    ),
)
