"""files.append_file: text at the end of a file, exactly once, whatever happens in between.

The text begins a line of its own (decision 0040): where the last line of the file has no end, it gets one first.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.atomic import Look, dress, temp_name, write_all, write_whole
from goalwright.disk.disk_failures import go_on, telling
from goalwright.disk.ends import changed, in_the_way, needed, same_spot
from goalwright.disk.entries import content_arg, file_at, holds, holds_only, path_arg, pieces, seen_at, spot_of
from goalwright.disk.prints import WHOLE, bytes_print, content_print, path_resource
from goalwright.disk.removal import remove_file
from goalwright.errors import ToolFailure
from goalwright.tools.files.path_tool import fact_about, path_tool
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

_TAIL = 4096
"""How much of a file's end is read to tell which line ends it has."""
_GOING_ON = frozenset(b",.;:!?)]} \t\r\n")
"""A text that begins with one of these goes on in the line that is there."""


def append_file(services: Services) -> FunctionTool:
    return path_tool(services.roots, _look, _append, _is_appended, _inverse, _take_back, known=fact_about("file"))


@telling("append to")
def _look(roots: AllowedRoots, call: ToolCall) -> Before:
    content = content_arg(call)
    with roots.opened(path_arg(call), follow=True) as spot:
        if seen_at(spot) is None:
            return {"real": spot.path, "existed": False, "size": 0}
        with file_at(spot, os.O_RDWR | os.O_APPEND) as file:
            seen = os.fstat(file)
            return {
                "real": spot.path,
                "existed": True,
                "lead": _line_end_before(file, seen.st_size, content),
                "size": seen.st_size,
                "inode": seen.st_ino,
                "old": bytes_print(file, seen.st_size),
                "mode": seen.st_mode & 0o7777,
                "mtime_ns": seen.st_mtime_ns,
            }


@telling("append to")
def _append(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    go_on(call)
    content = _added(call, before)
    with same_spot(roots, call, before, follow=True) as spot:
        if before["existed"]:
            _append_to(spot, before, content)
        else:
            _begin(call, spot, content)
    return {"path": path_arg(call), "appended": len(content), "size": before["size"] + len(content)}


def _added(call: ToolCall, before: Before) -> bytes:
    """The bytes to add. What was looked at before this rule was made has no lead."""
    return str(before.get("lead", "")).encode() + content_arg(call)


def _line_end_before(file: int, size: int, content: bytes) -> str:
    """The line end that the old text lacks before the new one; none where that goes on in the same line."""
    if not size or not content or content[0] in _GOING_ON:
        return ""
    tail = os.pread(file, _TAIL, max(0, size - _TAIL))
    if tail.endswith((b"\n", b"\r")) or b"\0" in tail:  # which has ended, or is no text
        return ""
    return "\r\n" if b"\r\n" in tail else "\n"


def _begin(call: ToolCall, spot: Spot, content: bytes) -> None:
    """A file that was missing appears whole, or not at all."""
    if seen_at(spot) is None:
        write_whole(spot.fd, spot.name, (content,), temp=temp_name(call), replace=False)
        return
    with file_at(spot) as file:
        if not holds_only(file, content):
            raise in_the_way(spot.path)


def _append_to(spot: Spot, before: Before, content: bytes) -> None:
    with file_at(spot, os.O_RDWR | os.O_APPEND) as file:
        there = _bytes_there(file, before, content)
        if there is None:
            raise changed(spot.path)
        try:
            write_all(file, (memoryview(content)[there:],))
            os.fsync(file)
        except BaseException:
            _drop_half(file, before, content)
            raise


def _drop_half(file: int, before: Before, content: bytes) -> None:
    """Take back what was begun, unless another program has written after it."""
    added = os.fstat(file).st_size - before["size"]
    if 0 < added <= len(content) and _bytes_there(file, before, content) == added:
        _truncate(file, before)


def _bytes_there(file: int, before: Before, content: bytes) -> int | None:
    """How many bytes of the content are at the old end of the file; None if it is not the old file any more.

    The size says where the content begins, so text that repeats is never taken for what is yet to come.
    """
    seen, size = os.fstat(file), before["size"]
    if seen.st_size < size or bytes_print(file, size) != before["old"]:
        return None
    if size > WHOLE and seen.st_ino != before["inode"]:
        return None
    there = min(seen.st_size - size, len(content))
    return there if holds(file, content[:there], size) else None


@telling("look at")
def _is_appended(roots: AllowedRoots, call: ToolCall, before: Before) -> Verdict:
    content = _added(call, before)
    with spot_of(roots, path_arg(call), follow=True) as spot:
        if spot is None or spot.path != before["real"] or seen_at(spot) is None:
            return "no"
        with file_at(spot) as file:
            if not before["existed"]:
                return "yes" if holds(file, content) else "no"
            return "yes" if _bytes_there(file, before, content) == len(content) else "no"


@telling("look at")
def _inverse(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    """What the file holds by our doing alone; what was there before is enough to cut it back to."""
    content, resource = _added(call, before), path_resource(before["real"])
    if not before["existed"]:
        return {"holds": {resource: content_print(content)}}
    with roots.opened(before["real"]) as spot:
        needed(spot)
        with file_at(spot) as file:
            grown = _grown_print(file, before, content)
    return {"changed": [resource]} if grown is None else {"holds": {resource: grown}}


def _grown_print(file: int, before: Before, content: bytes) -> str | None:
    """What the old file with the content behind it is known by; None if that is not what is there.

    The content is not read back: another program may have written in its place since.
    """
    size = before["size"]
    if os.fstat(file).st_size != size + len(content):
        return None
    if size + len(content) > WHOLE:
        return bytes_print(file) if _bytes_there(file, before, content) == len(content) else None
    digest = hashlib.sha256()
    for piece in pieces(file, 0, size):
        digest.update(piece)
    if f"{size} {digest.hexdigest()}" != before["old"]:
        return None
    digest.update(content)
    return f"{size + len(content)} {digest.hexdigest()}"


@telling("take back what was appended to")
def _take_back(roots: AllowedRoots, call: ToolCall, before: Before, _inverse: Before) -> None:
    content = _added(call, before)
    with spot_of(roots, before["real"]) as spot:
        if spot is None or (before["existed"] and seen_at(spot) is None):
            raise changed(path_arg(call))
        if seen_at(spot) is None:
            return
        with file_at(spot, os.O_RDWR) as file:
            if before["existed"]:
                _shorten(file, before, content, spot.path)
            elif not holds_only(file, content):
                raise changed(spot.path)
        if not before["existed"]:
            remove_file(spot)


def _shorten(file: int, before: Before, content: bytes, path: str) -> None:
    size = os.fstat(file).st_size
    there = _bytes_there(file, before, content)
    if there is None or size - before["size"] not in (0, len(content)):
        raise changed(path)
    _truncate(file, before)
    if bytes_print(file) != before["old"]:
        raise ToolFailure(f"{path} is not what it was before; check it")


def _truncate(file: int, before: Before) -> None:
    """The file as it was, time and all."""
    os.ftruncate(file, before["size"])
    with suppress(PermissionError):  # writing needs less permission than setting modes and times
        dress(file, Look(before["mode"], before["mtime_ns"], os.fstat(file).st_atime_ns))
    os.fsync(file)
