"""The tools of apps by name, and which of them this machine lacks."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from goalwright.contracts import Tool
from goalwright.tools.apps.here import launcher_here
from goalwright.tools.apps.launching import launch_path_tool, launch_tool
from goalwright.tools.apps.running import Surroundings
from goalwright.tools.apps.steering import focus_tool, request_close_tool
from goalwright.tools.displays import NO_DISPLAY, has_wayland, has_x11
from goalwright.tools.services import Services
from goalwright.tools.windows.here import why_no_windows

_LAUNCH, _PATH = "system.apps.launch.shell", "system.apps.launch.path"
_FOCUS, _CLOSE = "system.apps.focus", "system.apps.request_close"


def make_tools(services: Services) -> Mapping[str, Tool]:
    """The tools of this family by name."""
    launcher, around = launcher_here(), Surroundings.here()
    tools: dict[str, Tool] = {
        _LAUNCH: launch_tool(launcher, around, services.browser.allowed_schemes),
        _PATH: launch_path_tool(launcher, around, services.roots),
        _CLOSE: request_close_tool(around),
    }
    if around.desk is not None:
        tools[_FOCUS] = focus_tool(launcher, around, around.desk)
    return {name: tool for name, tool in tools.items() if name not in missing(services)}


def missing(_services: Services) -> Mapping[str, str]:
    """Which of these cannot be used here, and why."""
    lacking = {}
    if why := why_no_windows():
        lacking[_FOCUS] = why
    if sys.platform == "linux" and not (has_x11() or has_wayland()):
        lacking[_LAUNCH] = NO_DISPLAY
    return lacking
