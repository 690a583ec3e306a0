"""How hosts and tags may be called."""

from __future__ import annotations

import re

from goalwright.errors import FleetError

_NAME = re.compile(r"[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?")
_TAKEN = ("all",)


def require_name(name: str, what: str = "host") -> str:
    """The name itself, if a host or a tag may be called so."""
    if not _NAME.fullmatch(name):
        raise FleetError(f"{name!r} can't name a {what}: use small letters, digits, '.', '-' and '_', at most 63")
    if name in _TAKEN:
        raise FleetError(f"{name!r} can't name a {what}: it stands for every host")
    return name
