"""Two disks for the tests: one in memory, where writing lastingly takes no time, and the one of temporary files."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
"""A disk of its own on Linux."""
ENOUGH_BYTES = 4 << 30
"""What all tests together may leave while they run, several times over."""


def use_memory() -> None:
    """Let `tmp_path` lie in memory where there is room: most of what a test waits for is the disk."""
    if not (MEMORY.is_dir() and os.access(MEMORY, os.W_OK)):
        return
    may_run_programs = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    if may_run_programs and shutil.disk_usage(MEMORY).free > ENOUGH_BYTES:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def other_disk_than(folder: Path) -> Path | None:
    """Where another disk than the folder's may be written to, if there is one."""
    places = (MEMORY, Path(tempfile.gettempdir()))
    return next((place for place in places if place.is_dir() and place.stat().st_dev != folder.stat().st_dev), None)
