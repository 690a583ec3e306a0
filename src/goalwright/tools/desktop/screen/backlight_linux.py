"""The Backlight of Linux: the kernel's folder of backlights, written to by logind where the user may not."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from goalwright.errors import ToolFailure
from goalwright.tools.backlight import Panel
from goalwright.tools.desktop.bus import connected
from goalwright.tools.desktop.logind import graphical_session

BACKLIGHTS = Path("/sys/class/backlight")
NO_BACKLIGHT = "this machine has no screen whose brightness can be set: use the screen's own buttons"
_KINDS = ("firmware", "platform", "raw")
"""What steers a light, best first, as the kernel's documentation ranks them."""
_PROGRAM = "brightnessctl"
_ENDED_WITHIN_S = 5.0

Way = Callable[[Path, int], None]
"""Gives a panel's folder a value, or raises OSError or ToolFailure."""


def by_file(panel: Path, value: int) -> None:
    (panel / "brightness").write_text(str(value))


def by_logind(panel: Path, value: int) -> None:
    with connected("system") as bus:
        bus.call(graphical_session(bus), "SetBrightness", "ssu", "backlight", panel.name, value)


def by_program(panel: Path, value: int) -> None:
    program = shutil.which(_PROGRAM)
    if program is None:
        raise ToolFailure(f"{_PROGRAM} is not installed: `sudo apt-get install {_PROGRAM}`")
    command = [program, "--quiet", "--class=backlight", f"--device={panel.name}", "set", str(value)]
    quiet = subprocess.DEVNULL
    try:
        subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, check=True, timeout=_ENDED_WITHIN_S)
    except subprocess.SubprocessError as error:
        raise ToolFailure(f"{_PROGRAM} failed: {error}") from None


class LinuxBacklight:
    """The kernel's backlights; `ways` are tried in turn until one works."""

    def __init__(self, folder: Path = BACKLIGHTS, ways: tuple[Way, ...] = (by_file, by_logind, by_program)) -> None:
        self._folder = folder
        self._ways = ways

    def missing(self) -> str:
        return "" if next(self._panels(), None) is not None else NO_BACKLIGHT

    def panel(self) -> Panel:
        found = sorted(self._panels(), key=lambda panel: (self._rank(panel.name), panel.name))
        if not found:
            raise ToolFailure(NO_BACKLIGHT)
        return found[0]

    def named(self, name: str) -> Panel:
        found = next((panel for panel in self._panels() if panel.name == name), None)
        if found is None:
            raise ToolFailure(f"the screen {name} is gone: connect it again")
        return found

    def set_value(self, name: str, value: int) -> None:
        problems = []
        for way in self._ways:
            try:
                return way(self._folder / self.named(name).name, value)
            except OSError as error:
                problems.append(f"{error.strerror or error}")
            except ToolFailure as failure:
                problems.append(failure.problem)
        raise ToolFailure(f"the brightness cannot be set: {'; '.join(problems)}")

    def _panels(self) -> Iterator[Panel]:
        try:
            names = sorted(entry.name for entry in self._folder.iterdir())
        except OSError:
            return
        for name in names:
            value, most = (_read(self._folder / name / file) for file in ("brightness", "max_brightness"))
            if value.isdecimal() and most.isdecimal() and int(most):
                yield Panel(name=name, value=int(value), most=int(most))

    def _rank(self, name: str) -> int:
        kind = _read(self._folder / name / "type")
        return _KINDS.index(kind) if kind in _KINDS else len(_KINDS)


def _read(file: Path) -> str:
    """What a file of the kernel says; empty if it cannot be read."""
    try:
        return file.read_text().strip()
    except (OSError, ValueError):
        return ""
