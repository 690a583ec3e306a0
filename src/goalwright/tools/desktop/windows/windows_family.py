"""The tools of windows by name, and which of them this machine lacks."""

from __future__ import annotations

from collections.abc import Mapping

from goalwright.contracts import Tool
from goalwright.tools.catalogue import names_under
from goalwright.tools.desktop.windows.window_adapter import desk_here, why_no_windows
from goalwright.tools.desktop.windows.window_desk import WindowDesk
from goalwright.tools.services import Services

ACTIVE = "system.state.get_active_window"


def make_tools(_services: Services) -> Mapping[str, Tool]:
    return {} if why_no_windows() else tools_for(desk_here())


def tools_for(desk: WindowDesk) -> Mapping[str, Tool]:
    from goalwright.tools.desktop.windows.changing import CHANGES, change_tool
    from goalwright.tools.desktop.windows.fronting import active_tool, close_tool, minimize_all_tool, switch_tool

    tools: dict[str, Tool] = {name: change_tool(desk, change) for name, change in CHANGES.items()}
    return tools | {
        "system.window.minimize_all": minimize_all_tool(desk),
        "system.window.switch": switch_tool(desk),
        "system.window.close": close_tool(desk),
        ACTIVE: active_tool(desk),
    }


def missing(_services: Services) -> Mapping[str, str]:
    why = why_no_windows()
    return dict.fromkeys((*names_under("system.window"), ACTIVE), why) if why else {}
