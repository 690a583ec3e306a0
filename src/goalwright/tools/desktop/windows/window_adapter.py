"""Which adapter the windows of this machine need, why there may be none, and whose window is in front."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.displays import NOT_LINUX, has_x11, lacks_package, lacks_x11
from goalwright.tools.desktop.installed.program_names import process_names, spelled
from goalwright.tools.desktop.keyboard.command_origin import note_front
from goalwright.tools.desktop.windows.window_desk import Window, WindowDesk

_LIMIT = "no program may see or move the windows of others"


def desk_here(platform: str = sys.platform) -> WindowDesk:
    if platform in NOT_LINUX:
        from goalwright.tools.desktop.windows.other_windows import PyWinCtlWindows

        return PyWinCtlWindows()
    from goalwright.tools.desktop.windows.x11_windows import X11Windows

    return X11Windows()


def why_no_windows(platform: str = sys.platform) -> str:
    """Why windows cannot be reached here, and what to do about it; empty if they can."""
    if platform not in NOT_LINUX:
        return lacks_x11(_LIMIT, platform=platform) or _why_silent(os.environ["DISPLAY"])
    return lacks_package("pywinctl")


def _why_silent(display: str) -> str:
    """Why a display of this machine does not answer; empty if it does. One of another machine is not waited for."""
    from goalwright.tools.desktop.windows.x_server import connected, named_display

    try:
        name = named_display(display)
        if not name.host:
            connected(name).close()
    except ToolFailure as silence:
        return f"{silence.problem}: check that the desktop session still runs"
    return ""


def belongs_to(window: Window, app: str) -> bool:
    """Whether a window is one of an app, by the names of its program."""
    return is_of(window, process_names(app))


def is_of(window: Window, names: frozenset[str]) -> bool:
    """Whether a window's program is called by one of the names."""
    return not {spelled(name) for name in names}.isdisjoint(map(spelled, window.names))


def active_seen(apps: Sequence[str] = ()) -> str | None:
    """What is in front: one of the apps that were asked about, or else the title of the window; None if unknown.

    On X11 a look takes a millisecond; elsewhere it would take longer than a look may, and nothing is said.
    """
    if sys.platform in NOT_LINUX or not has_x11():
        return None
    try:
        window = desk_here().active()
    except ToolFailure:
        return None
    if window is None:
        return None
    note_front(window.id)
    owner = next((app for app in apps if belongs_to(window, app)), None)
    is_misleading = window.title.casefold() in {app.casefold() for app in apps}
    return owner or (None if is_misleading or not window.title else window.title)
