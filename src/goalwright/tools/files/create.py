"""files.create_file and files.create_folder: make what is missing, and leave what is there as it is."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from functools import partial
from itertools import zip_longest

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.contracts import path_spelling as paths
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.atomic import NEW_FILE
from goalwright.disk.disk_failures import go_on, telling
from goalwright.disk.entries import FILE, FOLDER, folder_in, kind_of, new_file_in, path_arg, seen_at, spot_of
from goalwright.disk.prints import path_resource
from goalwright.disk.removal import remove_file
from goalwright.disk.renames import sync_folder
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.files.path_tool import fact_about, path_tool
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services


def create_file(services: Services) -> FunctionTool:
    check = partial(_is_made, FILE)
    return path_tool(
        services.roots, _look_file, _make_file, check, _file_inverse, _take_file_back, known=fact_about("file")
    )


def create_folder(services: Services) -> FunctionTool:
    check = partial(_is_made, FOLDER)
    return path_tool(
        services.roots, _look_folder, _make_folders, check, _folder_inverse, _take_folders_back, known=fact_about("dir")
    )


@telling("create")
def _look_file(roots: AllowedRoots, call: ToolCall) -> Before:
    with roots.opened(path_arg(call), follow=True) as spot:
        return {"existed": _is_there(spot, FILE)}


@telling("create")
def _make_file(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    go_on(call)
    path = path_arg(call)
    with roots.opened(path, follow=True) as spot:
        if not _is_there(spot, FILE):
            # Another program may have made it a moment ago: it stays as it is.
            with suppress(FileExistsError), new_file_in(spot.fd, spot.name, NEW_FILE):
                pass
            sync_folder(spot.fd)
        return {"path": path, "created": not before["existed"]}


@telling("look at")
def _is_made(kind: str, roots: AllowedRoots, call: ToolCall, _before: Before) -> Verdict:
    with spot_of(roots, path_arg(call), follow=True) as spot:
        seen = seen_at(spot)
        return "yes" if seen is not None and kind_of(seen) == kind else "no"


@telling("look at")
def _file_inverse(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    """What is not empty was not made here."""
    with spot_of(roots, path_arg(call), follow=True) as spot:
        seen = seen_at(spot)
        return {"made": not before["existed"] and seen is not None and seen.st_size == 0}


@telling("take back")
def _take_file_back(roots: AllowedRoots, call: ToolCall, _before: Before, inverse: Before) -> None:
    path = path_arg(call)
    with spot_of(roots, path, follow=True) as spot:
        seen = seen_at(spot)
        if not inverse["made"] or spot is None or seen is None:
            return
        if kind_of(seen) != FILE or seen.st_size:
            raise ToolFailure(
                f"{printable(path)} was written to since it was created; delete it yourself if you want it gone"
            )
        remove_file(spot)


@telling("create")
def _look_folder(roots: AllowedRoots, call: ToolCall) -> Before:
    """Which folders are missing, the outermost first."""
    level = roots.check(path_arg(call))
    missing: list[str] = []
    while not _is_folder_at(roots, level):
        if level in roots.folders:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), level)
        missing.append(level)
        level = paths.parent(level)
    return {"missing": missing[::-1]}


@telling("create")
def _make_folders(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    made: list[str] = []
    try:
        for level in before["missing"]:
            go_on(call)
            with roots.opened(level) as spot:
                if not _is_there(spot, FOLDER):
                    os.mkdir(spot.name, dir_fd=spot.fd)
                    made.append(level)
                    sync_folder(spot.fd)
    except BaseException:
        for level in reversed(made):
            with suppress(OSError), roots.opened(level) as spot:
                os.rmdir(spot.name, dir_fd=spot.fd)
        raise
    return {"path": path_arg(call), "created": list(before["missing"])}


@telling("look at")
def _folder_inverse(roots: AllowedRoots, _call: ToolCall, before: Before) -> Before:
    """Which folders were made; what else is in them by now came from another program."""
    missing = before["missing"]
    resources = [path_resource(level) for level in missing[:1]]
    is_ours = all(_holds_only(roots, *levels) for levels in zip_longest(missing, missing[1:], fillvalue=""))
    return {"made": list(missing), "resources": resources, "changed": [] if is_ours else resources}


@telling("take back")
def _take_folders_back(roots: AllowedRoots, _call: ToolCall, _before: Before, inverse: Before) -> None:
    for level in reversed(inverse["made"]):
        with spot_of(roots, level) as spot:
            if spot is not None and _is_there(spot, FOLDER):
                os.rmdir(spot.name, dir_fd=spot.fd)
                sync_folder(spot.fd)


def _holds_only(roots: AllowedRoots, folder: str, inner: str) -> bool:
    with roots.opened(folder) as spot, folder_in(spot.fd, spot.name) as opened:
        return os.listdir(opened) == ([paths.name(inner)] if inner else [])  # noqa: PTH208  # a descriptor, not a Path


def _is_folder_at(roots: AllowedRoots, path: str) -> bool:
    with spot_of(roots, path) as spot:
        return _is_there(spot, FOLDER)


def _is_there(spot: Spot | None, wanted: str) -> bool:
    """Whether it is there; something of another kind in its place is a ToolFailure."""
    seen = seen_at(spot)
    if spot is None or seen is None:
        return False
    kind = kind_of(seen)
    if kind != wanted:
        raise ToolFailure(f"there is a {kind} at {printable(spot.path)}; move it away, or use another name")
    return True
