"""Bringing something from one place to another: renamed on one disk; across disks copied, compared, then removed.

Every step leaves the thing whole in one of the two places, and which steps are done can be seen from what is there,
so a transfer that was interrupted is completed by another one.
"""

from __future__ import annotations

import errno
import os
from functools import partial

from goalwright.contracts import Before, ToolCall
from goalwright.disk.allowed_roots import Spot
from goalwright.disk.atomic import PRIVATE, clear, temp_name
from goalwright.disk.copies import copy_entry, require_copyable
from goalwright.disk.disk_failures import cannot, failure, go_on
from goalwright.disk.ends import changed, needed, require_apart
from goalwright.disk.entries import FOLDER, kind_of, seen_at, seen_in
from goalwright.disk.placing import place, placed_inverse, require_place, take_back_placed
from goalwright.disk.removal import remove
from goalwright.disk.renames import rename_new, sync_folder
from goalwright.disk.sameness import Mark, is_moved, is_same, is_untouched
from goalwright.disk.tree_walks import walked
from goalwright.errors import ToolFailure


def transfer(call: ToolCall, source: Spot, target: Spot, *, moved: Mark, there: Mark | None, way: str) -> None:
    """Bring the thing known by `moved` to the target, where `there` was seen before; `way` tells transfers apart."""
    seen, now = seen_at(source), seen_at(target)
    if seen is None or _is_going(call, source, moved, way):
        if not is_moved(moved, now):
            needed(source)
            raise changed(target.path)
        _clear_away(call, source, way)
        return
    if is_respelling(source, target):
        os.rename(source.name, target.name, src_dir_fd=source.fd, dst_dir_fd=target.fd)
        sync_folder(target.fd)
        return
    require_apart(source, seen, target)
    if now is None or is_untouched(there, now) or not _is_carried(call, source, target.fd, target.name):
        require_place(call, target, there, kind_of(seen))
        if _is_renamed(call, source, target, there):
            return
        _carry(call, source, target, there, way)
    carried = placed_inverse(call, target, there)
    try:
        _drop(call, source, target, way)
    except (OSError, ToolFailure) as error:
        _clean_up(call, source, target, carried, way, error)
        raise


def is_respelling(source: Spot, target: Spot) -> bool:
    """Whether the two are one entry of one folder, on a disk for which their names differ in spelling only."""
    seen, there = seen_at(source), seen_at(target)
    if source.name == target.name or seen is None or there is None or not os.path.samestat(seen, there):
        return False
    if not os.path.samestat(os.fstat(source.fd), os.fstat(target.fd)):
        return False
    return not {source.name, target.name} <= set(os.listdir(source.fd))  # noqa: PTH208  # a descriptor, not a Path


def is_spelled(spot: Spot) -> bool:
    """Whether the folder lists the name exactly so."""
    return spot.name in os.listdir(spot.fd)  # noqa: PTH208  # a descriptor, not a Path


def is_cut_off(call: ToolCall, source: Spot | None, target: Spot | None, way: str) -> bool:
    """Whether a transfer between the two was begun and never completed."""
    ends = ((target, "part"), (source, "husk"), (source, "going"))
    return any(spot is not None and seen_in(spot.fd, temp_name(call, f"{way} {what}")) for spot, what in ends)


def _is_renamed(call: ToolCall, source: Spot, target: Spot, there: Mark | None) -> bool:
    """Whether a rename did it; False where the two are on different disks."""
    try:
        place(call, source.fd, source.name, target, there)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        return False
    sync_folder(source.fd)
    return True


def _is_carried(call: ToolCall, source: Spot, target: int, name: str) -> bool:
    """Whether the whole copy is under a name in an open folder; every byte is compared, because the source will go."""
    return is_same(source.fd, source.name, target, name, strictly=True, asked=partial(go_on, call))


def _carry(call: ToolCall, source: Spot, target: Spot, there: Mark | None, way: str) -> None:
    """Put an exact copy at the target; the source stays."""
    part, seen = temp_name(call, f"{way} part"), needed(source)
    require_copyable(source.fd, source.name, seen, source.path)
    _require_removable(source, seen)
    remove(target.fd, part)
    try:
        copy_entry(call, source.fd, source.name, target.fd, part, shown=source.path, keeps_owner=True)
        if not _is_carried(call, source, target.fd, part):
            raise changed(source.path)
        place(call, target.fd, part, target, there)
    except BaseException:
        remove(target.fd, part)
        raise


def _drop(call: ToolCall, source: Spot, target: Spot, way: str) -> None:
    """Remove the source, which is whole at the target now; its name is free in one step where the disk can do that."""
    husk = temp_name(call, f"{way} husk")
    try:
        rename_new(source.fd, source.name, source.fd, husk)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        # A folder from a lower layer of an overlay cannot even be renamed in its place: a note stands in for that.
        os.close(
            os.open(temp_name(call, f"{way} going"), os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, PRIVATE, dir_fd=source.fd)
        )
    else:
        if not is_same(source.fd, husk, target.fd, target.name):
            rename_new(source.fd, husk, source.fd, source.name)
            raise changed(source.path)
    sync_folder(source.fd)
    _clear_away(call, source, way)


def _clean_up(
    call: ToolCall, source: Spot, target: Spot, carried: Before, way: str, error: OSError | ToolFailure
) -> None:
    """Take the copy away again if the source could not be touched; a ToolFailure that is half done if it is going."""
    told_as = error if isinstance(error, ToolFailure) else failure("move", source.path, error)
    try:
        if seen_at(source) is not None and seen_in(source.fd, temp_name(call, f"{way} going")) is None:
            take_back_placed(call, target, carried)
            return
    except (OSError, ToolFailure) as other:
        told_as = other if isinstance(other, ToolFailure) else failure("remove", target.path, other)
    raise ToolFailure(told_as.problem, is_half_done=True) from error


def _clear_away(call: ToolCall, source: Spot, way: str) -> None:
    """Remove what is left of the source: under its other name, or in its place if a note says so."""
    remove(source.fd, temp_name(call, f"{way} husk"))
    if seen_in(source.fd, temp_name(call, f"{way} going")) is not None:
        remove(source.fd, source.name)
        clear(source.fd, temp_name(call, f"{way} going"))
    sync_folder(source.fd)


def _is_going(call: ToolCall, source: Spot, moved: Mark, way: str) -> bool:
    """Whether an earlier attempt was about to remove the source in its place."""
    seen = seen_at(source)
    is_noted = seen_in(source.fd, temp_name(call, f"{way} going")) is not None
    return is_noted and seen is not None and seen.st_ino == moved["ino"]


def _require_removable(source: Spot, seen: os.stat_result) -> None:
    """A ToolFailure before anything is done, if what is in a folder could be copied but not removed."""
    if kind_of(seen) != FOLDER:
        return
    for found in walked(source.fd, source.name):
        if found.seen.st_dev != seen.st_dev:
            raise cannot("move", f"{source.path}/{found.path}", "it is a mounted disk; move what is on it instead")
        is_foreign = found.kind == FOLDER and found.seen.st_uid != os.geteuid()
        if is_foreign and not os.access(found.name, os.W_OK | os.X_OK, dir_fd=found.folder):
            problem = "it could not be removed afterwards; change its permissions, or copy instead"
            raise cannot("move", f"{source.path}/{found.path}", problem)
