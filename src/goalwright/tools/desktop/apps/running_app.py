"""What runs of an app: its processes, its windows, and whether there is a desktop to look for windows on."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from goalwright.dataclass import dataclass
from goalwright.tools.desktop.displays import NOT_LINUX
from goalwright.tools.desktop.installed.program_names import spelled
from goalwright.tools.desktop.windows.window_adapter import desk_here, is_of, why_no_windows
from goalwright.tools.desktop.windows.window_desk import Window, WindowDesk


@dataclass(frozen=True, slots=True)
class AppSurroundings:
    """What apps run in. Without `desk` no window can be seen."""

    desk: WindowDesk | None

    @classmethod
    def here(cls) -> AppSurroundings:
        return cls(None if why_no_windows() else desk_here())

    def windows(self, names: frozenset[str]) -> list[Window]:
        """The windows of an app, the one on top last."""
        return [window for window in self.all_windows() if is_of(window, names)]

    def all_windows(self) -> tuple[Window, ...]:
        return () if self.desk is None else self.desk.listed()


def processes(names: frozenset[str]) -> list[int]:
    """The processes of this user that are called by one of the names."""
    wanted = {spelled(name) for name in names}
    return [process for process, name in _own_processes() if spelled(name) in wanted]


def may_have_unseen_windows(pid: int) -> bool:
    """Whether a process may show windows on another display than the one whose windows are looked at."""
    import psutil

    if sys.platform in NOT_LINUX:
        return sys.platform == "win32"  # whose processes cannot be asked, but only ended by force
    try:
        environ = psutil.Process(pid).environ()
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:
        return True
    seen = "" if why_no_windows() else _screenless(os.environ.get("DISPLAY", ""))
    return bool(environ.get("WAYLAND_DISPLAY")) or _screenless(environ.get("DISPLAY", "")) not in ("", seen)


def of_session(windows: tuple[Window, ...], leader: int | None) -> list[Window]:
    """The windows of processes that a session's first process has started."""
    return [window for window in windows if window.pid is not None and leader == _session(window.pid)]


def _own_processes() -> Iterator[tuple[int, str]]:
    import psutil

    user = psutil.Process().username()
    for process in psutil.process_iter(["name", "username", "status"]):
        is_alive = process.info["status"] != psutil.STATUS_ZOMBIE
        if is_alive and process.info["username"] == user:
            yield process.pid, process.info["name"] or ""


def _screenless(display: str) -> str:
    """The name of a display without the number of a screen: `:0.0` is `:0`."""
    host, colon, numbers = display.rpartition(":")
    return host + colon + numbers.partition(".")[0]


def _session(pid: int) -> int | None:
    try:
        return os.getsid(pid) if hasattr(os, "getsid") else None
    except OSError:
        return None
