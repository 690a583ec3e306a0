"""Which adapter the windows of this machine need, and why there may be none."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from goalwright.tools.displays import has_x11, lacks_x11
from goalwright.tools.installed.names import process_names, spelled
from goalwright.tools.windows.port import Window, WindowDesk

_LIMIT = "no program may see or move the windows of others"
_OTHER_PLATFORMS = ("win32", "darwin")


def desk_here(platform: str = sys.platform) -> WindowDesk:
    """The windows of this machine's desktop."""
    if platform in _OTHER_PLATFORMS:
        from goalwright.tools.windows.elsewhere import PyWinCtlWindows

        return PyWinCtlWindows()
    from goalwright.tools.windows.x11 import X11Windows

    return X11Windows()


def why_no_windows(platform: str = sys.platform) -> str:
    """Why windows cannot be reached here, and what to do about it; empty if they can."""
    if platform not in _OTHER_PLATFORMS:
        return lacks_x11(_LIMIT)
    is_there = find_spec("pywinctl") is not None
    return "" if is_there else "the Python package PyWinCtl is not installed: `pip install pywinctl`"


def belongs_to(window: Window, app: str) -> bool:
    """Whether a window is one of an app, by the names of its program."""
    return is_of(window, process_names(app))


def is_of(window: Window, names: frozenset[str]) -> bool:
    return not {spelled(name) for name in names}.isdisjoint(map(spelled, window.names))


def active_seen(apps: tuple[str, ...] = ()) -> str | None:
    """What is in front: one of the apps that were asked about, or else the title of the window; None if unknown.

    On Linux a look takes a millisecond; elsewhere loading takes longer than a look may, and nothing is said.
    """
    if sys.platform in _OTHER_PLATFORMS or not has_x11():
        return None
    from goalwright.errors import ToolFailure

    try:
        window = desk_here().active()
    except ToolFailure:
        return None
    if window is None:
        return None
    owner = next((app for app in apps if belongs_to(window, app)), None)
    is_misleading = window.title.casefold() in {app.casefold() for app in apps}
    return owner or (None if is_misleading or not window.title else window.title)
