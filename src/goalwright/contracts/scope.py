"""The language of scopes: `root`, `after:…`, `inside:…` and `drive:…`, several of them joined by `;`."""

from __future__ import annotations

import re
from typing import NamedTuple

AFTER = "after"
INSIDE = "inside"
DRIVE = "drive"

_DRIVE_TARGET = re.compile(r"[A-Za-z]:?")


class ScopePart(NamedTuple):
    """One part of a scope: its kind, what it names, and the part as it was written."""

    kind: str
    target: str
    text: str


def scope_parts(scope: str) -> list[ScopePart]:
    """The parts of a scope in order, whatever is in them; judging them is the reader's business."""
    return [_part(text.strip()) for text in scope.split(";")]


def drive_root(target: str) -> str | None:
    """`D:\\` for the drive that `d` or `D:` names, or None if it names none."""
    return f"{target[0].upper()}:\\" if _DRIVE_TARGET.fullmatch(target) else None


def _part(text: str) -> ScopePart:
    kind, _, target = text.partition(":")
    return ScopePart(kind.rstrip(), target.lstrip(), text)
