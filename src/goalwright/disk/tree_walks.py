"""Walking a tree through open folders: any depth, few descriptors, no link followed."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from typing import TypeAlias

from goalwright.dataclass import dataclass
from goalwright.disk.entries import FOLDER, kind_of, seen_in
from goalwright.named_tuple import NamedTuple

OPEN_AT_ONCE = 8
"""How many folders of one walk are open; those further up are opened again on the way back."""
CLOSED = -1
Unreadable: TypeAlias = Callable[[str, OSError], None]


class WalkedEntry(NamedTuple):
    """Something on a walk: `name` in the open `folder`, `path` as seen from where the walk began.

    `folder` is open only until the walk goes on. `is_left` marks the second coming of a folder, after all in it.
    """

    path: str
    folder: int
    name: str
    seen: os.stat_result
    is_left: bool = False

    @property
    def kind(self) -> str:
        return kind_of(self.seen)


@dataclass(slots=True)
class _Level:
    """A folder that the walk is in: what is still to come of it, and how it was found (None for the first)."""

    fd: int
    ident: tuple[int, int]
    names: list[str]
    found: WalkedEntry | None = None

    def path(self, name: str) -> str:
        return f"{self.found.path}/{name}" if self.found is not None else name


def walked(
    folder: int, name: str, *, leaving: bool = False, unreadable: Unreadable | None = None
) -> Iterator[WalkedEntry]:
    """Everything in the folder of that name, in the order of names, each folder before what is in it.

    With `leaving`, folders come a second time, after what is in them. Whatever inside may not be looked at is passed to
    `unreadable`, or raises without it. What vanishes meanwhile is left out.
    """
    levels = [_entered(folder, name, None)]
    try:
        while levels:
            level = levels[-1]
            if level.names:
                found = _next(level, unreadable)
                if found is not None:
                    yield found
                    if found.kind == FOLDER:
                        _go_down(levels, found, unreadable)
            else:
                _go_up(levels)
                if leaving and levels and level.found is not None:
                    yield level.found._replace(folder=levels[-1].fd, is_left=True)
    finally:
        for level in levels:
            _close(level)


def _entered(folder: int, name: str, found: WalkedEntry | None) -> _Level:
    fd = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    try:
        names = os.listdir(fd)  # noqa: PTH208  # a descriptor, not a Path
        return _Level(fd, _ident(fd), sorted(names, key=os.fsencode, reverse=True), found)
    except BaseException:
        os.close(fd)
        raise


def _next(level: _Level, unreadable: Unreadable | None) -> WalkedEntry | None:
    """The next thing in a folder, or None if it has vanished or may not be looked at."""
    name = level.names.pop()
    try:
        seen = seen_in(level.fd, name)
    except PermissionError as error:  # a folder may be open to listing, and closed to everything else
        if unreadable is None:
            raise
        unreadable(level.path(name), error)
        return None
    return WalkedEntry(level.path(name), level.fd, name, seen) if seen is not None else None


def _go_down(levels: list[_Level], found: WalkedEntry, unreadable: Unreadable | None) -> None:
    try:
        levels.append(_entered(found.folder, found.name, found))
    except FileNotFoundError:
        return
    except OSError as error:
        if unreadable is None:
            raise
        unreadable(found.path, error)
        return
    if len(levels) > OPEN_AT_ONCE:
        _close(levels[-OPEN_AT_ONCE - 1])


def _go_up(levels: list[_Level]) -> None:
    """Leave the last folder; the one above it is opened again if need be, and must be the very same."""
    left = levels.pop()
    try:
        if levels and levels[-1].fd == CLOSED:
            above = levels[-1]
            above.fd = os.open("..", os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=left.fd)
            if _ident(above.fd) != above.ident:
                raise OSError(errno.ESTALE, "a folder was moved while it was looked through")
    finally:
        _close(left)


def _ident(fd: int) -> tuple[int, int]:
    seen = os.fstat(fd)
    return seen.st_dev, seen.st_ino


def _close(level: _Level) -> None:
    if level.fd != CLOSED:
        os.close(level.fd)
        level.fd = CLOSED
