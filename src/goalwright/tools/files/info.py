"""files.get_info: a file's size, times and kind; of a folder, how much is in it."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

from goalwright.contracts import Before, ToolCall
from goalwright.contracts.human_sizes import day_text, size_text
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.disk_failures import go_on, legible, telling
from goalwright.disk.entries import FILE, FOLDER, LINK, kind_of, path_arg, seen_at
from goalwright.disk.tree_walks import walked
from goalwright.errors import PolicyRefusal
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

MOST = 500_000
"""How many things in a folder are counted before the count is given up as unfinished."""


def get_info(services: Services) -> FunctionTool:
    return FunctionTool(act=partial(_info, services.roots))


@telling("look at")
def _info(roots: AllowedRoots, call: ToolCall, _before: Before) -> Before:
    path = path_arg(call)
    with roots.opened(path) as spot:
        seen = os.stat(spot.name, dir_fd=spot.fd, follow_symlinks=False)
        if kind_of(seen) != LINK:
            return _told({"path": path, **_described(call, spot, seen)}, seen)
        target = legible(os.readlink(spot.name, dir_fd=spot.fd))
        return _told({"path": path, **_behind(roots, call, path, seen), "link_to": target}, seen)


def _told(found: dict[str, Any], seen: os.stat_result) -> dict[str, Any]:
    """What was found, and the part of it that people ask for as a sentence."""
    link = f"link to {found['link_to']}, " if "link_to" in found else ""
    inside = f"{found['files']:,} files, " if "files" in found else ""
    more = " or more" if found.get("truncated") else ""
    day = day_text(seen.st_mtime)
    rights = f", {found['mode']}, owned by {found['owner']}"
    changed = f", changed {day}" if day else ""
    return {**found, "text": f"{link}{inside}{size_text(found['size'])}{more}{changed}{rights}"}


def _behind(roots: AllowedRoots, call: ToolCall, path: str, link: os.stat_result) -> dict[str, Any]:
    """What a link leads to; of one that leads nowhere, or outside, the link itself."""
    with suppress(FileNotFoundError, NotADirectoryError, PolicyRefusal), roots.opened(path, follow=True) as target:
        seen = seen_at(target)
        if seen is not None:
            return _described(call, target, seen)
    return _plain(link)


def _described(call: ToolCall, spot: Spot, seen: os.stat_result) -> dict[str, Any]:
    return _plain(seen) | (_contents(call, spot) if kind_of(seen) == FOLDER else {})


def _plain(seen: os.stat_result) -> dict[str, Any]:
    told: dict[str, Any] = {
        "kind": kind_of(seen),
        "size": seen.st_size,
        "modified": _moment(seen.st_mtime),
        "created": _moment(getattr(seen, "st_birthtime", None)),
        "mode": stat.filemode(seen.st_mode),
        "owner": _owner(seen.st_uid),
    }
    return {name: value for name, value in told.items() if value is not None}


def _contents(call: ToolCall, spot: Spot) -> dict[str, Any]:
    """How much is in a folder, all levels counted; `entries` are those directly in it."""
    counts = {"entries": 0, "files": 0, "folders": 0, "size": 0, "unreadable": 0}

    def pass_over(_path: str, _error: OSError) -> None:
        counts["unreadable"] += 1

    for number, found in enumerate(walked(spot.fd, spot.name, unreadable=pass_over)):
        go_on(call)
        if number == MOST:
            return {**counts, "truncated": True}
        counts["entries"] += "/" not in found.path
        counts["folders"] += found.kind == FOLDER
        if found.kind == FILE:
            counts["files"] += 1
            counts["size"] += found.seen.st_size
    return {**counts, "truncated": False}


def _moment(seconds: float | None) -> str | None:
    """ISO 8601, in local time; None for what no calendar has."""
    with suppress(OverflowError, OSError, ValueError):
        if seconds is not None:
            return datetime.fromtimestamp(seconds, UTC).astimezone().isoformat(timespec="seconds")
    return None


def _owner(number: int) -> str:
    """The owner's name, or number where it has no name."""
    try:
        import pwd  # which Windows has not

        return pwd.getpwuid(number).pw_name
    except (ImportError, KeyError):
        return str(number)
