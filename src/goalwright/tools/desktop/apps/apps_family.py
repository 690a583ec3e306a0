"""The tools of apps by name, and which of them this machine lacks."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from goalwright.contracts import Tool
from goalwright.tools.desktop.displays import has_wayland
from goalwright.tools.desktop.windows.window_adapter import why_no_windows
from goalwright.tools.services import Services

LAUNCH, LAUNCH_PATH = "system.apps.launch.shell", "system.apps.launch.path"
FOCUS, CLOSE = "system.apps.focus", "system.apps.request_close"


def make_tools(services: Services) -> Mapping[str, Tool]:
    from goalwright.tools.desktop.apps.launching import launch_path_tool, launch_tool, launcher_here
    from goalwright.tools.desktop.apps.running_app import AppSurroundings
    from goalwright.tools.desktop.apps.steering import focus_tool, request_close_tool

    launcher, around, lacking = launcher_here(), AppSurroundings.here(), missing(services)
    tools: dict[str, Tool] = {
        LAUNCH: launch_tool(launcher, around, services.browser.allowed_schemes),
        LAUNCH_PATH: launch_path_tool(launcher, around, services.roots),
        CLOSE: request_close_tool(around),
    }
    if around.desk is not None:
        tools[FOCUS] = focus_tool(launcher, around, around.desk)
    return {name: tool for name, tool in tools.items() if name not in lacking}


def missing(_services: Services) -> Mapping[str, str]:
    lacking = {}
    if why := why_no_windows():
        lacking[FOCUS] = why
        if sys.platform == "linux" and not has_wayland():
            lacking[LAUNCH] = why
    return lacking
