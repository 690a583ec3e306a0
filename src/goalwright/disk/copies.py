"""Exact copies of files, links and folders: bytes, modes and times, a piece at a time, no link followed."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from goalwright.contracts import ToolCall
from goalwright.disk.atomic import PRIVATE, Look, carried_by, dress, look_of, write_all
from goalwright.disk.below import below, parted
from goalwright.disk.disk_failures import cannot, go_on, told
from goalwright.disk.entries import FILE, FOLDER, LINK, PIECE, file_in, kind_of, new_file_in
from goalwright.disk.renames import sync_disk
from goalwright.disk.tree_walks import WalkedEntry, walked

STRETCH = 8 * PIECE
"""How many bytes the system copies by itself between two questions whether to stop."""

_NOT_BY_SYSTEM = {errno.EXDEV, errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM, errno.EBADF, errno.ETXTBSY}


def require_copyable(folder: int, name: str, seen: os.stat_result, shown: str, *, doing: str = "copy") -> None:
    """A ToolFailure that names the first thing in it which is neither file, folder nor link."""
    _require_plain(kind_of(seen), shown, doing)
    if kind_of(seen) == FOLDER:
        for found in walked(folder, name):
            _require_plain(found.kind, f"{shown}/{found.path}", doing)


def copy_entry(
    call: ToolCall, folder: int, name: str, target: int, new_name: str, *, shown: str, keeps_owner: bool = False
) -> None:
    """Copy what is under a name in an open folder to a free name in another, lastingly.

    `shown` is the path of the original, for messages. If it fails, the caller removes what is there of the copy.
    """
    seen = os.stat(name, dir_fd=folder, follow_symlinks=False)
    top = WalkedEntry("", folder, name, seen)
    look = partial(_look, keeps_owner=keeps_owner)
    if top.kind != FOLDER:
        _copy_leaf(call, top, target, new_name, shown, look)
        return
    os.mkdir(new_name, PRIVATE | stat.S_IXUSR, dir_fd=target)
    with below(target, new_name) as copies:
        for found in walked(folder, name, leaving=True):
            go_on(call)
            where, leaf = parted(found.path)
            if found.is_left:
                _dress(copies.at(found.path), look(found.seen))
            elif found.kind == FOLDER:
                os.mkdir(leaf, PRIVATE | stat.S_IXUSR, dir_fd=copies.at(where))
            else:
                _copy_leaf(call, found, copies.at(where), leaf, f"{shown}/{found.path}", look)
        _dress(copies.at(""), look(seen))
        sync_disk(copies.at(""))


def _copy_leaf(
    call: ToolCall, found: WalkedEntry, target: int, name: str, shown: str, look: Callable[[os.stat_result], Look]
) -> None:
    if found.kind == LINK:
        os.symlink(os.readlink(found.name, dir_fd=found.folder), name, dir_fd=target)
        times = (found.seen.st_atime_ns, found.seen.st_mtime_ns)
        with suppress(OSError, NotImplementedError):
            os.utime(name, ns=times, dir_fd=target, follow_symlinks=False)
        return
    with told("copy", shown), file_in(found.folder, found.name) as original:
        seen = os.fstat(original)
        with new_file_in(target, name, PRIVATE) as copy:
            copy_bytes(call, original, copy)
            _require_unchanged(seen, os.fstat(original), os.fstat(copy), shown)
            # Labels that users and programs attached; the access list names users whom another disk may not know.
            labels = (note for note in carried_by(original).notes if note[0].startswith("user."))
            dress(copy, Look(notes=tuple(labels)))
            _dress(copy, look(seen))
            if not found.path:  # in a tree, the disk is asked once for all of it
                os.fsync(copy)


def copy_bytes(call: ToolCall, original: int, copy: int) -> None:
    """Copy all bytes: by the system where it can, which may even share them between the two files.

    Holes, which take no room on the disk, stay holes.
    """
    size = os.fstat(original).st_size
    for start, end in _stretches(original, size):
        for file in (original, copy):
            os.lseek(file, start, os.SEEK_SET)
        while (left := end - os.lseek(original, 0, os.SEEK_CUR)) > 0 and _copied_by_system(original, copy, left):
            go_on(call)
        while left > 0 and (piece := os.read(original, min(PIECE, left))):
            go_on(call)
            write_all(copy, (piece,))
            left -= len(piece)
    os.ftruncate(copy, size)


def _stretches(file: int, size: int) -> Iterator[tuple[int, int]]:
    """Where an open file has bytes of its own, from and to; all of it where the disk can't tell."""
    end = 0
    while end < size:
        try:
            start = os.lseek(file, end, os.SEEK_DATA)
            end = os.lseek(file, start, os.SEEK_HOLE)
        except OSError as error:
            if error.errno == errno.ENXIO:  # nothing but a hole is left
                return
            start, end = end, size
        yield start, end


def _copied_by_system(original: int, copy: int, most: int) -> int:
    """How many bytes the system copied; 0 at the end, and where it does not know how."""
    if not hasattr(os, "copy_file_range"):
        return 0
    try:
        return os.copy_file_range(original, copy, min(STRETCH, most))
    except OSError as error:
        if error.errno not in _NOT_BY_SYSTEM:
            raise
        return 0


def _look(seen: os.stat_result, *, keeps_owner: bool) -> Look:
    """What the copy of a file carries. A copy of another user's file gets no special rights: it belongs to us."""
    look = look_of(seen)
    if keeps_owner:
        return look
    is_own = seen.st_uid == os.geteuid()
    mode = stat.S_IMODE(seen.st_mode)
    return Look(mode if is_own else mode & 0o1777, look.mtime_ns, look.atime_ns)


def _dress(file: int, look: Look) -> None:
    """Owner, mode and times, as far as the disk can hold them: one without modes refuses to change them."""
    with suppress(PermissionError):
        dress(file, Look(look.mode, owner=look.owner))
    with suppress(PermissionError):
        dress(file, Look(mtime_ns=look.mtime_ns, atime_ns=look.atime_ns))


def _require_unchanged(seen: os.stat_result, now: os.stat_result, copy: os.stat_result, shown: str) -> None:
    if (seen.st_size, seen.st_mtime_ns) != (now.st_size, now.st_mtime_ns) or copy.st_size != seen.st_size:
        problem = "it changed while it was being copied; try again once nothing writes to it"
        raise cannot("copy", shown, problem, is_transient=True)


def _require_plain(kind: str, shown: str, doing: str) -> None:
    if kind not in (FILE, FOLDER, LINK):
        raise cannot(doing, shown, f"it is a {kind}, which holds no bytes of its own; leave it out")
