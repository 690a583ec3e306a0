"""`goalwright fleet`: one command on many machines."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

from goalwright.doors.cli.door_name import door_name
from goalwright.doors.cli.fleet_names import FleetDeed
from goalwright.doors.cli.fleet_view import host_lines, run_lines, runs_lines
from goalwright.doors.cli.parameters import Argument, AsJson, DryRun, GoalsFile, Option, Yes, wrong_argument
from goalwright.doors.cli.screen import Line, show, show_json
from goalwright.errors import FleetError

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.fleet.hub import Hub

_LONGEST_S = 366 * 86_400
EPILOG = """\b
With GOALWRIGHT_FLEET_URL set:
  goalwright fleet enrol web1 --tags web
  goalwright fleet run "create a folder trip" --on web --canary 1
  goalwright fleet show fleet-1

\b
Example:
  goalwright fleet --help
"""


def fleet(  # noqa: PLR0913, PLR0917  # every one of them is a choice of the caller
    deed: Annotated[
        FleetDeed,
        Argument(metavar="ACTION", help="enrol, list, run, show, watch, stop, resume, undo or remove."),
    ] = FleetDeed.LIST,
    what: Annotated[str, Argument(metavar="WHAT", help="A host, a fleet run such as fleet-9, or a sentence.")] = "",
    on: Annotated[
        str, Option("--on", metavar="HOSTS", help="Hosts and tags, such as web,db1; `all` for every one.")
    ] = "",
    tags: Annotated[str, Option("--tags", metavar="A,B", help="Tags for the host that you enrol.")] = "",
    goals: GoalsFile = None,
    batch: Annotated[int, Option("--batch", metavar="N", help="Run on this many hosts at a time; 0 is all.")] = 0,
    canary: Annotated[int, Option("--canary", metavar="N", help="Run on this many hosts first, then ask.")] = 0,
    stop_after: Annotated[int, Option("--stop-after", metavar="N", help="Send no more after this many failures.")] = 0,
    wait: Annotated[int, Option("--wait", metavar="SECONDS", help="How long to wait for hosts that are offline.")] = 15,
    deadline: Annotated[
        int, Option("--deadline", metavar="SECONDS", help="Start nothing on a host after this time; 0 is no limit.")
    ] = 0,
    plan_set: Annotated[str, Option("--hash", metavar="HASH", help="Approve this very set of plans.")] = "",
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: AsJson = False,
) -> int:
    """Run one command on many machines, and see what came of it.

    Each host plans for itself; equal plans are shown as one. GOALWRIGHT_FLEET_URL is the
    address of the fleet's Postgres.
    """
    from goalwright.app import Goalwright
    from goalwright.doors.cli.fleet_rollout import Choices
    from goalwright.fleet.fleet_ends import open_hub

    if min(batch, canary, stop_after, wait, deadline) < 0 or max(wait, deadline) > _LONGEST_S:
        named = "--batch, --canary, --stop-after, --wait and --deadline"
        raise wrong_argument(f"{named} take whole numbers from 0 on, times at most {_LONGEST_S}")
    chosen = Choices(
        what=what,
        on=_words(on),
        tags=_words(tags),
        goals=goals,
        spread=(canary, batch, stop_after, deadline),
        wait_s=wait,
        plan_set=plan_set,
        yes=yes,
        as_json=as_json,
        dry_run=dry_run,
    )
    _check(deed, chosen)
    is_made = deed is FleetDeed.ENROL
    with closing(Goalwright(conversation=door_name())) as gw, open_hub(gw.home, is_made=is_made) as hub:
        return _DEEDS[deed](gw, hub, chosen)


def _check(deed: FleetDeed, chosen: Any) -> None:
    is_named = deed not in (FleetDeed.LIST, FleetDeed.SHOW)
    if is_named and not chosen.what and not (deed is FleetDeed.RUN and chosen.goals):
        raise wrong_argument(f"`fleet {deed}` needs {_NEEDED[deed]}")
    if deed is FleetDeed.RUN and not chosen.on and chosen.goals:
        raise wrong_argument("`fleet run` needs --on: hosts or tags, such as --on web,db1, or --on all")
    if deed is FleetDeed.ENROL:
        from goalwright.fleet.host_names import require_name

        for name, kind in ((chosen.what, "host"), *((tag, "tag") for tag in chosen.tags)):
            require_name(name, kind)  # before a hub is made for it


_NEEDED = {
    FleetDeed.ENROL: "the name of the host",
    FleetDeed.REMOVE: "the name of the host",
    FleetDeed.RUN: "a sentence, or --goals FILE",
    FleetDeed.WATCH: "a fleet run, such as fleet-9",
    FleetDeed.STOP: "a fleet run, such as fleet-9",
    FleetDeed.RESUME: "a fleet run, such as fleet-9",
    FleetDeed.UNDO: "a fleet run, such as fleet-9",
}


def _enrol(_gw: Goalwright, hub: Hub, chosen: Any) -> int:
    ticket = hub.roster.enrol(chosen.what, chosen.tags).text()
    if chosen.as_json:
        show_json({"host": chosen.what, "ticket": ticket})
    else:
        show([Line(((f"On {chosen.what}, run:", ""),)), Line(((f"  goalwright worker --join {ticket}", "bold"),))])
        show([Line((("The ticket is a secret: it lets one machine join under this name.", ""),))])
    return 0


def _list(_gw: Goalwright, hub: Hub, chosen: Any) -> int:
    hosts = hub.roster.hosts()
    if chosen.as_json:
        show_json({"hosts": hosts})
    else:
        show(host_lines(hosts))
    return 0


def _remove(_gw: Goalwright, hub: Hub, chosen: Any) -> int:
    hub.roster.remove(chosen.what)
    show([Line(((f"{chosen.what} is no longer in the fleet", ""),))])
    return 0


def _show(_gw: Goalwright, hub: Hub, chosen: Any) -> int:
    if not chosen.what:
        runs = hub.runs()
        if chosen.as_json:
            show_json(
                {"runs": [{"name": run.name, "text": run.text, "hosts": run.hosts, "by": run.by} for run in runs]}
            )
        else:
            show(runs_lines(runs))
        return 0
    run = hub.find(chosen.what)
    states = hub.states(run)
    if chosen.as_json:
        show_json({"name": run.name, "text": run.text, "hosts": list(states.values())})
    else:
        show(run_lines(run, states))
    return 0


def _run(gw: Goalwright, hub: Hub, chosen: Any) -> int:
    from goalwright.doors.cli.fleet_rollout import begun
    from goalwright.doors.cli.fleet_sentence import said_on

    return begun(gw, hub, chosen if chosen.on else said_on(hub, chosen))


def _resume(_gw: Goalwright, hub: Hub, chosen: Any) -> int:
    from goalwright.doors.cli.fleet_rollout import resumed

    return resumed(hub, chosen)


def _undo(_gw: Goalwright, hub: Hub, chosen: Any) -> int:
    from goalwright.doors.cli.fleet_rollout import undone

    return undone(hub, chosen)


def _watch(_gw: Goalwright, hub: Hub, chosen: Any) -> int:
    from goalwright.doors.cli.fleet_rollout import followed

    return followed(hub, chosen)


def _stop(_gw: Goalwright, hub: Hub, chosen: Any) -> int:
    run = hub.find(chosen.what)
    if not hub.is_going(run):
        raise FleetError(f"every host of {run.name} has ended: there is nothing to stop")
    hub.stop(run, chosen.by)
    show([Line(((f"{run.name} is stopped: `goalwright fleet resume {run.name}` goes on with it", ""),))])
    return 0


_DEEDS = {
    FleetDeed.ENROL: _enrol,
    FleetDeed.LIST: _list,
    FleetDeed.RUN: _run,
    FleetDeed.SHOW: _show,
    FleetDeed.WATCH: _watch,
    FleetDeed.STOP: _stop,
    FleetDeed.RESUME: _resume,
    FleetDeed.UNDO: _undo,
    FleetDeed.REMOVE: _remove,
}


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
