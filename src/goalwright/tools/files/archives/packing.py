"""Packing a file or folder into an archive: in the order of names, a piece at a time, links as links."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from goalwright.contracts import ToolCall
from goalwright.disk.allowed_roots import Spot
from goalwright.disk.disk_failures import cannot, go_on, told
from goalwright.disk.entries import FILE, FOLDER, LINK, file_in, seen_at
from goalwright.disk.tree_walks import WalkedEntry, walked
from goalwright.errors import ToolFailure
from goalwright.tools.files.archives.archive_kinds import TARS, ZIP
from goalwright.tools.files.archives.members import Content, Member
from goalwright.tools.files.archives.tars import tar_packed
from goalwright.tools.files.archives.zips import zip_packed

Ident = tuple[int, int]


def pack(call: ToolCall, kind: str, source: Spot, name: str, file: BinaryIO, skipped: Collection[Ident]) -> int:
    """Write what is at `source` into an archive as `name`, and say how many members that made.

    `skipped` are files that are left out, by disk and number: the archive itself may lie in the folder.
    """
    count = 0
    with _packed(kind, file) as add:
        for found in found_for(source, skipped):
            go_on(call)
            _add(call, add, found, joined(name, found.path), source.path)
            count += 1
    return count


def found_for(source: Spot, skipped: Collection[Ident]) -> Iterator[WalkedEntry]:
    """What is to be packed: the thing itself, and all that is in it."""
    seen = seen_at(source)
    if seen is None:
        return
    yield WalkedEntry("", source.fd, source.name, seen)
    if stat.S_ISDIR(seen.st_mode):
        for found in walked(source.fd, source.name):
            if (found.seen.st_dev, found.seen.st_ino) not in skipped:
                yield found


def joined(folder: str, path: str) -> str:
    """A path below a folder; the folder itself where the path is empty."""
    return f"{folder}/{path}" if path else folder


def member_of(found: WalkedEntry, path: str) -> Member:
    """How something that was found is put into an archive."""
    target = os.readlink(found.name, dir_fd=found.folder) if found.kind == LINK else ""
    return Member(
        path=path,
        kind=found.kind,
        size=found.seen.st_size if found.kind == FILE else 0,
        target=target,
        mode=stat.S_IMODE(found.seen.st_mode),
        mtime_ns=found.seen.st_mtime_ns,
    )


@contextmanager
def _packed(kind: str, file: BinaryIO) -> Iterator[Callable[[Member, Content | None], None]]:
    with zip_packed(file) if kind == ZIP else tar_packed(file, TARS[kind]) as add:
        yield add


def _add(
    call: ToolCall, add: Callable[[Member, Content | None], None], found: WalkedEntry, path: str, source: str
) -> None:
    shown = joined(source, found.path)
    if found.kind in (FOLDER, LINK):
        add(member_of(found, path), None)
        return
    with told("pack", shown), file_in(found.folder, found.name) as file:
        seen = os.fstat(file)
        content = _Steady(call, file, seen.st_size, shown)
        add(member_of(found._replace(seen=seen), path), content)
        now = os.fstat(file)
        if (now.st_size, now.st_mtime_ns) != (seen.st_size, seen.st_mtime_ns):
            raise _changed(shown)


class _Steady:
    """The bytes of a file that must not get shorter meanwhile; what is added to it is left out, and noticed later."""

    def __init__(self, call: ToolCall, file: int, size: int, shown: str) -> None:
        self._call, self._file, self._shown = call, file, shown
        self._left = size

    def read(self, size: int, /) -> bytes:
        go_on(self._call)
        piece = os.read(self._file, min(size, self._left))
        if not piece and self._left:
            raise _changed(self._shown)
        self._left -= len(piece)
        return piece


def _changed(shown: str) -> ToolFailure:
    problem = "it changed while it was being packed; try again once nothing writes to it"
    return cannot("pack", shown, problem, is_transient=True)
