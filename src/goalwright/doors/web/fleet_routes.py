"""Routes for the fleet: its hosts, and its runs, which a person at the page approves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from goalwright.app.said_hosts import named_hosts
from goalwright.doors.web.plan_routes import wanted_goals
from goalwright.doors.web.problems import TurnedDown
from goalwright.doors.web.request_bodies import EmptyBody, FleetRunBody, SetBody, WantedBody
from goalwright.doors.web.route_table import Call, Operation, Reply
from goalwright.errors import FleetError

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.fleet.fleet_runs import FleetRun
    from goalwright.fleet.hub import Hub


async def show_fleet(call: Call) -> Reply:
    """The hosts and the fleet runs; where there is no fleet, what to do about it."""

    def looked(hub: Hub) -> dict[str, Any]:
        from goalwright.doors.web.fleet_views import fleet_document

        return fleet_document(hub)

    try:
        found = await call.service.fleet.ask(looked)
    except TurnedDown as refusal:
        return Reply({"problem": refusal.detail, "hosts": [], "runs": []})
    call.service.fleet.watch()
    return Reply(found)


async def start_fleet_run(call: Call) -> Reply:
    """Ask hosts for their plans. Nothing is run before a person has approved them."""
    call.service.require_going()
    gw = await call.service.applications.at()
    run = await call.service.fleet.ask(lambda hub: _begun(hub, gw, call.body, call.by))
    reply = await _told(call, run)
    return Reply(reply.document, 201, {"Location": f"/api/fleet/runs/{run.name}"})


async def show_fleet_run(call: Call) -> Reply:
    return await _told(call, await _found(call))


async def approve_fleet_run(call: Call) -> Reply:
    """Allow exactly the plans that were shown, and send them."""

    def approved(hub: Hub, run: FleetRun) -> None:
        from goalwright.doors.web.fleet_views import plans_to_approve
        from goalwright.fleet.grouping import set_hash

        new = plans_to_approve(hub.states(run), hub.notes(run))
        if not new or set_hash(new) != call.body.set_hash:
            raise TurnedDown(409, "OtherPlans", "the plans are others by now: look at them again")
        hub.approve(run, new, call.by)

    return await _driven(call, approved)


async def proceed_fleet_run(call: Call) -> Reply:
    """Go on with the rest, after the canary."""

    def past(hub: Hub, run: FleetRun) -> None:
        if hub.next_wave(run).held != "canary":
            raise TurnedDown(409, "NoCanary", "no canary holds this fleet run up")
        hub.pass_canary(run, call.by)

    return await _driven(call, past)


async def stop_fleet_run(call: Call) -> Reply:
    return await _done(call, lambda hub, run: hub.stop(run, call.by))


async def resume_fleet_run(call: Call) -> Reply:
    """Go on with what failed, was stopped or waited; new plans wait for approval."""
    return await _driven(call, lambda hub, run: hub.resume(run, call.by))


async def undo_fleet_run(call: Call) -> Reply:
    """Have every host take back what it did; how far each could is in the answer once it has said so."""
    return await _done(call, lambda hub, run: hub.undo(run, call.by))


async def _driven(call: Call, decide: Callable[[Hub, FleetRun], object]) -> Reply:
    """Have something decided about a fleet run that lets it go on, and see to its waves from then on."""
    call.service.require_going()
    return await _done(call, decide, call.service.fleet.drive)


async def _done(
    call: Call, work: Callable[[Hub, FleetRun], object], then: Callable[[FleetRun], None] | None = None
) -> Reply:
    """Do something about a fleet run, and tell how it is."""
    run = await _found(call)
    await call.service.fleet.ask(lambda hub: work(hub, run))
    if then is not None:
        then(run)
    return await _told(call, run)


def _begun(hub: Hub, gw: Goalwright, body: FleetRunBody, by: str) -> FleetRun:
    from goalwright.fleet.goals_text import goals_text
    from goalwright.fleet.rollout import Rollout

    said, on = body.text, tuple(body.on)
    if not on:
        phrase = named_hosts(said, {host.name: host.tags for host in hub.roster.hosts() if host.is_enrolled})
        said, on = phrase.rest, phrase.hosts
    meta, _ = wanted_goals(gw, WantedBody(text=said))
    try:
        hosts = hub.roster.chosen(on)
    except FleetError as error:
        raise TurnedDown(422, "NoHosts", str(error)) from error
    rollout = Rollout(body.canary, body.batch, body.stop_after, body.deadline_s)
    return hub.begin(body.text, goals_text(meta, said), hosts, rollout, by)


async def _found(call: Call) -> FleetRun:
    """The fleet run of exactly this name."""

    def found(hub: Hub) -> FleetRun:
        try:
            return hub.find(call.run_id)
        except FleetError as error:
            raise TurnedDown(404, "NoFleetRun", str(error)) from error

    return await call.service.fleet.ask(found)


async def _told(call: Call, run: FleetRun) -> Reply:
    def looked(hub: Hub) -> dict[str, Any]:
        from goalwright.doors.web.fleet_views import fleet_view

        return fleet_view(hub, run, is_driven=call.service.fleet.is_driven(run.name))

    document = await call.service.fleet.ask(looked)
    call.service.fleet.watch(run.name)
    return Reply(document)


def _about_one(
    name: str, summary: str, handler: Callable[[Call], Any], body: Any, problems: tuple[int, ...]
) -> Operation:
    """A route that does something about one fleet run."""
    deed = name.removesuffix("FleetRun")
    return Operation(
        "POST",
        f"/api/fleet/runs/{{run_id}}/{deed}",
        name,
        summary,
        handler,
        {200: "fleet_view"},
        body=body,
        problems=problems,
        is_for_people=deed in ("approve", "proceed"),
    )


_STATES = (404, 409, 503)
_FOR_PEOPLE = (403, *_STATES)
FLEET_ROUTES = (
    Operation("GET", "/api/fleet", "fleet", "The hosts of the fleet, and its runs.", show_fleet, {200: "fleet"}),
    Operation(
        "POST",
        "/api/fleet/runs",
        "startFleetRun",
        "Ask hosts for their plans. Nothing is run until a person at the page approves them.",
        start_fleet_run,
        {201: "fleet_view"},
        body=FleetRunBody,
        problems=(409, 422, 503),
    ),
    Operation(
        "GET",
        "/api/fleet/runs/{run_id}",
        "showFleetRun",
        "A fleet run: how far each host is, and its plans, equal ones as one.",
        show_fleet_run,
        {200: "fleet_view"},
        problems=(404, 409, 503),
    ),
    _about_one(
        "approveFleetRun", "Allow this very set of plans, and send it.", approve_fleet_run, SetBody, _FOR_PEOPLE
    ),
    _about_one("proceedFleetRun", "Go on with the rest after the canary.", proceed_fleet_run, EmptyBody, _FOR_PEOPLE),
    _about_one("stopFleetRun", "Send nothing more, and have hosts stop.", stop_fleet_run, EmptyBody, _STATES),
    _about_one("resumeFleetRun", "Go on with what is left.", resume_fleet_run, EmptyBody, _STATES),
    _about_one("undoFleetRun", "Have every host take it back.", undo_fleet_run, EmptyBody, _STATES),
)
