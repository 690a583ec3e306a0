"""Fingerprints of files and folders: the same text means that nothing has changed.

A small file is known by its bytes, a large one by its size, its time and samples of its bytes, a folder by the names,
kinds, sizes, times, modes and link targets of everything in it. Times of folders do not count: they change whenever
something is made and taken away again. Nor do temporary files: what is at work there takes them away.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from goalwright.contracts import ToolCall
from goalwright.contracts.digests import sha256
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.disk.atomic import TEMP
from goalwright.disk.below import parted
from goalwright.disk.disk_failures import told
from goalwright.disk.entries import FILE, FOLDER, LINK, file_in, kind_of, path_arg, pieces, seen_in, spot_of
from goalwright.disk.tree_walks import WalkedEntry, walked
from goalwright.errors import PolicyRefusal, ToolFailure

WHOLE = 16 << 20
"""Files up to this many bytes are read whole."""
SAMPLE = 256 << 10
SAMPLES = 16
_QUICK = 512 << 10
ABSENT = "absent"
RESOURCE = "path:"


def path_resource(path: str) -> str:
    """The name of a path among resources."""
    return f"{RESOURCE}{path}"


def touched(call: ToolCall) -> tuple[str, ...]:
    """The resources of a call that touches its path and nothing else."""
    return (path_resource(path_arg(call)),)


def print_of_resource(roots: AllowedRoots, resource: str, apart: Container[str] = ()) -> str:
    """The fingerprint of `path:<absolute path>`; a link to a file stands for that file too.

    What is named in `apart` is left out where it lies in a folder or behind a link: it has a fingerprint of its own.
    """
    path = resource.removeprefix(RESOURCE)
    with told("look at", path), spot_of(roots, path) as spot:
        if spot is None:
            return ABSENT
        tops = {f"{path.rstrip('/')}/", f"{spot.path.rstrip('/')}/"}
        own = print_in(spot.fd, spot.name, lambda inner: any(path_resource(top + inner) in apart for top in tops))
        seen = seen_in(spot.fd, spot.name)
        is_link = seen is not None and kind_of(seen) == LINK
        return f"{own} -> {_print_behind(roots, path, apart)}" if is_link else own


def _is_none(_path: str) -> bool:
    return False


def print_in(folder: int, name: str, is_apart: Callable[[str], bool] = _is_none) -> str:
    """The fingerprint of what is under a name in an open folder, a link being a link.

    `is_apart` says of a path below a folder whether that, and all that is in it, is left out.
    """
    seen = seen_in(folder, name)
    if seen is None:
        return ABSENT
    kind, mode = kind_of(seen), stat.S_IMODE(seen.st_mode)
    if kind == FILE:
        return f"file {mode:o} {_bytes_print(folder, name, seen)}"
    if kind == FOLDER:
        return f"folder {mode:o} {_tree_digest(folder, name, is_apart)}"
    if kind == LINK:
        return f"link {sha256(os.fsencode(os.readlink(name, dir_fd=folder))).hexdigest()}"
    return kind


def bytes_print(file: int, size: int | None = None) -> str:
    """What the first `size` bytes of an open file are known by (all of them by default); times do not count."""
    length = os.fstat(file).st_size if size is None else size
    digest = _content_digest(length)
    for start, end in _looked_at(length):
        for piece in pieces(file, start, end):
            digest.update(piece)
    return f"{length} {digest.hexdigest()}"


def content_print(content: bytes) -> str:
    """The `bytes_print` that a file with this content has."""
    digest = _content_digest(len(content))
    view = memoryview(content)
    for start, end in _looked_at(len(content)):
        digest.update(view[start:end])
    return f"{len(content)} {digest.hexdigest()}"


def _content_digest(size: int) -> Any:
    """OpenSSL is several times as quick, and takes as long to load as half a megabyte takes without it."""
    if size < _QUICK:
        return sha256()
    import hashlib

    return hashlib.sha256()


def _bytes_print(folder: int, name: str, seen: os.stat_result) -> str:
    when = f" {seen.st_mtime_ns}" if seen.st_size > WHOLE else ""
    try:
        with file_in(folder, name) as file:
            return bytes_print(file) + when
    except PermissionError:
        return f"{seen.st_size} unread {seen.st_mtime_ns}"


def _looked_at(size: int) -> Iterator[tuple[int, int]]:
    """Which stretches of a file of that size are read: all of it, or samples spread evenly, both ends included."""
    if size <= WHOLE:
        yield 0, size
        return
    for number in range(SAMPLES):
        start = (size - SAMPLE) * number // (SAMPLES - 1)
        yield start, start + SAMPLE


def _print_behind(roots: AllowedRoots, path: str, apart: Container[str]) -> str:
    """The fingerprint of the file that a link leads to, or nothing if it is no file inside the roots."""
    with suppress(OSError, PolicyRefusal, ToolFailure), roots.opened(path, follow=True) as target:
        seen = seen_in(target.fd, target.name)
        if seen is not None and kind_of(seen) == FILE and path_resource(target.path) not in apart:
            return print_in(target.fd, target.name)
    return ""


def _tree_digest(folder: int, name: str, is_apart: Callable[[str], bool]) -> str:
    digest = sha256()
    left_out = "/"  # no path below a folder begins so

    def add(path: str, line: Callable[[], bytes]) -> None:
        nonlocal left_out
        if path.startswith(left_out):
            return
        if is_apart(path) or parted(path)[1].startswith(TEMP):
            left_out = f"{path}/"
        else:
            digest.update(line())

    try:
        for found in walked(folder, name, unreadable=lambda path, _: add(path, lambda: _line(path, "unread"))):
            add(found.path, partial(_entry_line, found))
    except PermissionError:
        digest.update(_line("", "unread"))
    return digest.hexdigest()


def _entry_line(found: WalkedEntry) -> bytes:
    seen, kind = found.seen, found.kind
    mode = f"{stat.S_IMODE(seen.st_mode):o}"
    if kind == FILE:
        return _line(found.path, kind, mode, str(seen.st_size), str(seen.st_mtime_ns))
    if kind == LINK:
        return _line(found.path, kind, os.readlink(found.name, dir_fd=found.folder))
    return _line(found.path, kind, mode)


def _line(*parts: str) -> bytes:
    return b"\0".join(map(os.fsencode, parts)) + b"\0\0"
