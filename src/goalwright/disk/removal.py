"""Removing for good: only what Goalwright made itself, or has put elsewhere whole."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from goalwright.disk.allowed_roots import Spot
from goalwright.disk.entries import FOLDER, folder_in, kind_of, seen_at, seen_in
from goalwright.disk.renames import rename_new, sync_folder
from goalwright.disk.tree_walks import walked


def remove(folder: int, name: str) -> None:
    """Remove what is under a name in an open folder with all that is in it, if it is there. No link is followed."""
    seen = seen_in(folder, name)
    if seen is None:
        return
    if kind_of(seen) != FOLDER:
        os.unlink(name, dir_fd=folder)
        return
    _unlock(folder, name, seen)
    for found in walked(folder, name, leaving=True):
        if found.kind != FOLDER:
            os.unlink(found.name, dir_fd=found.folder)
        elif found.is_left:
            os.rmdir(found.name, dir_fd=found.folder)
        else:
            _unlock(found.folder, found.name, found.seen)
    os.rmdir(name, dir_fd=folder)


def remove_at_once(folder: int, name: str, aside: str) -> None:
    """Remove something so that its name is free in one step; `aside` is a free name beside it, cleared first."""
    remove(folder, aside)
    if seen_in(folder, name) is not None:
        rename_new(folder, name, folder, aside)
        sync_folder(folder)
        remove(folder, aside)


def remove_file(spot: Spot) -> None:
    """Remove a file that undo does not want any more, lastingly, if it is there."""
    if seen_at(spot) is not None:
        os.unlink(spot.name, dir_fd=spot.fd)
        sync_folder(spot.fd)


def _unlock(folder: int, name: str, seen: os.stat_result) -> None:
    """A folder that its owner may not write to is made writable, or it could not be emptied."""
    mode = stat.S_IMODE(seen.st_mode)
    if mode & stat.S_IRWXU != stat.S_IRWXU:
        with suppress(PermissionError), folder_in(folder, name) as inner:
            os.fchmod(inner, mode | stat.S_IRWXU)
