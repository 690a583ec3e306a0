"""Locks between the processes of a machine, for what there is only one of: the keyboard, the clipboard, a browser."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from goalwright.contracts.machine_lock import MachineLock
from goalwright.store.locks import take_lock

PAUSE_S = 0.02
_UNSAFE = re.compile(r"[^a-z0-9_-]+")


def machine_locks(folder: Path) -> MachineLock:
    """Locks by name, kept as files in `folder`; a process that dies gives its locks back."""

    @asynccontextmanager
    async def held(name: str) -> AsyncIterator[None]:
        import asyncio  # loaded by now: nothing awaits this without it

        file = folder / (_UNSAFE.sub("_", name.lower()) or "_")
        while (lock := take_lock(file)) is None:
            await asyncio.sleep(PAUSE_S)
        with lock:
            yield

    return held
