"""A folder that nothing can be taken out of, for root neither."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def unremovable(folder: Path) -> Iterator[None]:
    """What is in the folder can be read, and not taken out: root needs a disk that is read-only for that."""
    if os.geteuid():
        mode = folder.stat().st_mode
        folder.chmod(0o555)
        yield
        folder.chmod(mode)
        return
    where = str(folder)
    if subprocess.run(["mount", "--bind", where, where], capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", where], check=True)
        yield
    finally:
        subprocess.run(["umount", where], check=True)
