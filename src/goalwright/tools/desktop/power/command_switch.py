"""The PowerSwitch of Windows and macOS: the system's own commands."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping

from goalwright.errors import ToolFailure
from goalwright.tools.power_switch import Deed

ENDED_WITHIN_S = 30.0
_QUIET = subprocess.DEVNULL

WINDOWS: Mapping[Deed, tuple[str, ...]] = {
    "lock": ("rundll32.exe", "user32.dll,LockWorkStation"),
    "sleep": ("rundll32.exe", "powrprof.dll,SetSuspendState", "0,1,0"),
    "shutdown": ("shutdown", "/s", "/t", "0"),
    "restart": ("shutdown", "/r", "/t", "0"),
}
# No command locks the screen for certain: whether a dark screen asks for the password is a setting.
MACOS: Mapping[Deed, tuple[str, ...]] = {
    "sleep": ("pmset", "sleepnow"),
    "shutdown": ("osascript", "-e", 'tell application "System Events" to shut down'),
    "restart": ("osascript", "-e", 'tell application "System Events" to restart'),
}
MACOS_BOOT = ("sysctl", "-n", "kern.bootsessionuuid")


class CommandSwitch:
    """Power through commands; what they bring about cannot be seen, except that the machine was restarted."""

    def __init__(self, commands: Mapping[Deed, tuple[str, ...]], boot: tuple[str, ...] = ()) -> None:
        self._commands = commands
        self._boot = boot

    def missing(self, deed: Deed) -> str:
        command = self._commands.get(deed)
        if command is None:
            return "this is not supported on this system: do it yourself"
        return "" if shutil.which(command[0]) is not None else f"the command {command[0]} is not installed"

    def begin(self, deed: Deed) -> None:
        problem = self.missing(deed)
        if problem:
            raise ToolFailure(problem)
        command = self._commands[deed]
        try:
            subprocess.run(command, stdin=_QUIET, stdout=_QUIET, stderr=_QUIET, check=True, timeout=ENDED_WITHIN_S)
        except (OSError, subprocess.SubprocessError) as error:
            raise ToolFailure(f"{command[0]} failed: {error}") from None

    def is_under_way(self, _deed: Deed) -> bool:
        return False

    def boot(self) -> str:
        if not self._boot:
            return ""
        try:
            done = subprocess.run(
                self._boot, stdin=_QUIET, capture_output=True, text=True, check=True, timeout=ENDED_WITHIN_S
            )
        except (OSError, subprocess.SubprocessError):
            return ""
        return done.stdout.strip()

    def slept_s(self) -> float:
        return 0.0
