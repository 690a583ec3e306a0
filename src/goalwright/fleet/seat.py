"""The seat of a worker on its own machine: tells a predecessor that has died from one that lives."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


class Seat:
    """A locked file with the name of the process that sits there; the system gives the lock back when that dies."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "worker.seat"
        self._descriptor = -1

    def taken(self, instance: str) -> str:
        """Sit down, if the seat is free. The instance that sat there before and has died, if there was one."""
        descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # one that lives, if only just: its lease must run out
            os.close(descriptor)
            return ""
        before = os.pread(descriptor, 100, 0).decode("ascii", errors="replace")
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, instance.encode(), 0)
        self._descriptor = descriptor
        return before
