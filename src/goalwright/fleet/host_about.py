"""What a host says of itself. It is not signed, so it may be anything; it is shown, and nothing is decided by it."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from goalwright.dataclass import dataclass

_LONGEST = 200
_MOST_FAMILIES = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class HostAbout:
    """`tools` counts the usable ones by family."""

    version: str
    platform: str
    folder: str
    tools: Mapping[str, int]


def about_text(version: str, folder: str, tool_names: Iterable[str]) -> str:
    """What this machine says of itself."""
    usable = Counter(name.partition(".")[0] if "." in name else "other" for name in tool_names)
    return json.dumps({"version": version, "platform": sys.platform, "folder": folder, "tools": dict(usable)})


def told_of(text: str) -> HostAbout:
    """What a host has said, as far as it makes sense."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = {}
    told: Mapping[str, Any] = found if isinstance(found, dict) else {}
    tools = told.get("tools")
    rows = list(tools.items())[:_MOST_FAMILIES] if isinstance(tools, dict) else []
    return HostAbout(
        version=str(told.get("version", ""))[:_LONGEST],
        platform=str(told.get("platform", ""))[:_LONGEST],
        folder=str(told.get("folder", ""))[:_LONGEST],
        tools={str(name)[:_LONGEST]: count for name, count in rows if type(count) is int},
    )
