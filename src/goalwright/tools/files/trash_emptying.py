"""files.empty_trash: what is in the user's trash, deleted for good."""

from __future__ import annotations

import os
from functools import partial

from goalwright.contracts import Before, ToolCall
from goalwright.contracts.human_sizes import size_text
from goalwright.disk.disk_failures import go_on, telling
from goalwright.disk.entries import FOLDER, kind_of, seen_in
from goalwright.disk.removal import remove
from goalwright.disk.trash import Bin, home_trash, open_bin
from goalwright.disk.tree_walks import walked
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services


def empty_trash(services: Services) -> FunctionTool:
    return FunctionTool(act=partial(_empty, services))


@telling("empty the trash")
def _empty(_services: Services, call: ToolCall, _before: Before) -> Before:
    """Notes go last, so that nothing in the trash is ever without the note that says where it was."""
    count = size = 0
    with open_bin(Bin(str(home_trash()))) as trash:
        if trash is not None:
            for name in _names(trash.files):
                go_on(call)
                size += _size(trash.files, name)
                remove(trash.files, name)
                count += 1
            for note in _names(trash.notes):
                remove(trash.notes, note)
    things = f"{count:,} thing{'s' if count != 1 else ''}"
    told = f"{things} deleted for good, {size_text(size)}" if count else "the trash was empty"
    return {"count": count, "size": size, "text": told}


def _names(folder: int) -> list[str]:
    with os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries)


def _size(folder: int, name: str) -> int:
    seen = seen_in(folder, name)
    inner = (
        sum(found.seen.st_size for found in walked(folder, name)) if seen is not None and kind_of(seen) == FOLDER else 0
    )
    return inner + (seen.st_size if seen is not None else 0)
