"""RunLock: says that a process is at work on a run, and stops saying so when that process dies."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

_PAUSE_S = 0.01
_IS_WINDOWS = sys.platform == "win32"
_FLAGS = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class RunLock:
    """Held from the moment it is there until `release`, or until the process ends in whatever way."""

    def __init__(self, handle: int, released: Callable[[], None] | None = None) -> None:
        self._handle: int | None = handle
        self._released = released

    def release(self) -> None:
        """Let others have the run; a second call does nothing."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)
            if self._released is not None:
                self._released()

    def __enter__(self) -> RunLock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def take_lock(file: Path, *, tries: int = 4, released: Callable[[], None] | None = None) -> RunLock | None:
    """The lock of this name, its folder and the one around that made if need be; None while another has it.

    One try may fail although the lock is free: asking whether it is held holds it for a moment.
    """
    for attempt in range(tries):
        if attempt:
            time.sleep(_PAUSE_S)
        handle = opened(file)
        if handle is None:
            continue
        if lock_handle(handle) and is_named(handle, file):
            return RunLock(handle, released)
        os.close(handle)
    return None


def opened(file: Path) -> int | None:
    """The file, made if need be with its folders; None if they are removed at this very moment."""
    for _ in range(2):
        with suppress(FileNotFoundError):
            return os.open(file, _FLAGS | os.O_CREAT, 0o600)
        for folder in (file.parent.parent, file.parent):
            folder.mkdir(mode=0o700, exist_ok=True)
    return None


def is_locked(file: Path) -> bool:
    """Whether anyone, this process included, has the lock of this name."""
    try:
        handle = os.open(file, _FLAGS)
    except FileNotFoundError:
        return False
    try:
        return not lock_handle(handle, is_shared=True)
    finally:
        os.close(handle)


@contextmanager
def hold_folder(folder: Path) -> Iterator[None]:
    """What is done in the block is done by one process at a time, among those that hold the same folder."""
    # Windows cannot open a folder; there the lock needs a file of its own.
    handle = os.open(folder / "lock", _FLAGS | os.O_CREAT, 0o600) if _IS_WINDOWS else os.open(folder, os.O_RDONLY)
    try:
        while not lock_handle(handle):
            time.sleep(_PAUSE_S)
        yield
    finally:
        os.close(handle)


def is_named(handle: int, file: Path) -> bool:
    """Whether the file is still the one under that name: a folder that was cleaned away takes its lock with it."""
    try:
        return os.path.samestat(os.fstat(handle), file.stat(follow_symlinks=False))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def lock_handle(handle: int, *, is_shared: bool = False) -> bool:  # noqa: ARG001  # Windows has only the one sort
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def lock_handle(handle: int, *, is_shared: bool = False) -> bool:
        """Whether the lock could be had at once. Closing the handle gives it back."""
        try:
            fcntl.flock(handle, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
