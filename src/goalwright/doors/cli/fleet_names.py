"""What can be done about a fleet, and which names are those of its runs."""

from __future__ import annotations

import re
from enum import StrEnum

_FLEET_RUN = re.compile(r"fleet-[1-9][0-9]{0,8}")


class FleetDeed(StrEnum):
    """What is done about the fleet."""

    ENROL = "enrol"
    LIST = "list"
    RUN = "run"
    SHOW = "show"
    WATCH = "watch"
    STOP = "stop"
    RESUME = "resume"
    UNDO = "undo"
    REMOVE = "remove"


def is_fleet_run(name: str) -> bool:
    """Whether a name is that of a fleet run, on the machine that is the hub of its fleet.

    On a host, the same name is the beginning of what that host did for it.
    """
    if not _FLEET_RUN.fullmatch(name):
        return False
    from goalwright.app.places import HUB_KEY_FILE, state_folder

    return (state_folder(None) / HUB_KEY_FILE).exists()
