"""The record of who asked for what, and who approved it: lines that are only ever added, each linked to the last."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goalwright.app.service_folder import ServiceFolder

RECORD = "record.jsonl"
_FORM: dict[str, Callable[[Any], Any]] = {"at": float, "by": str, "asked": str, "status": int, "after": str}


class AskedRecord:
    """Every request that may change something, with its caller and what came of it."""

    def __init__(self, folder: ServiceFolder) -> None:
        self._folder = folder
        lines = folder.last_lines(RECORD, 1)
        self._last = _digest(lines[0]) if lines else ""

    def add(self, *, by: str, asked: str, status: int) -> None:
        entry = {"at": round(time.time(), 3), "by": by, "asked": asked, "status": status, "after": self._last}
        line = json.dumps(entry)
        self._folder.append(RECORD, line)
        self._last = _digest(line)

    def last(self, limit: int) -> list[dict[str, Any]]:
        """The latest entries, newest first, each with whether it follows the one before it as it was written."""
        lines = self._folder.last_lines(RECORD, limit + 1)
        before = [""] if len(lines) <= limit else []
        linked = [*before, *lines]
        return [_entry(previous, line) for previous, line in pairwise(linked)][::-1]


def _entry(previous: str, line: str) -> dict[str, Any]:
    """A line of the record; one that is damaged is shown as it is."""
    try:
        entry = json.loads(line)
        read = {name: kind(entry[name]) for name, kind in _FORM.items()}
    except (ValueError, TypeError, KeyError):
        return {"at": 0.0, "by": "", "asked": f"damaged: {line[:200]}", "status": 0, "after": "", "is_linked": False}
    return {**read, "is_linked": read["after"] == (_digest(previous) if previous else "")}


def _digest(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()[:32]
