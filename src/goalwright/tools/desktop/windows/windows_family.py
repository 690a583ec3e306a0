"""The tools of windows by name, and which of them this machine lacks."""

from __future__ import annotations

from collections.abc import Mapping

from goalwright.contracts import Tool
from goalwright.tools.catalogue import names_under
from goalwright.tools.desktop.windows.window_adapter import desk_here, why_no_windows
from goalwright.tools.services import Services

ACTIVE = "system.state.get_active_window"


def make_tools(_services: Services) -> Mapping[str, Tool]:
    """The tools of this family by name."""
    if why_no_windows():
        return {}
    from goalwright.tools.desktop.windows.window_tools import tools_for

    return tools_for(desk_here())


def missing(_services: Services) -> Mapping[str, str]:
    """Which of these cannot be used here, and why."""
    why = why_no_windows()
    return dict.fromkeys(_names(), why) if why else {}


def _names() -> tuple[str, ...]:
    return (*names_under("system.window"), ACTIVE)
