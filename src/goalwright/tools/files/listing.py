"""files.list_directory: what is in a folder, by name."""

from __future__ import annotations

import heapq
import os
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from goalwright.contracts import Before, ToolCall
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.disk.disk_failures import go_on, legible, telling
from goalwright.disk.entries import FILE, LINK, folder_in, kind_of, path_arg, seen_in
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

MOST = 5_000
"""How many entries are listed; of a larger folder the first by name."""
PAUSE = 1_000


def list_directory(services: Services) -> FunctionTool:
    return FunctionTool(act=partial(_list, services.roots))


@telling("list")
def _list(roots: AllowedRoots, call: ToolCall, _before: Before) -> Before:
    path = path_arg(call)
    counted = 0

    def counting() -> Iterator[str]:
        nonlocal counted
        for name in names_in(call, folder):
            counted += 1
            yield name

    with roots.opened(path, follow=True) as spot, folder_in(spot.fd, spot.name) as folder:
        names = heapq.nsmallest(MOST, counting(), key=reading_order)
        entries = [entry for name in names if (entry := described(folder, name)) is not None]
    return {"path": path, "entries": entries, "count": counted, "truncated": counted > MOST}


def names_in(call: ToolCall, folder: int) -> Iterator[str]:
    """The names in an open folder, as they come; it ends early if the call is to end."""
    with os.scandir(folder) as found:
        for number, entry in enumerate(found):
            if number % PAUSE == 0:
                go_on(call)
            yield entry.name


def reading_order(name: str) -> tuple[str, str]:
    """As people look names up: capitals beside small letters."""
    return name.casefold(), name


def described(folder: int, name: str) -> Mapping[str, Any] | None:
    """One entry for people to read, or None if it has vanished; hidden ones are there too, and say so."""
    entry: dict[str, Any] = {"name": legible(name), "kind": "unknown", "hidden": name.startswith(".")}
    try:
        seen = seen_in(folder, name)
    except PermissionError:  # a folder may be open to listing, and closed to everything else
        return entry
    if seen is None:
        return None
    entry["kind"] = kind = kind_of(seen)
    if kind == FILE:
        entry["size"] = seen.st_size
    elif kind == LINK:
        entry["target"] = legible(os.readlink(name, dir_fd=folder))
    return entry
