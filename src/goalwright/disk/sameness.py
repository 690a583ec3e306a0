"""Whether two files or trees are the same, and whether something is the thing that was seen before, by its mark."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from goalwright.disk.below import below, parted
from goalwright.disk.entries import FILE, FOLDER, LINK, file_in, kind_of, pieces, seen_in
from goalwright.disk.tree_walks import WalkedEntry, walked

Mark = Mapping[str, Any]

_COARSEST_NS = 2_000_000_001
"""How far the time of a thing may change when it goes to a disk that keeps times in steps of two seconds."""


def is_same(
    folder: int,
    name: str,
    other: int,
    other_name: str,
    *,
    strictly: bool = False,
    asked: Callable[[], None] = lambda: None,
) -> bool:
    """Whether two things have the same names, kinds, bytes and link targets. No link is followed.

    Files of the same size and time count as the same without being read, unless `strictly`. Modes do not count: not
    every disk has them. `asked` is called again and again, and may raise to end it.
    """
    mine, theirs = _entry(folder, name), _entry(other, other_name)
    if mine is None or theirs is None or not _is_like(mine, theirs, strictly, asked):
        return False
    if mine.kind != FOLDER:
        return True
    count = 0
    with below(other, other_name) as others:
        for found in walked(folder, name):
            asked()
            count += 1
            where, leaf = parted(found.path)
            counterpart = _entry(others.at(where), leaf)
            if counterpart is None or not _is_like(found, counterpart, strictly, asked):
                return False
    return count == sum(1 for _ in walked(other, other_name))


def mark_of(seen: os.stat_result | None) -> dict[str, Any] | None:
    """The mark of what was seen; None of nothing. Disks are left out: their numbers change when a machine starts."""
    if seen is None:
        return None
    mark = {"kind": kind_of(seen), "ino": seen.st_ino, "mtime_ns": seen.st_mtime_ns}
    return mark | {"size": seen.st_size} if mark["kind"] == FILE else mark


def is_untouched(mark: Mark | None, seen: os.stat_result | None) -> bool:
    """Whether it is still the very thing that was marked, or still nothing."""
    return mark_of(seen) == (dict(mark) if mark is not None else None)


def is_moved(mark: Mark, seen: os.stat_result | None) -> bool:
    """Whether it can be the thing that was marked, in another place: renamed, and changed since, or copied.

    This is no proof: disks soon give the number of a removed file to another.
    """
    now = mark_of(seen)
    if now is None or now["kind"] != mark["kind"]:
        return False
    is_like = now.get("size") == mark.get("size") and abs(now["mtime_ns"] - mark["mtime_ns"]) < _COARSEST_NS
    return bool(is_like or now["ino"] == mark["ino"])


def is_like(mark: Mark, seen: os.stat_result | None) -> bool:
    """Whether it can stand for the thing that was marked: that one, or a file of its size that was saved again.

    This is enough where its bytes are known to be the same, and where nothing is lost if they are not.
    """
    now = mark_of(seen)
    is_saved_anew = now is not None and now["kind"] == mark["kind"] == FILE and now["size"] == mark["size"]
    return is_saved_anew or is_moved(mark, seen)


def _entry(folder: int, name: str) -> WalkedEntry | None:
    seen = seen_in(folder, name)
    return None if seen is None else WalkedEntry("", folder, name, seen)


def _is_like(mine: WalkedEntry, theirs: WalkedEntry, strictly: bool, asked: Callable[[], None]) -> bool:
    kind = mine.kind
    if kind != theirs.kind:
        return False
    if kind == LINK:
        return os.readlink(mine.name, dir_fd=mine.folder) == os.readlink(theirs.name, dir_fd=theirs.folder)
    if kind != FILE:
        return kind == FOLDER
    if mine.seen.st_size != theirs.seen.st_size:
        return False
    if mine.seen.st_mtime_ns == theirs.seen.st_mtime_ns and not strictly:
        return True
    return _has_same_bytes(mine, theirs, asked)


def _has_same_bytes(mine: WalkedEntry, theirs: WalkedEntry, asked: Callable[[], None]) -> bool:
    with file_in(mine.folder, mine.name) as file, file_in(theirs.folder, theirs.name) as other:
        for piece, counterpart in zip(pieces(file), pieces(other), strict=False):
            asked()
            if piece != counterpart:
                return False
        return True
