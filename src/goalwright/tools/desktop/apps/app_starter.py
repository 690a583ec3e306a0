"""Starting apps on this machine, whichever it is."""

from __future__ import annotations

import sys
from typing import Any

from goalwright.tools.desktop.apps.launcher import Launcher
from goalwright.tools.desktop.apps.launching import started_app
from goalwright.tools.desktop.apps.running_app import AppSurroundings


def launcher_here() -> Launcher:
    """The way to start programs on this machine."""
    if sys.platform in ("win32", "darwin"):
        from goalwright.tools.desktop.apps.other_launcher import SystemLauncher

        return SystemLauncher()
    from goalwright.tools.desktop.apps.linux_launcher import LinuxLauncher

    return LinuxLauncher()


def start_app(name: str, url: str = "") -> dict[str, Any]:
    """Start an app by its name, at an address if one is given, and wait for its window.

    Comes back with what the launch tool answers: a text, the app's name, its process and its window's title.
    """
    return started_app(launcher_here(), AppSurroundings.here(), name, url)
