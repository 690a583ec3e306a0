"""Cleaning: old runs and facts leave the state folder."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from goalwright.app.wiring import BROWSER_FOLDER, Wiring
from goalwright.contracts import CleanReport


def cleaned(parts: Wiring, keep_days: int | None = None) -> CleanReport:
    """Remove what is older than that, or than the setting says; what is running, and what waits, stays."""
    days = parts.settings["keep_days"] if keep_days is None else keep_days
    before = _size(parts.home)
    runs, facts = parts.journal.clean(days), parts.facts.clean(days)
    parts.close()  # what was removed leaves the disk when the files are closed
    return CleanReport(runs_removed=runs, facts_removed=facts, bytes_freed=max(0, before - _size(parts.home)))


def _size(home: Path) -> int:
    """What is kept of runs and facts, in bytes; the browser's profile, which changes as it likes, aside."""
    total = 0
    for base, folders, names in os.walk(home):
        if Path(base) == home:
            folders[:] = [name for name in folders if name != BROWSER_FOLDER]
        for name in names:
            with suppress(OSError):
                total += Path(base, name).lstat().st_size
    return total
