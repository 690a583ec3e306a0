"""Whose window is it: the app that a window belongs to, and the one in front."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.displays import NOT_LINUX, has_x11
from goalwright.tools.desktop.installed.program_names import process_names, spelled

if TYPE_CHECKING:
    from goalwright.tools.desktop.windows.window_desk import Window


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
    from goalwright.tools.desktop.windows.window_adapter import desk_here  # not where there are no windows

    try:
        window = desk_here().active()
    except ToolFailure:
        return None
    if window is None:
        return None
    owner = next((app for app in apps if belongs_to(window, app)), None)
    is_misleading = window.title.casefold() in {app.casefold() for app in apps}
    return owner or (None if is_misleading or not window.title else window.title)
