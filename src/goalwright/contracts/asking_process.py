"""Which process a command came from: this one, unless it works for another."""

from __future__ import annotations

import os

from goalwright.named_tuple import NamedTuple


class AskingProcess(NamedTuple):
    """The process that a person, or a program, has started, its parent, and its session."""

    pid: int
    parent: int
    session: int
    has_terminal: bool
    """Whether a terminal controls it."""


_asker: AskingProcess | None = None


def work_for(asker: AskingProcess) -> None:
    """Work for another process from now on."""
    global _asker  # noqa: PLW0603  # a process works for one other, and to its end
    _asker = asker


def asking_process() -> AskingProcess:
    """The process that asked for what this one does."""
    if _asker is not None:
        return _asker
    session = os.getsid(0) if hasattr(os, "getsid") else 0
    return AskingProcess(os.getpid(), os.getppid(), session, _has_terminal())


def _has_terminal() -> bool:
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY | os.O_CLOEXEC))
    except (OSError, AttributeError):  # Windows knows no such flags
        return False
    return True
