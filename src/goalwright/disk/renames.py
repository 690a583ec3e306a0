"""Renaming that never replaces anything, and making what was renamed or written last."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

# The system's own call, and its flag for "fail if the name is taken".
_CALLS = {"linux": ("renameat2", 1), "darwin": ("renameatx_np", 4)}
_UNSUPPORTED = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP}


def rename_new(source: int, name: str, target: int, new_name: str) -> None:
    """Rename within or between open folders; FileExistsError if the new name is taken, in one step with the rename."""
    if _renamed_by_system(source, name, target, new_name):
        return
    try:
        os.stat(new_name, dir_fd=target, follow_symlinks=False)
    except FileNotFoundError:
        os.rename(name, new_name, src_dir_fd=source, dst_dir_fd=target)
        return
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), new_name)


def sync_folder(folder: int) -> None:
    """Names made or removed in an open folder outlast a loss of power, where the disk can promise that."""
    with suppress(OSError):
        os.fsync(folder)


def sync_disk(folder: int) -> None:
    """Everything written to the disk of an open folder outlasts a loss of power: one question for a whole tree."""
    call = _syncfs()
    if call is None or call(folder) != 0:
        os.sync()


def _renamed_by_system(source: int, name: str, target: int, new_name: str) -> bool:
    """Whether the system did it; False where it, or the disk, does not know how."""
    call = _system_call()
    if call is None:
        return False
    if call(source, os.fsencode(name), target, os.fsencode(new_name)) == 0:
        return True
    number = _errno()
    if number in _UNSUPPORTED:
        return False
    raise OSError(number, os.strerror(number), name, None, new_name)


@cache
def _system_call() -> Callable[[int, bytes, int, bytes], int] | None:
    known = _CALLS.get(sys.platform)
    if known is None:
        return None
    symbol, flag = known
    function = _system_function(symbol)
    if function is None:
        return None
    return lambda source, name, target, new_name: int(function(source, name, target, new_name, flag))


@cache
def _syncfs() -> Callable[[int], int] | None:
    function = _system_function("syncfs") if sys.platform == "linux" else None
    if function is None:
        return None
    return lambda folder: int(function(folder))


@cache
def _system_function(symbol: str) -> Callable[..., Any] | None:
    """A function of the C library that takes ints and bytes; none where there is none of that name.

    `ctypes` takes as long to load as a small file takes to be written; this is what it is made of. Some Pythons are
    built without it.
    """
    try:
        import _ctypes
    except ImportError:
        return None

    class Number(_ctypes._SimpleCData):  # type: ignore[type-arg]  # the stub has one, the class takes none
        _type_ = "i"

    class Function(_ctypes.CFuncPtr):
        _flags_ = _ctypes.FUNCFLAG_CDECL | _ctypes.FUNCFLAG_USE_ERRNO
        _restype_ = Number

    try:
        program = _ctypes.dlopen(None, 0)  # type: ignore[arg-type]  # with what it has loaded
        address = _ctypes.dlsym(program, symbol)
    except OSError:
        return None
    return Function(address)


def _errno() -> int:
    """What the last call of a system function left behind."""
    import _ctypes

    return int(_ctypes.get_errno())
