"""Garbage is not looked for while tables are built: all that is made then stays, and looking takes half of the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collecting() -> Iterator[None]:
    """Nothing is collected inside; afterwards it is as it was."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
