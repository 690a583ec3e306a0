"""Packing a file or folder into an archive, and seeing that it is packed: by name, in pieces, links as links."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import zip_longest
from typing import BinaryIO

from goalwright.contracts import ToolCall
from goalwright.disk.allowed_roots import Spot
from goalwright.disk.below import joined
from goalwright.disk.disk_failures import cannot, go_on, told
from goalwright.disk.entries import FILE, FOLDER, LINK, file_in, seen_at
from goalwright.disk.tree_walks import WalkedEntry, walked
from goalwright.errors import ToolFailure
from goalwright.tools.files.archives.archive_kinds import TARS, ZIP
from goalwright.tools.files.archives.archive_reading import members_of, sound
from goalwright.tools.files.archives.members import Content, Limits, Member, Tally
from goalwright.tools.files.archives.tars import tar_packed
from goalwright.tools.files.archives.zips import zip_packed

Ident = tuple[int, int]
Named = tuple[Spot, str]
"""What is to be packed, and what it is called in the archive."""
_ANY = 1 << 62
_BOUNDLESS = Limits(total=_ANY, ratio=_ANY, ratio_from=_ANY, members=_ANY)


def pack(call: ToolCall, kind: str, sources: Iterable[Named], file: BinaryIO, skipped: Collection[Ident]) -> None:
    """Write what is at the sources into an archive, each under its name.

    `skipped` are files that are left out, by disk and number: the archive itself may lie in the folder.
    """
    with zip_packed(file) if kind == ZIP else tar_packed(file, TARS[kind]) as add:
        for source, name in sources:
            for found in _found_for(source, skipped):
                go_on(call)
                _add(call, add, found, joined(name, found.path), source.path)


def is_packed(sources: Iterable[Named], archive: BinaryIO, skipped: Collection[Ident]) -> bool:
    """Whether the archive can be read to its end, and has the names, kinds, sizes and links of what is to be in it."""
    wanted = (
        _known_by(_member_of(found, joined(name, found.path)))
        for source, name in sources
        for found in _found_for(source, skipped)
    )
    try:
        with sound(""):
            held = (_known_by(member) for member, _ in members_of(archive, "", Tally(0, "", _BOUNDLESS)))
            return all(mine == theirs for mine, theirs in zip_longest(wanted, held))
    except ToolFailure:
        return False


def _found_for(source: Spot, skipped: Collection[Ident]) -> Iterator[WalkedEntry]:
    """What is to be packed: the thing itself, and all that is in it."""
    seen = seen_at(source)
    if seen is None:
        return
    yield WalkedEntry("", source.fd, source.name, seen)
    if stat.S_ISDIR(seen.st_mode):
        for found in walked(source.fd, source.name):
            if (found.seen.st_dev, found.seen.st_ino) not in skipped:
                yield found


def _member_of(found: WalkedEntry, path: str) -> Member:
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


def _known_by(member: Member) -> tuple[str, str, int, str]:
    return member.path.rstrip("/"), member.kind, member.size, member.target


def _add(
    call: ToolCall, add: Callable[[Member, Content | None], None], found: WalkedEntry, path: str, source: str
) -> None:
    shown = joined(source, found.path)
    if found.kind in (FOLDER, LINK):
        add(_member_of(found, path), None)
        return
    with told("pack", shown), file_in(found.folder, found.name) as file:
        seen = os.fstat(file)
        content = _Steady(call, file, seen.st_size, shown)
        add(_member_of(found._replace(seen=seen), path), content)
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
