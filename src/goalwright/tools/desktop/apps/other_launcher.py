"""Starting programs on Windows and macOS: the system itself knows what is called how."""

from __future__ import annotations

import os
import subprocess
import sys

from goalwright.dataclass import dataclass
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.desktop.apps.launcher import Start, Started
from goalwright.tools.desktop.apps.linux_launcher import detached
from goalwright.tools.desktop.installed.find_app import require_name
from goalwright.tools.desktop.installed.program_names import asked, process_names

PATIENCE_S = 10.0


@dataclass(frozen=True, slots=True)
class Handed:
    """A program that the system has started for us, and says no more of."""

    pid: int | None = None

    def poll(self) -> int | None:
        return None


class SystemLauncher:
    """A Launcher that hands the name to the system."""

    def named(self, name: str, url: str = "") -> Start:
        said = asked(require_name(name))
        return Start(app=name, command=(said, url) if url else (said,), names=process_names(name))

    def start(self, start: Start) -> Started:
        if os.path.isabs(start.command[0]):  # noqa: PTH117  # a drive's own rules, without a Path
            return detached(start.command)
        _HAND_OVER[sys.platform](*start.command)
        return Handed()


def _open_on_mac(name: str, url: str = "") -> None:
    ended = subprocess.run(
        ["open", "-a", name, *([url] if url else [])],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    if ended.returncode != 0:
        raise ToolFailure(f"macOS finds no app called {printable(name)}: name it as the Finder does")


def _open_on_windows(name: str, url: str = "") -> None:
    try:
        os.startfile(name, "open", url)  # type: ignore[attr-defined,unused-ignore]  # Windows only
    except OSError as error:
        problem = f"Windows finds no app called {printable(name)}: name it as the Start menu does"
        raise ToolFailure(problem) from error


_HAND_OVER = {"darwin": _open_on_mac, "win32": _open_on_windows}
