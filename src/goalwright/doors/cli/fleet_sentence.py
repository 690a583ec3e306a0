"""A sentence that says on which hosts: carried out there, as `goalwright fleet run` would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goalwright.app.said_hosts import named_hosts
from goalwright.doors.cli.fleet_rollout import Choices, begun
from goalwright.doors.cli.parameters import wrong_argument

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.doors.cli.sentences import Wanted
    from goalwright.fleet.hub import Hub


def run_on_hosts(gw: Goalwright, text: str, wanted: Wanted) -> int:
    """Do what a sentence says on the hosts that it names; the exit code says what came of it."""
    from goalwright.fleet.fleet_ends import open_hub

    if wanted.hold or wanted.partial:
        raise wrong_argument("--hold and --partial are for this machine: hosts make plans of their own")
    chosen = Choices(text, yes=wanted.yes, as_json=wanted.as_json, dry_run=wanted.dry_run)
    with open_hub(gw.home) as hub:
        return begun(gw, hub, said_on(hub, chosen))


def said_on(hub: Hub, chosen: Choices) -> Choices:
    """The same with the hosts that the sentence names, held against those that there are now."""
    phrase = named_hosts(chosen.what, {host.name: host.tags for host in hub.roster.hosts() if host.is_enrolled})
    return chosen._replace(said=phrase.rest, on=phrase.hosts)
