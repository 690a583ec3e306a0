"""Zip archives: modes and times in the fields that Unix has for them, links as links."""

from __future__ import annotations

import os
import stat
import struct
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import BinaryIO

from goalwright.disk.disk_failures import cannot
from goalwright.disk.entries import FILE, FOLDER, LINK, PIECE
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.files.archives.members import Content, Member, Read

_UNIX = (3, 19)
"""The systems, by their number in a zip file, whose attributes hold a Unix mode: Unix, and macOS."""
_DOS = 0
_FOLDER_FLAG = 0x10
_ENCRYPTED = 0x1
_UTF8 = 0x800
_TIMES = 0x5455
_OLDEST, _NEWEST = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)
_LONGEST_LINK = 4_096
_KINDS = {stat.S_IFREG: FILE, stat.S_IFDIR: FOLDER, stat.S_IFLNK: LINK, 0: FILE}
_FORMATS = {FILE: stat.S_IFREG, FOLDER: stat.S_IFDIR, LINK: stat.S_IFLNK}


@contextmanager
def zip_packed(file: BinaryIO) -> Iterator[Callable[[Member, Content | None], None]]:
    """A function that adds members, one after the other, to a new zip archive."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(member: Member, content: Content | None) -> None:
            info = _info(member)
            if content is None:
                archive.writestr(info, os.fsencode(member.target))
                return
            with archive.open(info, "w") as entry:
                while piece := content.read(PIECE):
                    entry.write(piece)

        yield add


def zip_members(file: BinaryIO) -> Iterator[tuple[Member, Read]]:
    """What is in a zip archive, in the order of its directory, each with a way to read it."""
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            read = partial(_content, archive, info)
            yield _member(info, read), read


def _info(member: Member) -> zipfile.ZipInfo:
    path = f"{member.path}/" if member.kind == FOLDER else member.path
    try:
        path.encode("utf-8")
    except UnicodeEncodeError as error:
        problem = "its name is not text, which a zip archive cannot hold; use an ending such as .tar.gz"
        raise cannot("pack", member.path, problem) from error
    seconds = (member.mtime_ns or 0) // 10**9
    info = zipfile.ZipInfo(path, _dos_time(seconds))
    info.create_system = _UNIX[0]
    info.external_attr = (_FORMATS[member.kind] | (member.mode or 0)) << 16
    info.external_attr |= _FOLDER_FLAG if member.kind == FOLDER else 0
    info.compress_type = zipfile.ZIP_DEFLATED if member.kind == FILE else zipfile.ZIP_STORED
    info.file_size = member.size
    if -(2**31) <= seconds < 2**31:
        info.extra = struct.pack("<HHBl", _TIMES, 5, 1, seconds)
    return info


def _dos_time(seconds: int) -> tuple[int, int, int, int, int, int]:
    try:
        moment = time.localtime(seconds)[:6]
    except (OverflowError, OSError, ValueError):
        moment = _OLDEST if seconds < 0 else _NEWEST
    return min(max(moment, _OLDEST), _NEWEST)


def _member(info: zipfile.ZipInfo, read: Read) -> Member:
    kind, mode = _kind_and_mode(info)
    size = info.file_size if kind == FILE else 0
    target = os.fsdecode(read().read(_LONGEST_LINK)) if kind == LINK else ""
    return Member(path=_name(info), kind=kind, size=size, target=target, mode=mode, mtime_ns=_mtime_ns(info))


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Content:
    if info.flag_bits & _ENCRYPTED:
        problem = "is locked with a password; unlock it with the program that made it"
        raise ToolFailure(f"the archive's member {printable(_name(info))} {problem}")
    return archive.open(info)


def _kind_and_mode(info: zipfile.ZipInfo) -> tuple[str, int | None]:
    attributes = info.external_attr >> 16 if info.create_system in _UNIX else 0
    kind = _KINDS.get(stat.S_IFMT(attributes), "device")
    mode = stat.S_IMODE(attributes) if attributes else None
    return (FOLDER if _name(info).endswith("/") and kind == FILE else kind), mode


def _name(info: zipfile.ZipInfo) -> str:
    """The name as it was meant: many programs write UTF-8 without saying so, and DOS has its own separator."""
    name = info.orig_filename
    if not info.flag_bits & _UTF8 and not name.isascii():
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/") if info.create_system == _DOS else name


def _mtime_ns(info: zipfile.ZipInfo) -> int | None:
    extra = info.extra
    while len(extra) >= 4:
        tag, size = struct.unpack_from("<HH", extra)
        if tag == _TIMES and size >= 5 and len(extra) >= 9 and extra[4] & 1:
            return int(struct.unpack_from("<l", extra, 5)[0]) * 10**9
        extra = extra[4 + size :]
    try:
        return int(time.mktime((*info.date_time, 0, 0, -1))) * 10**9
    except (OverflowError, ValueError):
        return None
