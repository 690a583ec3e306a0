"""files.delete_file and files.delete_folder: into the desktop's trash, from where undo takes it back."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Container, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.dataclass import replace
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.disk_failures import cannot, go_on, telling
from goalwright.disk.ends import changed, require_approved, same_spot
from goalwright.disk.entries import FILE, FOLDER, LINK, kind_of, path_arg, seen_at, seen_in, spot_of
from goalwright.disk.prints import ABSENT, path_resource, print_in
from goalwright.disk.renames import rename_new, sync_folder
from goalwright.disk.trash import Bin, OpenBin, bin_for, bin_name, note_text, open_bin, release, reserve
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.files import other_trash
from goalwright.tools.files.path_tool import fact_about, path_tool, print_of
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

TRASHED = "trash:"
"""What the names of things in the trash begin with, where undo compares them."""


def delete_file(services: Services) -> FunctionTool:
    return _tool(services, FILE, "file")


def delete_folder(services: Services) -> FunctionTool:
    return _tool(services, FOLDER, "dir")


def _tool(services: Services, kind: str, register: str) -> FunctionTool:
    if sys.platform == "darwin" and services.trash is None:
        return other_trash.delete_tool(services, partial(_require_deletable, services.roots, kind), register)
    steps = (partial(_look, services, kind), _delete, _is_deleted, _inverse, _take_back)
    tool = path_tool(services.roots, *steps, known=fact_about(register, "absent"))
    return replace(tool, print_of=partial(_print_of, services.roots))


@telling("delete")
def _look(services: Services, kind: str, roots: AllowedRoots, call: ToolCall) -> Before:
    """Where the thing will go: its place in the trash, its name there and the note beside it."""
    require_approved(call)
    with roots.opened(path_arg(call)) as spot:
        seen = os.stat(spot.name, dir_fd=spot.fd, follow_symlinks=False)
        place = bin_for(spot.path, os.fstat(spot.fd).st_dev, services.trash)
        _require_deletable(roots, kind, call, spot, place.folder)
        with open_bin(place) as trash:
            name = bin_name(call, spot.name, trash)
        return {
            "real": spot.path,
            "inode": seen.st_ino,
            "kind": kind_of(seen),
            "trash": place.folder,
            "top": place.top,
            "name": name,
            "note": note_text(place, spot.path, services.clock()),
        }


@telling("delete")
def _delete(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    require_approved(call)
    go_on(call)
    with _bin(before, make=True) as trash, same_spot(roots, call, before, follow=False) as spot:
        if _is_here(spot, before):
            _throw_away(spot, trash, before)
        elif not _is_in(trash, before):
            gone = "it is not there any more; check whether something moved it"
            raise changed(spot.path) if seen_at(spot) is not None else cannot("delete", spot.path, gone)
    return {"path": path_arg(call), "trash": str(Path(before["trash"], "files", before["name"]))}


def _throw_away(spot: Spot, trash: OpenBin, before: Before) -> None:
    name = before["name"]
    reserve(trash, name, before["note"])
    try:
        rename_new(spot.fd, spot.name, trash.files, name)
    except OSError as error:
        release(trash, name)
        if error.errno == errno.EXDEV:
            problem = "it cannot be moved into the trash in one piece; copy it to your home folder and delete it there"
            raise cannot("delete", spot.path, problem) from error
        raise
    sync_folder(trash.files)
    sync_folder(spot.fd)


@telling("look at")
def _is_deleted(roots: AllowedRoots, call: ToolCall, before: Before) -> Verdict:
    with spot_of(roots, path_arg(call)) as spot:
        if spot is None or seen_at(spot) is None:
            return "yes"
        if _is_here(spot, before):
            return "no"
    with open_bin(_place(before)) as trash:
        return "yes" if trash is not None and _is_in(trash, before) else "no"


@telling("look at")
def _inverse(_roots: AllowedRoots, _call: ToolCall, before: Before) -> Before | None:
    with open_bin(_place(before)) as trash:
        if trash is None or not _is_in(trash, before):
            return None
        where = f"{TRASHED}{Path(before['trash'], 'files', before['name'])}"
        kept = print_in(trash.files, before["name"])
        return {"print": kept, "holds": {where: kept, path_resource(before["real"]): ABSENT}, "resources": [where]}


def _print_of(roots: AllowedRoots, resource: str, apart: Container[str] = ()) -> str:
    """The fingerprint of a path, or of a thing in the trash, which may lie outside the allowed folders."""
    if not resource.startswith(TRASHED):
        return print_of(roots, resource, apart)
    where = Path(resource.removeprefix(TRASHED))
    with open_bin(Bin(folder=str(where.parent.parent))) as trash:
        return ABSENT if trash is None else print_in(trash.files, where.name)


@telling("bring back")
def _take_back(roots: AllowedRoots, call: ToolCall, before: Before, inverse: Before) -> None:
    with _bin(before) as trash, same_spot(roots, call, before, follow=False) as spot:
        if _is_in(trash, before) or not _is_here(spot, before):
            _bring_back(spot, trash, before, inverse)
        release(trash, before["name"])


def _bring_back(spot: Spot, trash: OpenBin, before: Before, inverse: Before) -> None:
    name = before["name"]
    if seen_at(spot) is not None:
        raise ToolFailure(f"something else is at {printable(spot.path)} now; move it away, then undo again")
    if not _is_in(trash, before):
        raise ToolFailure(f"{printable(spot.path)} is no longer in the trash, so it cannot be brought back")
    if print_in(trash.files, name) != inverse["print"]:
        raise ToolFailure(f"{printable(spot.path)} was changed in the trash, so it was left there; check it")
    rename_new(trash.files, name, spot.fd, spot.name)
    sync_folder(spot.fd)
    sync_folder(trash.files)


def _is_here(spot: Spot, before: Before) -> bool:
    """Whether the very thing that was to be deleted is where it was."""
    seen = seen_at(spot)
    return seen is not None and seen.st_ino == before["inode"] and kind_of(seen) == before["kind"]


def _is_in(trash: OpenBin, before: Before) -> bool:
    """Whether it is in the trash, where its name is its own; its inode may have changed with the move."""
    seen = seen_in(trash.files, before["name"])
    return seen is not None and kind_of(seen) == before["kind"]


def _place(before: Before) -> Bin:
    return Bin(before["trash"], before["top"])


@contextmanager
def _bin(before: Before, *, make: bool = False) -> Iterator[OpenBin]:
    with open_bin(_place(before), make=make) as trash:
        if trash is None:
            raise ToolFailure(f"the trash folder {printable(before['trash'])} is gone, with all that was in it")
        yield trash


def _require_deletable(roots: AllowedRoots, kind: str, call: ToolCall, spot: Spot, trash: str = "") -> None:
    """A ToolFailure for things of another kind, and for folders that hold what must stay."""
    seen = os.stat(spot.name, dir_fd=spot.fd, follow_symlinks=False)
    found = kind_of(seen)
    if found not in (kind, LINK):
        raise ToolFailure(f"{printable(spot.path)} is a {found}, not a {kind}; say which of the two is meant")
    if found == FOLDER and seen.st_dev != os.fstat(spot.fd).st_dev:
        raise ToolFailure(f"{printable(spot.path)} is a mounted disk; name what to delete on it")
    kept = dict.fromkeys(roots.folders, "a folder that tools may work in")
    kept |= {trash: "the trash", call.keep: "the record of this run", str(Path.home()): "your home folder"}
    for place, what in kept.items():
        if place and _is_within(os.path.realpath(place), spot.path):
            raise ToolFailure(f"{printable(spot.path)} is, or holds, {what}; name what to delete in it")
    if trash and _is_within(spot.path, os.path.realpath(trash)):
        raise ToolFailure(f"{printable(spot.path)} is in the trash already; empty the trash to remove it for good")


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")
