"""Marks: how something is known again later, in a few values that a journal can hold."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from goalwright.tools.files.entries import FILE, kind_of

Mark = Mapping[str, Any]


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
    """Whether it can be the thing that was marked in another place, carried there by a rename or a copy."""
    now = mark_of(seen)
    if now is None or now["kind"] != mark["kind"] or now.get("size") != mark.get("size"):
        return False
    return bool(now["ino"] == mark["ino"] or now["mtime_ns"] == mark["mtime_ns"])
