"""The name of this machine's time zone."""

from __future__ import annotations

import os
from pathlib import Path

_LINK = Path("/etc/localtime")
_FILE = Path("/etc/timezone")
_ZONES = "zoneinfo/"


def local_zone() -> str:
    """The zone that clocks here show, such as Europe/Berlin; UTC if the system does not say."""
    for name in (os.environ.get("TZ", "").lstrip(":"), _linked(), _written()):
        if name and _is_zone(name):
            return name
    return "UTC"


def _linked() -> str:
    return os.path.realpath(_LINK).rpartition(_ZONES)[2] if _LINK.is_symlink() else ""


def _written() -> str:
    try:
        return _FILE.read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _is_zone(name: str) -> bool:
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (KeyError, OSError, ValueError):
        return False
    return True
