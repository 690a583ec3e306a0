"""The name of this machine's time zone."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from zoneinfo import ZoneInfo

_NAME_FILE, _ZONE_LINK, _ZONES = Path("/etc/timezone"), Path("/etc/localtime"), "zoneinfo/"
NO_ZONE = "UTC"


def local_zone(environ: Mapping[str, str] = os.environ, files: tuple[Path, Path] = (_NAME_FILE, _ZONE_LINK)) -> str:
    """What the environment, or else the machine, says its zone is; UTC where neither names one."""
    return next(filter(_is_zone, _named(environ, *files)), NO_ZONE)


def _named(environ: Mapping[str, str], name_file: Path, link: Path) -> Iterator[str]:
    yield environ.get("TZ", "").lstrip(":")
    try:
        yield os.path.realpath(link).rpartition(_ZONES)[2]
        yield name_file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return


def _is_zone(name: str) -> bool:
    try:
        return bool(name) and not name.startswith("/") and bool(ZoneInfo(name))
    except (KeyError, OSError, ValueError):
        return False
