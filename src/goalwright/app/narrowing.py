"""Narrowing: the parts of an application for a caller that may touch fewer folders than its user."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from goalwright.app.goalwright import Goalwright
from goalwright.app.staging import next_stage
from goalwright.app.wiring import Wiring


def within(gw: Goalwright, folders: Sequence[str]) -> Goalwright:
    """The same application, kept to what of its allowed folders lies in `folders`; it never gets more.

    Relative paths start where they did, or in the first of the folders if that is out of bounds now.
    """
    parts = gw.parts
    kept = tuple(dict.fromkeys(_common(parts.roots.folders, folders)))
    cwd = os.path.realpath(parts.cwd)
    is_inside = any(Path(cwd).is_relative_to(folder) for folder in kept)
    start = parts.cwd if is_inside or not kept else Path(kept[0])
    narrow = Goalwright(parts.home, start, parts.config)
    narrow.parts = Wiring(parts.home, start, parts.config, folders=kept, next_stage=next_stage)
    return narrow


def _common(allowed: Sequence[str], wanted: Sequence[str]) -> Iterator[str]:
    for folder in map(os.path.realpath, wanted):
        for root in allowed:
            if Path(folder).is_relative_to(root):
                yield folder
            elif Path(root).is_relative_to(folder):
                yield root
