"""systemd-logind, which knows who sits at the machine and lets them turn it off, lock it and dim its screen."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from goalwright.tools.desktop.bus import Bus, BusAddress, BusFault, bus_problem

SEATS = Path("/run/systemd/seats")
"""A folder that exists where logind, or elogind, has been started."""
_PROGRAM = "org.freedesktop.login1"
_SESSION = "org.freedesktop.login1.Session"

MANAGER = BusAddress(_PROGRAM, "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
_USER = BusAddress(_PROGRAM, "/org/freedesktop/login1/user/self", "org.freedesktop.login1.User")
_OWN_SESSION = "/org/freedesktop/login1/session/auto"


def logind_missing(seats: Path = SEATS) -> str:
    """Why logind cannot be asked here and what to do about it; empty if it seems to be there."""
    if not seats.is_dir():
        return "systemd-logind is not running: start it, or do this yourself"
    return bus_problem("system")


def graphical_session(bus: Bus) -> BusAddress:
    """The session that has the user's screen; the caller's own where none has."""
    with suppress(BusFault, ValueError, TypeError):
        _, path = bus.get(_USER, "Display")
        if path not in ("", "/"):
            return BusAddress(_PROGRAM, path, _SESSION)
    return BusAddress(_PROGRAM, _OWN_SESSION, _SESSION)
