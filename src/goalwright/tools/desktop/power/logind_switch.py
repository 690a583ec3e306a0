"""The PowerSwitch of Linux: systemd-logind, and the screen saver for locking."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.bus import BusAddress, BusFault, connected
from goalwright.tools.desktop.coming_about import came_about
from goalwright.tools.desktop.logind import MANAGER, SEATS, graphical_session, logind_missing
from goalwright.tools.power_switch import Deed

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
LOCKED_WITHIN_S = 2.0
_PAUSE_S = 0.1
_PROGRAM = "xdg-screensaver"
_ENDED_WITHIN_S = 10.0
_SAVERS = (
    BusAddress("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
    BusAddress("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
)
# Deed -> how logind is asked whether it can be done, how it is told to, and how it says that it is at it.
_CALLS: Mapping[Deed, tuple[str, str, str]] = {
    "sleep": ("CanSuspend", "Suspend", "PreparingForSleep"),
    "shutdown": ("CanPowerOff", "PowerOff", "PreparingForShutdown"),
    "restart": ("CanReboot", "Reboot", "PreparingForShutdown"),
}
_REFUSALS = {
    "na": "this machine cannot do it",
    "no": "you are not allowed to do it, or a program holds it up: close your programs, or ask an administrator",
    "challenge": "it needs an administrator's password: do it from the desktop's own menu",
}


class LogindSwitch:
    """Power as the user has it: logind refuses what this user may not do, and asks for no password here."""

    def __init__(self, seats: Path = SEATS, locked_within_s: float = LOCKED_WITHIN_S) -> None:
        self._seats = seats
        self._locked_within_s = locked_within_s

    def missing(self, deed: Deed) -> str:
        problem = logind_missing(self._seats)
        return "" if deed == "lock" and _has_saver() else problem

    def begin(self, deed: Deed) -> None:
        if deed == "lock":
            self._lock()
            return
        asked, told, _ = _CALLS[deed]
        with connected("system") as bus:
            answer = bus.call(MANAGER, asked)[0]
            if answer != "yes":
                raise ToolFailure(_REFUSALS.get(answer, f"logind says {answer}"))
            bus.call(MANAGER, told, "b", False)

    def is_under_way(self, deed: Deed) -> bool:
        if deed == "lock":
            return _is_locked() or _is_saving()
        with suppress(BusFault), connected("system") as bus:
            return bus.get(MANAGER, _CALLS[deed][2]) is True
        return False

    def boot(self) -> str:
        try:
            return BOOT_ID.read_text().strip()
        except OSError:
            return ""

    def slept_s(self) -> float:
        return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)

    def _lock(self) -> None:
        """Ask logind, which has the desktop lock; where no desktop listens to it, the screen saver itself."""
        problem = _asked_logind()
        if not problem and came_about(lambda: self.is_under_way("lock"), self._locked_within_s, _PAUSE_S):
            return
        if _answered_by_saver("Lock") is None and not _ran_program() and problem:
            raise ToolFailure(f"the screen cannot be locked: {problem}")


def _asked_logind() -> str:
    """Why logind did not pass it on; empty if it did."""
    try:
        with connected("system") as bus:
            bus.call(graphical_session(bus), "Lock")
    except BusFault as fault:
        return fault.problem
    return ""


def _answered_by_saver(order: str) -> tuple[Any, ...] | None:
    """What the first screen saver that follows an order answers; None if none does."""
    with suppress(BusFault), connected("session") as bus:
        names = bus.names()
        for saver in _SAVERS:
            if saver.program in names:
                with suppress(BusFault):
                    return bus.call(saver, order)
    return None


def _ran_program() -> bool:
    if not _has_saver():
        return False
    quiet = subprocess.DEVNULL
    try:
        done = subprocess.run(
            [_PROGRAM, "lock"], stdin=quiet, stdout=quiet, stderr=quiet, check=False, timeout=_ENDED_WITHIN_S
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def _is_locked() -> bool:
    with suppress(BusFault), connected("system") as bus:
        return bus.get(graphical_session(bus), "LockedHint") is True
    return False


def _is_saving() -> bool:
    answer = _answered_by_saver("GetActive")
    return answer is not None and answer[0] is True


def _has_saver() -> bool:
    return bool(os.environ.get("DISPLAY")) and shutil.which(_PROGRAM) is not None
