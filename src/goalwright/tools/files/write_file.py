"""files.write_file: a file's whole content, in one step; what it replaces is kept for undo."""

from __future__ import annotations

import os
from collections.abc import Iterator

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.dataclass import replace
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.atomic import carried_by, clear, temp_name, write_whole
from goalwright.disk.disk_failures import go_on, telling
from goalwright.disk.ends import changed, in_the_way, same_spot
from goalwright.disk.entries import PIECE, content_arg, file_at, holds_only, path_arg, seen_at, spot_of
from goalwright.disk.kept import drop_kept, keep_file, kept_name, kept_print, kept_resource, put_back
from goalwright.disk.prints import ABSENT, bytes_print, content_print, path_resource
from goalwright.disk.removal import remove_file
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.files.path_tool import fact_about, path_tool
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services


def write_file(services: Services) -> FunctionTool:
    return path_tool(services.roots, _look, _write, _is_written, _inverse, _take_back, known=fact_about("file"))


@telling("write")
def _look(roots: AllowedRoots, call: ToolCall) -> Before:
    content = content_arg(call)
    with roots.opened(path_arg(call), follow=True) as spot:
        old = _bytes_at(spot)
        is_same = old != ABSENT and _has(spot, content)
        if old != ABSENT and not is_same:
            _require_replaceable(call, spot)
        return {"real": spot.path, "old": old, "is_same": is_same, "kept": kept_name(call)}


@telling("write")
def _write(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    content = content_arg(call)
    with same_spot(roots, call, before, follow=True) as spot:
        if not _has(spot, content):
            _put(call, before, spot, content)
        else:
            clear(spot.fd, temp_name(call))
    return {"path": path_arg(call), "size": len(content), "replaced": before["old"] != ABSENT}


def _put(call: ToolCall, before: Before, spot: Spot, content: bytes) -> None:
    temp, old = temp_name(call), _bytes_at(spot)
    if old == ABSENT == before["old"]:
        write_whole(spot.fd, spot.name, _parts(call, content), temp=temp, replace=False)
        return
    if old != before["old"]:
        raise changed(spot.path) if before["old"] != ABSENT else in_the_way(spot.path)
    _require_replaceable(call, spot)
    keep_file(call, spot.fd, spot.name, before["kept"])
    with file_at(spot) as file:
        look = replace(carried_by(file), mtime_ns=None)
    write_whole(spot.fd, spot.name, _parts(call, content), temp=temp, replace=True, look=look)


@telling("look at")
def _is_written(roots: AllowedRoots, call: ToolCall, _before: Before) -> Verdict:
    content = content_arg(call)
    with spot_of(roots, path_arg(call), follow=True) as spot:
        return "yes" if spot is not None and _has(spot, content) else "no"


def _inverse(_roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    has_kept = before["old"] != ABSENT and not before["is_same"]
    kept = [kept_resource(call, before["kept"])] if has_kept else []
    new = content_print(content_arg(call))
    return {"new": new, "holds": {path_resource(before["real"]): new}, "resources": kept}


@telling("take back")
def _take_back(roots: AllowedRoots, call: ToolCall, before: Before, inverse: Before) -> None:
    if before["is_same"]:
        return
    with spot_of(roots, before["real"]) as spot:
        now = _bytes_at(spot) if spot is not None else ABSENT
        if spot is None or now not in (inverse["new"], before["old"]):
            raise changed(path_arg(call))
        if before["old"] == ABSENT:
            remove_file(spot)
            return
        if now == inverse["new"]:
            if kept_print(call, before["kept"]) != before["old"]:
                raise ToolFailure(
                    f"the kept copy of {printable(spot.path)} is gone or changed, so nothing was put back"
                )
            put_back(call, before["kept"], spot.fd, spot.name)
        drop_kept(call, before["kept"])


def _bytes_at(spot: Spot) -> str:
    if seen_at(spot) is None:
        return ABSENT
    with file_at(spot) as file:
        return bytes_print(file)


def _has(spot: Spot, content: bytes) -> bool:
    """Whether the file at the spot has this content and no more."""
    if seen_at(spot) is None:
        return False
    with file_at(spot) as file:
        return holds_only(file, content)


def _require_replaceable(call: ToolCall, spot: Spot) -> None:
    """Replacing needs approval, and a file that could be written to: renaming alone would not ask."""
    if call.risk != "high":
        raise in_the_way(spot.path)
    with file_at(spot, os.O_WRONLY):
        pass


def _parts(call: ToolCall, content: bytes) -> Iterator[memoryview]:
    view = memoryview(content)
    for start in range(0, len(content), PIECE):
        go_on(call)
        yield view[start : start + PIECE]
