"""Tools for apps that run: bring one to the front, or ask it to close."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.contracts.asking_process import asking_process
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.desktop.apps.launcher import Launcher
from goalwright.tools.desktop.apps.launching import started_app
from goalwright.tools.desktop.apps.running_app import AppSurroundings, may_have_unseen_windows, processes
from goalwright.tools.desktop.coming_about import PATIENCE_S, came_about
from goalwright.tools.desktop.installed.find_app import require_name
from goalwright.tools.desktop.installed.program_names import process_names
from goalwright.tools.desktop.windows.fronting import (
    bring_to_front,
    front_change,
    front_tool,
    is_front,
    still_open_after,
)
from goalwright.tools.desktop.windows.matching import some
from goalwright.tools.desktop.windows.window_adapter import is_of
from goalwright.tools.desktop.windows.window_desk import Window, WindowDesk
from goalwright.tools.function_tool import FunctionTool


def focus_tool(launcher: Launcher, around: AppSurroundings, desk: WindowDesk) -> FunctionTool:
    """Brings an app's window to the front, the one on top of several; an app without a window is asked for one."""

    def look(call: ToolCall) -> Before:
        window = _top_window(around, call.args["app_name"])
        if window is None and not processes(_names(call)):
            raise ToolFailure(_not_running(around, call.args["app_name"]))
        return front_change(desk, window)

    def act(call: ToolCall, before: Before) -> Mapping[str, Any]:
        number = before["id"] or _shown_window(launcher, around, call.args["app_name"]).id
        window = bring_to_front(desk, number)
        return {"text": f"{window.title!r} is in front.", "title": window.title, "app": window.app}

    def check(call: ToolCall, before: Before) -> Verdict:
        active = desk.active()
        is_active = active is not None and is_of(active, _names(call))
        return "yes" if is_active or (before["id"] and is_front(desk, before["id"])) else "no"

    return front_tool(desk, FunctionTool(act=act, look_first=look, check=check))


def request_close_tool(around: AppSurroundings) -> FunctionTool:
    """Asks an app to close, and says what is still open: nothing is ended by force."""

    def look(call: ToolCall) -> Before:
        names = _names(call)
        windows, running = _asked_windows(around, names), processes(names)
        if not windows and not running:
            raise ToolFailure(_not_running(around, call.args["app_name"]))
        return {"windows": [window.id for window in windows], "processes": running}

    def act(call: ToolCall, before: Before) -> Mapping[str, Any]:
        name = call.args["app_name"]
        numbers = tuple(before["windows"])
        if numbers and around.desk is not None:
            for window in around.all_windows():
                if window.id in numbers:
                    around.desk.request_close(window.id)
            left = still_open_after(around.desk, numbers)
            if left:
                raise ToolFailure(f"{name} is still open: {left}")
        else:
            _end_politely(name, before["processes"])
        return {"text": f"{name} is closed.", "app": name}

    def check(_call: ToolCall, before: Before) -> Verdict:
        if before["windows"]:
            there = {window.id for window in around.all_windows()}
            return "no" if there.intersection(before["windows"]) else "yes"
        return "no" if any(map(_is_alive, before["processes"])) else "yes"

    return FunctionTool(act=act, look_first=look, check=check)


def _names(call: ToolCall) -> frozenset[str]:
    return process_names(require_name(call.args["app_name"]))


def _asked_windows(around: AppSurroundings, names: frozenset[str]) -> list[Window]:
    """The app's windows, dialogs left to the windows they belong to."""
    windows = around.windows(names)
    numbers = {window.id for window in windows}
    return [window for window in windows if window.parent not in numbers]


def _top_window(around: AppSurroundings, name: str) -> Window | None:
    windows = _asked_windows(around, process_names(require_name(name)))
    shown = [window for window in windows if not window.is_minimized] or windows
    return shown[-1] if shown else None


def _shown_window(launcher: Launcher, around: AppSurroundings, name: str) -> Window:
    """The window of an app that runs without one: started again, it shows itself."""
    window = _top_window(around, name)
    if window is None:
        started_app(launcher, around, name)
        window = _top_window(around, name)
    if window is None:
        raise ToolFailure(f"{printable(name)} runs, but has no window to bring to the front")
    return window


def _not_running(around: AppSurroundings, name: str) -> str:
    windows = around.all_windows()
    return f"{printable(name)} is not running" + (f": open are {some(windows)}" if windows else "")


def _end_politely(name: str, pids: list[int]) -> None:
    """Ask processes without a window to end, as the system does when the user logs out."""
    hidden = [str(pid) for pid in pids if may_have_unseen_windows(pid)]
    if hidden:
        raise ToolFailure(
            f"{printable(name)} (process {', '.join(hidden)}) may have windows that cannot be seen from here,"
            " with something in them that is not saved: close it where it is shown"
        )
    asker = asking_process()
    for pid in pids:
        if pid not in (os.getpid(), os.getppid(), asker.pid, asker.parent):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGTERM)
    if not came_about(lambda: not any(map(_is_alive, pids)), PATIENCE_S):
        left = [str(pid) for pid in pids if _is_alive(pid)]
        raise ToolFailure(f"{name} is still running: process {', '.join(left)} does not end when asked")


def _is_alive(pid: int) -> bool:
    import psutil

    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
