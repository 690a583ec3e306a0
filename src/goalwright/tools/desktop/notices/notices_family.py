"""The tools of notifications by name, and which of them this machine lacks."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from goalwright.contracts import Tool
from goalwright.tools.desktop.bus import bus_problem
from goalwright.tools.desktop.displays import lacks_package
from goalwright.tools.desktop.notices.freedesktop import DesktopNotices
from goalwright.tools.desktop.notices.notify import Notices, notify_tools
from goalwright.tools.desktop.notices.other_notices import LibraryNotices
from goalwright.tools.services import Services

_ELSEWHERE = ("win32", "darwin")


def make_tools(_services: Services) -> Mapping[str, Tool]:
    """The tools of this family by name."""
    notices: Notices = LibraryNotices() if sys.platform in _ELSEWHERE else DesktopNotices()
    return notify_tools(notices)


def missing(_services: Services) -> Mapping[str, str]:
    """Which of these cannot be used here, and why."""
    why = (
        lacks_package("desktop_notifier", "desktop-notifier") if sys.platform in _ELSEWHERE else bus_problem("session")
    )
    return {"system.notify": why} if why else {}
