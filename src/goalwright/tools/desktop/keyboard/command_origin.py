"""Where a command came from, as far as processes and variables tell: no key may go to that window."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from goalwright.contracts.asking_process import asking_process

_MOST = 64
_front = 0


def note_front(window: int) -> None:
    """Remember the window that is in front as a command is given."""
    global _front  # noqa: PLW0603  # a process has one terminal
    _front = window


def command_origin() -> dict[str, Any]:
    """The window that WINDOWID names, the processes we come from, and what was in front if a terminal controls us."""
    said = os.environ.get("WINDOWID", "")
    return {
        "window": int(said) if said.isdecimal() else 0,
        "pids": list(_ancestors()),
        "front": _front if _front and asking_process().has_terminal else 0,
    }


def _ancestors() -> Iterator[int]:
    pid = asking_process().parent
    for _ in range(_MOST):
        if pid <= 1:
            return
        yield pid
        try:
            told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return
        pid = int(told.rpartition(")")[2].split()[1])
