"""The tools of windows by name, and which of them this machine lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from goalwright.contracts import Tool
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services
from goalwright.tools.windows.changing import CHANGES, change_tool
from goalwright.tools.windows.fronting import active_tool, close_tool, minimize_all_tool, switch_tool
from goalwright.tools.windows.here import desk_here, why_no_windows
from goalwright.tools.windows.port import WindowDesk

_OTHERS: Mapping[str, Callable[[WindowDesk], FunctionTool]] = {
    "system.window.minimize_all": minimize_all_tool,
    "system.window.switch": switch_tool,
    "system.window.close": close_tool,
    "system.state.get_active_window": active_tool,
}


def make_tools(_services: Services) -> Mapping[str, Tool]:
    """The tools of this family by name."""
    return {} if why_no_windows() else tools_for(desk_here())


def tools_for(desk: WindowDesk) -> Mapping[str, Tool]:
    """The same tools at work on a desktop's windows."""
    changes = {name: change_tool(desk, change) for name, change in CHANGES.items()}
    return changes | {name: make(desk) for name, make in _OTHERS.items()}


def missing(_services: Services) -> Mapping[str, str]:
    """Which of these cannot be used here, and why."""
    why = why_no_windows()
    return dict.fromkeys([*CHANGES, *_OTHERS], why) if why else {}
