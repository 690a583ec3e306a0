"""The program that knows the app for each kind of file, and whether it is here."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

OPENERS: Mapping[str, tuple[str, str]] = {
    "linux": ("xdg-open", "install the package xdg-utils"),
    "darwin": ("open", "it belongs to macOS; repair the system"),
}
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


def open_missing() -> str:
    """Why nothing can be opened here and what to do about it; empty if it can."""
    if sys.platform == "win32":
        return ""
    opener, remedy = OPENERS.get(sys.platform, OPENERS["linux"])
    import shutil

    if shutil.which(opener) is None:
        return f"{opener}, which knows the app for each kind of file, is not installed: {remedy}"
    if sys.platform != "darwin" and not any(os.environ.get(name) for name in _DISPLAYS):
        return "there is no display to open anything on: start Goalwright from the desktop, or set DISPLAY"
    return ""
