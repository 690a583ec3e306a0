"""Folders below an open one, reached by path without following a link."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from goalwright.disk.entries import folder_in


class Below:
    """The folders below an open one; the last one asked for stays open, because work mostly goes on there.

    A path is relative, its parts joined by `/`; the empty path is the top itself.
    """

    def __init__(self, top: int) -> None:
        self._top = top
        self._path = ""
        self._fd = top

    def at(self, path: str) -> int:
        """The open folder at a path, for use until the next one is asked for."""
        if path != self._path:
            deeper = path.removeprefix(f"{self._path}/") if self._path else path
            if deeper == path:
                self.close()
            self._go_down(deeper)
            self._path = path
        return self._fd

    def close(self) -> None:
        """Stand at the top again, which stays open: it is the caller's."""
        if self._fd != self._top:
            os.close(self._fd)
        self._fd, self._path = self._top, ""

    def _go_down(self, path: str) -> None:
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        for part in path.split("/") if path else ():
            try:
                inner = os.open(part, flags, dir_fd=self._fd)
            except BaseException:
                self.close()
                raise
            if self._fd != self._top:
                os.close(self._fd)
            self._fd = inner


@contextmanager
def below(folder: int, name: str) -> Iterator[Below]:
    """The folders below the folder of that name in an open one."""
    with folder_in(folder, name) as top:
        folders = Below(top)
        try:
            yield folders
        finally:
            folders.close()


def parted(path: str) -> tuple[str, str]:
    """The folder that a relative path lies in, and its name there."""
    where, _, name = path.rpartition("/")
    return where, name


def joined(folder: str, path: str) -> str:
    """A path below a folder, either of which may be empty."""
    return f"{folder}/{path}" if folder and path else folder or path
