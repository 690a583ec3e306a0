"""What lies at a spot: its kind and its bytes, seen without following links and without ever blocking."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from goalwright.contracts import ToolCall
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable

FILE, FOLDER, LINK = "file", "folder", "link"
PIECE = 1 << 20
"""How many bytes are read or written at a time."""

_KINDS = {
    stat.S_IFREG: FILE,
    stat.S_IFDIR: FOLDER,
    stat.S_IFLNK: LINK,
    stat.S_IFIFO: "pipe",
    stat.S_IFSOCK: "socket",
    stat.S_IFCHR: "device",
    stat.S_IFBLK: "device",
}


def kind_of(seen: os.stat_result) -> str:
    """file, folder, link, pipe, socket or device."""
    return _KINDS.get(stat.S_IFMT(seen.st_mode), "device")


def seen_at(spot: Spot | None) -> os.stat_result | None:
    """What is at the spot itself, a link being a link; None if nothing is, or there is no such spot."""
    return None if spot is None else seen_in(spot.fd, spot.name)


def seen_in(folder: int, name: str) -> os.stat_result | None:
    """What is under a name in an open folder, a link being a link; None if nothing is."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


@contextmanager
def spot_of(roots: AllowedRoots, path: str, *, follow: bool = False) -> Iterator[Spot | None]:
    """The spot of a path, or None where the folder it should lie in is missing."""
    with ExitStack() as stack:
        spot: Spot | None = None
        with suppress(FileNotFoundError, NotADirectoryError):
            spot = stack.enter_context(roots.opened(path, follow=follow))
        yield spot


@contextmanager
def file_at(spot: Spot, flags: int = os.O_RDONLY) -> Iterator[int]:
    """The open regular file at the spot; anything else is refused before it could block or be disturbed."""
    file = spot.open_regular(flags)
    try:
        yield file
    finally:
        os.close(file)


@contextmanager
def file_in(folder: int, name: str, flags: int = os.O_RDONLY) -> Iterator[int]:
    """As `file_at`, for a name in an open folder."""
    with file_at(Spot(folder, name, name), flags) as file:
        yield file


@contextmanager
def folder_in(folder: int, name: str) -> Iterator[int]:
    """The open folder of that name in an open folder."""
    inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    try:
        yield inner
    finally:
        os.close(inner)


@contextmanager
def new_file_in(folder: int, name: str, mode: int) -> Iterator[int]:
    """A new empty file in an open folder, open for reading and writing; FileExistsError if the name is taken."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    file = os.open(name, flags, mode, dir_fd=folder)
    try:
        yield file
    finally:
        os.close(file)


def pieces(file: int, start: int = 0, end: int | None = None) -> Iterator[bytes]:
    """The bytes of an open file from `start` to `end`, a piece at a time."""
    at = start
    while end is None or at < end:
        piece = os.pread(file, PIECE if end is None else min(PIECE, end - at), at)
        if not piece:
            return
        yield piece
        at += len(piece)


def holds(file: int, content: bytes, start: int = 0) -> bool:
    """Whether these very bytes are in an open file from `start` on; more may follow them."""
    view = memoryview(content)
    for piece in pieces(file, start, start + len(content)):
        if view[: len(piece)] != piece:
            return False
        view = view[len(piece) :]
    return not view


def holds_only(file: int, content: bytes) -> bool:
    """Whether an open file has this content and no more."""
    return os.fstat(file).st_size == len(content) and holds(file, content)


def path_arg(call: ToolCall, name: str = "path") -> str:
    """A path among the arguments; a ToolFailure if it is missing or not text."""
    return _text(call.args, name)


def content_arg(call: ToolCall) -> bytes:
    """The content as the bytes that will be in the file: UTF-8, nothing added and nothing changed."""
    try:
        return _text(call.args, "content", empty=True).encode("utf-8")
    except UnicodeEncodeError as error:
        problem = f"the content has half a character at position {error.start + 1}; take it out"
        raise ToolFailure(f"cannot write {printable(str(call.args.get('path', '')))}: {problem}") from error


def _text(args: Mapping[str, Any], name: str, *, empty: bool = False) -> str:
    value = args.get(name)
    if not isinstance(value, str) or not (value or empty):
        raise ToolFailure(f"the argument {name!r} is missing or not text; say which {name} is meant")
    return value
