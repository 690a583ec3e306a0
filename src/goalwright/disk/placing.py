"""Putting something finished into its place, and taking it back; what it replaces is kept."""

from __future__ import annotations

import errno
import os
from typing import Any

from goalwright.contracts import Before, ToolCall
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.atomic import temp_name
from goalwright.disk.disk_failures import told
from goalwright.disk.ends import changed, in_the_way
from goalwright.disk.entries import FILE, file_in, kind_of, seen_in, spot_of
from goalwright.disk.kept import (
    drop_kept,
    drop_noted,
    keep_file,
    kept_name,
    kept_print,
    kept_resource,
    noted_print,
    put_back,
)
from goalwright.disk.prints import ABSENT, bytes_print, path_resource, print_in
from goalwright.disk.removal import remove, remove_at_once
from goalwright.disk.renames import rename_new, sync_folder
from goalwright.disk.sameness import Mark, is_untouched
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable


def require_place(call: ToolCall, spot: Spot, there: Mark | None, kind: str) -> bool:
    """Whether something is at the spot that gives way to a thing of that kind; a ToolFailure if it does not.

    Only a file gives way, only to a file, only as it was when it was seen (`there`), and only where that was approved.
    """
    seen = seen_in(spot.fd, spot.name)
    if seen is None:
        return False
    if kind != FILE or kind_of(seen) != FILE:
        problem = "move it away, or use another name"
        raise ToolFailure(f"there is a {kind_of(seen)} at {printable(spot.path)}; {problem}")
    if call.risk != "high" or there is None:
        raise in_the_way(spot.path)
    if not is_untouched(there, seen):
        raise changed(spot.path)
    # Renaming alone would not ask whether the file could be written to.
    if not os.access(spot.name, os.W_OK, dir_fd=spot.fd, effective_ids=os.access in os.supports_effective_ids):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), spot.path)
    return True


def place(call: ToolCall, folder: int, name: str, spot: Spot, there: Mark | None, kept: str = "") -> None:
    """Rename something into its place, lastingly; a file that may be replaced is kept first."""
    kind = kind_of(os.stat(name, dir_fd=folder, follow_symlinks=False))
    if require_place(call, spot, there, kind):
        keep_file(call, spot.fd, spot.name, kept or kept_name(call))
        require_place(call, spot, there, kind)  # keeping it may have taken a while
        os.rename(name, spot.name, src_dir_fd=folder, dst_dir_fd=spot.fd)
    else:
        try:
            rename_new(folder, name, spot.fd, spot.name)
        except FileExistsError as error:
            raise in_the_way(spot.path) from error
    sync_folder(spot.fd)


def placed_inverse(call: ToolCall, spot: Spot, there: Mark | None, kept: str = "") -> dict[str, Any]:
    """What `take_back_placed` needs: how the thing is known, and what it replaced."""
    return {"made": print_in(spot.fd, spot.name), "was": replaced(call, there, kept)}


def target_inverse(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    """What `take_back_target` needs, once a call has put something at the end that was seen before it."""
    to = before["ends"][1]
    with told("look at", to), roots.opened(to) as target:
        return held_inverse(call, target, before["to"])


def held_inverse(call: ToolCall, spot: Spot, there: Mark | None) -> dict[str, Any]:
    """What `take_back_placed` needs, and what the thing holds by our doing: as it was noted, or else as it is seen."""
    inverse = placed_inverse(call, spot, there)
    holds = {path_resource(spot.path): noted_print(call) or inverse["made"]}
    return {**inverse, "holds": holds, "resources": kept_resources(call, there)}


def take_back_target(roots: AllowedRoots, call: ToolCall, before: Before, inverse: Before) -> None:
    """Take back what a call put at its end; where that is not there any more, nothing is to be done."""
    to = before["ends"][1]
    with told("take back", to), spot_of(roots, to) as target:
        if target is not None:
            take_back_placed(call, target, inverse)
    drop_noted(call)


def replaced(call: ToolCall, there: Mark | None, kept: str = "") -> str:
    """How the file is known that was replaced and kept, or that there was none."""
    return (kept_print(call, kept or kept_name(call)) if there is not None else "") or ABSENT


def kept_resources(call: ToolCall, there: Mark | None) -> list[str]:
    """The name among resources of the file that was replaced and kept, if there was one."""
    return [kept_resource(call, kept_name(call))] if there is not None else []


def take_back_placed(call: ToolCall, spot: Spot, inverse: Before, kept: str = "") -> None:
    """Remove what was put at the spot, and put back what it replaced; a second time completes the first."""
    if inverse["was"] != ABSENT:
        restore(call, spot, inverse, kept or kept_name(call))
        return
    aside = temp_name(call, f"aside {spot.name}")
    remove(spot.fd, aside)
    if seen_in(spot.fd, spot.name) is None:
        return
    if print_in(spot.fd, spot.name) != inverse["made"]:
        raise changed(spot.path)
    remove_at_once(spot.fd, spot.name, aside)
    sync_folder(spot.fd)


def restore(call: ToolCall, spot: Spot, inverse: Before, kept: str) -> None:
    """Put the kept file back, over what was made in its place; a second time completes the first."""
    is_back = bytes_at(spot) == inverse["was"]
    if not is_back and print_in(spot.fd, spot.name) not in (inverse["made"], ABSENT):
        raise changed(spot.path)
    if kept_print(call, kept) == inverse["was"]:
        put_back(call, kept, spot.fd, spot.name)
    elif not is_back:
        raise ToolFailure(f"the kept copy of {printable(spot.path)} is gone or changed, so nothing was put back")
    drop_kept(call, kept)


def bytes_at(spot: Spot) -> str:
    """What the file at the spot is known by, whatever its times; empty if there is no file."""
    seen = seen_in(spot.fd, spot.name)
    if seen is None or kind_of(seen) != FILE:
        return ""
    with file_in(spot.fd, spot.name) as file:
        return bytes_print(file)
