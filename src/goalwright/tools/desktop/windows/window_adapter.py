"""Which adapter the windows of this machine need, and why there may be none."""

from __future__ import annotations

import os
import sys

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.displays import NOT_LINUX, lacks_package, lacks_x11
from goalwright.tools.desktop.windows.window_desk import WindowDesk

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
