"""Locks between the processes of a machine, for what one action at a time may use: a file, the keyboard, a browser."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterable
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path

from goalwright.contracts.digests import sha256
from goalwright.contracts.journal import MachineLock
from goalwright.store.byte_locks import HAS_BYTE_LOCKS, byte_of, give_back, lock_bytes
from goalwright.store.locks import RunLock, is_named, opened, take_lock

FIRST_PAUSE_S = 0.002
LONGEST_PAUSE_S = 0.03
_PATHS = ("file:", "dir:", "entry:", "path:")
_TOGETHER = "paths"
_FILES = 64
"""How many files stand for all paths where bytes cannot be locked: fewer than a process may have open."""


def machine_locks(folder: Path) -> MachineLock:
    """Locks by name, kept as files in `folder`; a process that dies gives its locks back.

    Files and folders are known by their real path, so two ways to the same file share a lock. Several locks are taken
    in the same order everywhere, so that two processes never wait for each other.
    """

    @asynccontextmanager
    async def held(*names: str) -> AsyncIterator[None]:
        paths = {name for name in names if HAS_BYTE_LOCKS and name.startswith(_PATHS)}
        with ExitStack() as taken:
            for file in sorted({folder / _file_name(name) for name in names if name not in paths}):
                taken.enter_context(await _taken(file))
                # Removed while it is held: a process that waits for this very file sees that it has lost its name.
                taken.callback(_remove, file)
            if paths:
                together = folder / _TOGETHER
                handle = await _taken_together(together, {byte_of(_digest(name)) for name in paths})
                taken.callback(give_back, handle, together)
            yield

    return held


async def _taken(file: Path) -> RunLock:
    import asyncio  # loaded by now: nothing awaits this without it

    pause_s = FIRST_PAUSE_S
    while (lock := take_lock(file, tries=1)) is None:
        await asyncio.sleep(pause_s)
        pause_s = min(LONGEST_PAUSE_S, 2 * pause_s)
    return lock


async def _taken_together(file: Path, places: Iterable[int]) -> int:
    """The file, open, with these bytes of it locked."""
    import asyncio

    in_order = sorted(places)
    while True:
        while (handle := opened(file)) is None:
            await asyncio.sleep(FIRST_PAUSE_S)
        try:
            for place in in_order:
                pause_s = FIRST_PAUSE_S
                while not lock_bytes(handle, place):
                    await asyncio.sleep(pause_s)
                    pause_s = min(LONGEST_PAUSE_S, 2 * pause_s)
            is_still_there = is_named(handle, file)
        except BaseException:
            os.close(handle)
            raise
        if is_still_there:
            return handle
        os.close(handle)


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink()


def _file_name(name: str) -> str:
    if name.isidentifier() and name.isascii():  # a device: its lock can be found by its name
        return name
    if name.startswith(_PATHS):
        return f"{_TOGETHER}.{byte_of(_digest(name)) % _FILES}"
    return _digest(name).hex()[:32]


def _digest(name: str) -> bytes:
    family = next((family for family in _PATHS if name.startswith(family)), "")
    known = f"path:{os.path.realpath(name.removeprefix(family))}" if family else name
    return sha256(known.encode("utf-8", "surrogatepass")).digest()
