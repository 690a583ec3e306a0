"""Marks: how something is known again later, in a few values that a journal can hold."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from goalwright.disk.entries import FILE, kind_of

Mark = Mapping[str, Any]

_COARSEST_NS = 2_000_000_001
"""How far the time of a thing may change when it goes to a disk that keeps times in steps of two seconds."""


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

    It is no proof: the number of something that was removed is soon given to another.
    """
    now = mark_of(seen)
    if now is None or now["kind"] != mark["kind"]:
        return False
    is_like = now.get("size") == mark.get("size") and abs(now["mtime_ns"] - mark["mtime_ns"]) < _COARSEST_NS
    return bool(is_like or now["ino"] == mark["ino"])
