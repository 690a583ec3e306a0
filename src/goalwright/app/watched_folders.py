"""WatchedFolders: what lies in the folders that jobs wait for files in, and when something happens there."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any

from goalwright.errors import SettingsError

PARTIAL = (".part", ".partial", ".crdownload", ".download", ".tmp", ".temp", ".swp", ".filepart", ".opdownload", "~")
"""How names end that programs give to files which they are still writing, and rename when they are done."""
_MOST = 200_000
_LOOK_MS = 2_000
"""How often it is looked whether the folders are still those that are watched."""
_PROCESSES = Path("/proc")
_WRITES = os.O_WRONLY | os.O_RDWR


class WatchedFolders:
    """The folders of this machine. Links are not followed, so that nothing outside of a folder is taken for in it."""

    def listed(self, folder: str, *, is_deep: bool) -> dict[str, str] | None:
        """The files in a folder that are neither hidden nor partial, each with what tells its content apart.

        None if the folder can't be looked into; one below it that can't has none.
        """
        if not os.access(folder, os.R_OK | os.X_OK) or not Path(folder).is_dir():
            return None
        found: dict[str, str] = {}
        for entry in _entries(folder, is_deep=is_deep):
            with suppress(OSError):  # gone meanwhile
                seen = entry.stat(follow_symlinks=False)
                if S_ISREG(seen.st_mode):
                    found[entry.path] = f"{seen.st_size}:{seen.st_mtime_ns}:{seen.st_ino}"
            if len(found) >= _MOST:
                break
        return found

    def written(self, paths: Collection[str]) -> frozenset[str]:
        """Those of the files that a process of this user has open for writing, where Linux lists that."""
        if not paths or sys.platform != "linux":
            return frozenset()
        wanted = {os.path.realpath(path): path for path in paths}
        return frozenset(wanted[found] for process in _processes() for found in _written(process, wanted))

    async def changes(self, folders: Mapping[str, bool]) -> AsyncIterator[None]:
        """Comes back whenever something happens in the folders; each is watched with those below it if said so."""
        try:
            from watchfiles import awatch
        except ImportError:
            problem = "jobs about files need watchfiles: install it with `pip install 'goalwright[serve]'`"
            raise SettingsError("jobs", "", problem) from None
        while True:
            armed = _identities(folders)
            there = [folder for folder, seen in armed.items() if seen is not None]
            is_deep = any(folders[folder] for folder in there)
            how: dict[str, Any] = {"watch_filter": None, "recursive": is_deep, "step": 50, "debounce": 400}
            try:
                async for changes in (
                    awatch(*there, yield_on_timeout=True, rust_timeout=_LOOK_MS, **how) if there else _ticks()
                ):
                    if changes:
                        yield None
                    if _identities(folders) != armed:  # one was removed, made again, or put in the place of another
                        break
            except (OSError, RuntimeError):  # such as too many watches: then it is looked at again and again
                await asyncio.sleep(_LOOK_MS / 1000)
            yield None


def is_partial(name: str) -> bool:
    """Whether a name says that the file is hidden, or still being written."""
    return name.startswith((".", "~$")) or name.casefold().endswith(PARTIAL)


def _entries(folder: str, *, is_deep: bool) -> Iterator[os.DirEntry[str]]:
    pending = [folder]
    while pending:
        try:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    if is_partial(entry.name):
                        continue
                    if is_deep and entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                    else:
                        yield entry
        except OSError:
            continue


async def _ticks() -> AsyncIterator[Collection[object]]:
    while True:
        await asyncio.sleep(_LOOK_MS / 1000)
        yield ()


def _identities(folders: Iterable[str]) -> dict[str, tuple[int, int] | None]:
    """What tells each folder from another in its place; None for one that is not there."""
    return {folder: _identity(folder) for folder in folders}


def _identity(folder: str) -> tuple[int, int] | None:
    try:
        seen = os.stat(folder)  # noqa: PTH116  # it is asked every few seconds
    except OSError:
        return None
    return (seen.st_dev, seen.st_ino) if S_ISDIR(seen.st_mode) else None


def _processes() -> Iterator[Path]:
    with suppress(OSError):
        yield from (path for path in _PROCESSES.iterdir() if path.name.isdecimal())


def _written(process: Path, wanted: Collection[str]) -> Iterator[str]:
    with suppress(OSError):  # another user's, or ended meanwhile
        for handle in (process / "fd").iterdir():
            with suppress(OSError):
                path = str(handle.readlink())
                if path in wanted and _mode(process, handle.name) & _WRITES:
                    yield path


def _mode(process: Path, handle: str) -> int:
    lines = (process / "fdinfo" / handle).read_text(encoding="ascii").splitlines()
    return next((int(line.split()[1], 8) for line in lines if line.startswith("flags:")), 0)
