"""The tools of notifications by name, and which of them this machine lacks."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from goalwright.contracts import Tool
from goalwright.tools.desktop.bus import bus_problem
from goalwright.tools.desktop.displays import NOT_LINUX, lacks_package
from goalwright.tools.desktop.notices.freedesktop import DesktopNotices
from goalwright.tools.desktop.notices.notify import Notices, notify_tools
from goalwright.tools.desktop.notices.other_notices import LibraryNotices
from goalwright.tools.services import Services


def make_tools(_services: Services) -> Mapping[str, Tool]:
    """The tools of this family by name."""
    notices: Notices = LibraryNotices() if sys.platform in NOT_LINUX else DesktopNotices()
    return notify_tools(notices)


def missing(_services: Services) -> Mapping[str, str]:
    """Which of these cannot be used here, and why."""
    why = lacks_package("desktop_notifier", "desktop-notifier") if sys.platform in NOT_LINUX else bus_problem("session")
    return {"system.notify": why} if why else {}
