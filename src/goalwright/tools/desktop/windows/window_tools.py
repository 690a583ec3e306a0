"""Every tool of windows by its name."""

from __future__ import annotations

from collections.abc import Mapping

from goalwright.contracts import Tool
from goalwright.tools.desktop.windows.changing import CHANGES, change_tool
from goalwright.tools.desktop.windows.fronting import active_tool, close_tool, minimize_all_tool, switch_tool
from goalwright.tools.desktop.windows.window_desk import WindowDesk


def tools_for(desk: WindowDesk) -> Mapping[str, Tool]:
    """The tools at work on a desktop's windows."""
    tools: dict[str, Tool] = {name: change_tool(desk, change) for name, change in CHANGES.items()}
    return tools | {
        "system.window.minimize_all": minimize_all_tool(desk),
        "system.window.switch": switch_tool(desk),
        "system.window.close": close_tool(desk),
        "system.state.get_active_window": active_tool(desk),
    }
