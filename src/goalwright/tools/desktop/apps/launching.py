"""Tools that start programs: by an app's name, with an address if one is given, or by a path."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from goalwright.contracts import NEVER, Before, StopSignal, ToolCall, Verdict
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.disk.prints import print_of_resource, touched
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.desktop.apps.launcher import Launcher, Start, Started
from goalwright.tools.desktop.apps.running_app import AppSurroundings, of_session, processes
from goalwright.tools.desktop.coming_about import STEP_S, came_about
from goalwright.tools.desktop.displays import NOT_LINUX
from goalwright.tools.desktop.windows.fronting import is_front
from goalwright.tools.desktop.windows.window_desk import Window, WindowDesk
from goalwright.tools.function_tool import FunctionTool

APP_WINDOW_S = 10.0
"""How long an app may take to show a window; one that takes longer goes on, and the answer says so."""
PROGRAM_WINDOW_S = 2.0
HANDED_OVER_S = 3.0
"""How long to look for a window after the program has ended well: it may have told one that runs already."""
UNSEEN_S = 1.0
"""How long to wait for an early end where windows cannot be seen."""
_FIRST_LOOK_S = 0.3


def launch_tool(launcher: Launcher, around: AppSurroundings, schemes: tuple[str, ...]) -> FunctionTool:
    """Starts an app by its name, and sees it run."""

    def named(call: ToolCall) -> Start:
        return launcher.named(call.args["app_name"], checked_address(call.args.get("url") or "", schemes))

    return _starting(launcher, around, named)


def launch_path_tool(launcher: Launcher, around: AppSurroundings, roots: AllowedRoots) -> FunctionTool:
    """Starts a program by its path, and sees it run."""
    return _starting(launcher, around, lambda call: program_at(call.args["path"]), roots)


def launcher_here() -> Launcher:
    if sys.platform in NOT_LINUX:
        from goalwright.tools.desktop.apps.other_launcher import SystemLauncher

        return SystemLauncher()
    from goalwright.tools.desktop.apps.linux_launcher import LinuxLauncher

    return LinuxLauncher()


def start_app(name: str, url: str = "") -> dict[str, Any]:
    """Start an app by its name on this machine, at an address if one is given, and wait for its window.

    Comes back with what the launch tool answers: a text, the app's name, its process and its window's title.
    """
    return started_app(launcher_here(), AppSurroundings.here(), name, url)


def started_app(launcher: Launcher, around: AppSurroundings, name: str, url: str = "") -> dict[str, Any]:
    """Start an app and wait for its window; what can be said of it comes back."""
    start = launcher.named(name, url)
    before = _seen_first(around, start)
    return _told(around, start, launcher.start(start), before, NEVER)


def checked_address(url: str, schemes: tuple[str, ...]) -> str:
    """The address, if it is one that may be opened."""
    scheme, colon, rest = url.partition("://")
    if url and not (colon and rest and scheme.casefold() in schemes and url.isprintable() and " " not in url):
        raise ToolFailure(
            f"{printable(url)} is not an address that may be opened: use a full {' or '.join(schemes)} one"
        )
    return url


def program_at(path: str) -> Start:
    """The program under an absolute path; ToolFailure says why it is none."""
    if not os.path.isabs(path) or "\0" in path:  # noqa: PTH117
        raise ToolFailure(f"{printable(path)} is not the full path of a program")
    if not os.path.isfile(path):  # noqa: PTH113
        raise ToolFailure(f"there is no program at {printable(path)}")
    if not os.access(path, os.X_OK):
        raise ToolFailure(f"{printable(path)} may not be run as a program: `chmod +x` allows it")
    name = os.path.basename(path)  # noqa: PTH119
    return Start(app=printable(name), command=(path,), names=frozenset({name}), is_app=False)


def _starting(
    launcher: Launcher, around: AppSurroundings, wanted: Callable[[ToolCall], Start], roots: AllowedRoots | None = None
) -> FunctionTool:
    # A program may go on under another name than it was started by; as long as we are there, we know its process.
    own: dict[tuple[str, str], Started] = {}

    def act(call: ToolCall, before: Before) -> Mapping[str, Any]:
        start = wanted(call)
        if _is_new(around, start, before):
            return {"text": f"{start.app} runs.", "app": start.app, "pid": None, "window": None}
        own[call.run_id, call.action_id] = started = launcher.start(start)
        return _told(around, start, started, before, call.stop)

    def check(call: ToolCall, before: Before) -> Verdict:
        started = own.get((call.run_id, call.action_id))
        is_alive = started is not None and started.pid is not None and started.poll() is None
        start = wanted(call)
        return "yes" if is_alive or _is_new(around, start, before) or processes(start.names) else "unobservable"

    return FunctionTool(
        act=act,
        look_first=lambda call: _seen_first(around, wanted(call)),
        check=check,
        relies_on=None if roots is None else touched,
        print_of=None if roots is None else partial(print_of_resource, roots),
    )


def _seen_first(around: AppSurroundings, start: Start) -> dict[str, Any]:
    return {"processes": processes(start.names), "windows": [window.id for window in around.all_windows()]}


def _is_new(around: AppSurroundings, start: Start, before: Before) -> bool:
    """Whether a process or window of the program is there that was not: a first attempt has got that far."""
    has_process = not set(processes(start.names)).issubset(before["processes"])
    return has_process or any(window.id not in before["windows"] for window in around.windows(start.names))


def _told(around: AppSurroundings, start: Start, started: Started, before: Before, stop: StopSignal) -> dict[str, Any]:
    """What became of a program that was just started; ToolFailure if it ended with an error."""
    window = _window_of(around, start, started, before, stop)
    code = started.poll()
    if window is None and code not in (None, 0):
        raise ToolFailure(f"{start.app} ended at once with an error (code {code}): start it in a terminal to see why")
    if window is not None and around.desk is not None:
        _to_the_front(around.desk, window)
    how = "runs" if code is None else "was started, and has ended already"
    return {
        "text": f"{start.app} {how if window is None else 'is open'}.",
        "app": start.app,
        "pid": started.pid,
        "window": None if window is None else window.title,
    }


def _window_of(
    around: AppSurroundings, start: Start, started: Started, before: Before, stop: StopSignal
) -> Window | None:
    """The program's new window, as soon as it is there; None if it shows none, or there is nothing to see it on."""
    known = set(before["windows"])
    limit = time.monotonic() + (APP_WINDOW_S if start.is_app else PROGRAM_WINDOW_S)
    if around.desk is None:
        limit = time.monotonic() + UNSEEN_S
    has_ended = False
    while time.monotonic() < limit and not stop.is_set():
        new = tuple(window for window in around.all_windows() if window.id not in known)
        mine = of_session(new, started.pid) or [window for window in new if window in around.windows(start.names)]
        if mine:
            return mine[-1]
        code = started.poll()
        if code is not None and not has_ended:
            has_ended = True
            limit = min(limit, time.monotonic() + (HANDED_OVER_S if code == 0 and start.is_app else 0.0))
        time.sleep(STEP_S)
    return None


def _to_the_front(desk: WindowDesk, window: Window) -> None:
    """Desktops may hold a new window back; it was asked for just now."""
    if not came_about(lambda: is_front(desk, window.id), _FIRST_LOOK_S):
        desk.activate(window.id)
        came_about(lambda: is_front(desk, window.id), 1.0)
