"""What can be done about a fleet, and which names are those of its runs."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goalwright.app import Goalwright

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


def changed_last(gw: Goalwright) -> str:
    """The fleet run that was approved here after the last run of this machine that can be taken back, if one was."""
    from goalwright.errors import RunNotFound
    from goalwright.fleet.run_memory import RUNS_FILE, RunMemory

    last = RunMemory(gw.home / RUNS_FILE).read()
    try:
        is_last = bool(last.changed) and gw.undoable().created_at < last.changed_at
    except RunNotFound:
        is_last = True
    return last.changed if is_last and is_fleet_run(last.changed) else ""
