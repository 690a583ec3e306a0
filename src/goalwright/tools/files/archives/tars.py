"""Tar archives, plain or squeezed: read from front to back, in pieces that fit into memory."""

from __future__ import annotations

import stat
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import IO, Any, BinaryIO, cast

from goalwright.disk.entries import FILE, FOLDER, LINK, PIECE
from goalwright.tools.files.archives.archive_kinds import HEADER, Squeezer
from goalwright.tools.files.archives.members import ALIAS, Content, Member, Read, Tally

MOST_HEADER = 1 << 20
"""How many bytes the description of one member may take: it is read into memory whole."""

_TYPES = {FILE: tarfile.REGTYPE, FOLDER: tarfile.DIRTYPE, LINK: tarfile.SYMTYPE}
_KINDS = {
    **dict.fromkeys((tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.CONTTYPE, tarfile.GNUTYPE_SPARSE), FILE),
    tarfile.DIRTYPE: FOLDER,
    tarfile.SYMTYPE: LINK,
    tarfile.LNKTYPE: ALIAS,
    tarfile.FIFOTYPE: "pipe",
}


@contextmanager
def tar_packed(file: BinaryIO, squeezer: Squeezer) -> Iterator[Callable[[Member, Content | None], None]]:
    """A function that adds members, one after the other, to a new tar archive."""
    stream = squeezer.squeeze(file)
    try:
        with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT, encoding="utf-8") as archive:

            def add(member: Member, content: Content | None) -> None:
                archive.addfile(_info(member), cast("IO[bytes] | None", content))
                _forget(archive)

            yield add
    finally:
        if stream is not file:
            stream.close()


def tar_members(file: BinaryIO, squeezer: Squeezer, tally: Tally) -> Iterator[tuple[Member, Read]]:
    """What is in a tar archive, in its order; a member can be read until the next one is asked for.

    One that ends in the midst, or has something else in the place of a header, is a ReadError, not a shorter archive.
    """
    stream = _Forward(squeezer.expand(file), tally)
    with tarfile.open(fileobj=cast("IO[bytes]", stream), mode="r:", encoding="utf-8") as archive:
        while True:
            stream.header_left = MOST_HEADER
            info = archive.next()
            if info is None:
                break
            _forget(archive)
            stream.header_left = None
            yield _member(info), partial(_content, archive, info)
        if any(stream.last) or len(stream.last) != HEADER:
            raise tarfile.ReadError("there is no end mark")
    stream.header_left = None
    # The rest holds nothing, but only at its end do squeezed bytes show whether all of them were right.
    while stream.read(PIECE):
        pass


def _forget(archive: Any) -> None:
    """Let go of the members so far, which tarfile keeps for later look-ups: none comes, and there may be many."""
    archive.members.clear()


def _content(archive: tarfile.TarFile, info: tarfile.TarInfo) -> Content:
    content = archive.extractfile(info)
    if content is None:
        raise tarfile.ReadError("a member has no bytes")
    return content


class _Forward:
    """A stream that is read from front to back only, each byte of it counted; `header_left` bounds headers only."""

    def __init__(self, stream: IO[bytes], tally: Tally) -> None:
        self._stream, self._tally = stream, tally
        self._at = 0
        self.header_left: int | None = MOST_HEADER
        self.last = b""

    def read(self, size: int, /) -> bytes:
        if self.header_left is not None:
            if size > self.header_left:
                raise tarfile.ReadError("a header is far too long")
            self.header_left -= size
        piece = self._stream.read(size)
        self._count(len(piece))
        self.last = piece
        return piece

    def tell(self) -> int:
        return self._at

    def seek(self, place: int, /) -> int:
        if place < self._at:
            raise tarfile.ReadError("a header leads backwards")
        while self._at < place:
            skipped = self._stream.read(min(PIECE, place - self._at))
            if not skipped:
                break
            self._count(len(skipped))
        return self._at

    def _count(self, size: int) -> None:
        self._at += size
        self._tally.add_bytes(size)


def _info(member: Member) -> tarfile.TarInfo:
    info = tarfile.TarInfo(member.path)
    info.type = _TYPES[member.kind]
    info.mode = member.mode or 0
    info.size = member.size if member.kind == FILE else 0
    info.linkname = member.target
    seconds, rest = divmod(member.mtime_ns or 0, 10**9)
    info.mtime = seconds
    if rest:
        info.pax_headers = {"mtime": f"{Decimal(member.mtime_ns or 0).scaleb(-9):f}"}
    return info


def _member(info: tarfile.TarInfo) -> Member:
    return Member(
        path=info.name,
        kind=_KINDS.get(info.type, "device"),
        size=info.size if info.type in _KINDS and _KINDS[info.type] == FILE else 0,
        target=info.linkname,
        mode=stat.S_IMODE(info.mode),
        mtime_ns=_mtime_ns(info),
    )


def _mtime_ns(info: tarfile.TarInfo) -> int | None:
    """The time to the nanosecond, which a number with a floating point could not hold."""
    told: Any = info.pax_headers.get("mtime", info.mtime)
    try:
        return int(Decimal(told).scaleb(9))
    except (InvalidOperation, ValueError, OverflowError):
        return None
