"""Which kind of desktop there is, by the session's environment, and what tools of it may lack."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

NOT_LINUX = ("win32", "darwin")
NO_DISPLAY = "there is no display: start it in a desktop session"


def has_wayland(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the session is one of Wayland, where windows are closed to other programs; X11 windows in it do not
    stand for the rest."""
    return bool(environ.get("WAYLAND_DISPLAY"))


def has_x11(environ: Mapping[str, str] = os.environ) -> bool:
    return bool(environ.get("DISPLAY")) and not has_wayland(environ)


def lacks_x11(limit: str, environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """Why something that needs X11 cannot be used here, and what to do; empty where it can.

    `limit` says what Wayland keeps programs from doing, as in `no program may …`.
    """
    if platform in NOT_LINUX:
        return "it works on Linux desktops only so far"
    if has_wayland(environ):
        return f"this is a Wayland session, where {limit}: log in with an X11 (Xorg) session"
    return "" if has_x11(environ) else NO_DISPLAY


def lacks_package(module: str, package: str = "") -> str:
    """What to do where a Python package is not installed; empty where it is. `package` is what pip calls it."""
    from importlib.util import find_spec  # slow to load, and files need no package

    name = package or module
    return "" if find_spec(module) else f"the Python package {name} is not installed: `pip install {name}`"
