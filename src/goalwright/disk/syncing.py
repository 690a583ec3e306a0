"""Making a whole tree last: one question to the disk instead of one for every file."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Any


def sync_disk(folder: int) -> None:
    """Everything written to the disk of an open folder outlasts a loss of power."""
    call = _system_call()
    if call is None or call(folder) != 0:
        os.sync()


@cache
def _system_call() -> Callable[[int], int] | None:
    function: Any = getattr(ctypes.CDLL(None), "syncfs", None) if sys.platform == "linux" else None
    if function is None:
        return None
    function.argtypes = (ctypes.c_int,)
    return lambda folder: int(function(folder))
