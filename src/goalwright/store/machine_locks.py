"""Locks between the processes of a machine, for what one action at a time may use: a file, the keyboard, a browser."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path

from goalwright.contracts.digests import sha256
from goalwright.contracts.journal import MachineLock
from goalwright.store.locks import RunLock, take_lock

FIRST_PAUSE_S = 0.002
LONGEST_PAUSE_S = 0.03
_PATHS = ("file:", "dir:")


def machine_locks(folder: Path) -> MachineLock:
    """Locks by name, kept as files in `folder`; a process that dies gives its locks back.

    Files and folders are known by their real path, so two ways to the same file share a lock. Several locks are taken
    in the order of their files, so that two processes never wait for each other.
    """

    @asynccontextmanager
    async def held(*names: str) -> AsyncIterator[None]:
        with ExitStack() as taken:
            for file in sorted({folder / _file_name(name) for name in names}):
                taken.enter_context(await _taken(file))
                # Removed while it is held: a process that waits for this very file sees that it has lost its name.
                taken.callback(_remove, file)
            yield

    return held


async def _taken(file: Path) -> RunLock:
    import asyncio  # loaded by now: nothing awaits this without it

    pause_s = FIRST_PAUSE_S
    while (lock := take_lock(file, tries=1)) is None:
        await asyncio.sleep(pause_s)
        pause_s = min(LONGEST_PAUSE_S, 2 * pause_s)
    return lock


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink()


def _file_name(name: str) -> str:
    if name.isidentifier() and name.isascii():  # a device: its lock can be found by its name
        return name
    family = next((family for family in _PATHS if name.startswith(family)), "")
    known = f"path:{os.path.realpath(name.removeprefix(family))}" if family else name
    return sha256(known.encode("utf-8", "surrogatepass")).hexdigest()[:32]
