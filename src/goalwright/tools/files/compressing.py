"""files.compress: a file or folder packed into an archive, whose kind the ending of its name tells."""

from __future__ import annotations

import os

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.contracts import path_spelling as paths
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.atomic import clear, temp_name, temporary
from goalwright.disk.copies import require_copyable
from goalwright.disk.disk_failures import go_on, told
from goalwright.disk.ends import both_ends, both_touched, needed, require_apart
from goalwright.disk.entries import FILE, file_at, kind_of, path_arg, seen_at, seen_in, spot_of
from goalwright.disk.kept import note_print
from goalwright.disk.placing import place, require_place, take_back_target, target_inverse
from goalwright.disk.prints import bytes_print
from goalwright.disk.sameness import is_untouched, mark_of
from goalwright.tools.files.archives import is_packed, kind_for, pack
from goalwright.tools.files.path_tool import fact_about, path_tool
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services


def compress(services: Services) -> FunctionTool:
    steps = (_look, _compress, _is_compressed, target_inverse, take_back_target)
    return path_tool(services.roots, *steps, known=fact_about("file", arg="to"), relies_on=both_touched)


def _look(roots: AllowedRoots, call: ToolCall) -> Before:
    kind_for(path_arg(call, "to"))
    with both_ends(roots, call, "compress", follow=True) as (source, target):
        seen, there = needed(source), seen_at(target)
        if kind_of(seen) == FILE:
            require_apart(source, seen, target)
        require_place(call, target, mark_of(there), FILE)
        return {"ends": [source.path, target.path], "to": mark_of(there)}


def _compress(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    with both_ends(roots, call, "compress", before, follow=True) as (source, target):
        if not _is_there(call, source, target, before):
            _put_archive(call, source, target, before)
        clear(target.fd, temp_name(call))
        size = needed(target).st_size
    return {"path": path_arg(call), "to": path_arg(call, "to"), "size": size, "replaced": before["to"] is not None}


def _put_archive(call: ToolCall, source: Spot, target: Spot, before: Before) -> None:
    temp, kind = temp_name(call), kind_for(path_arg(call, "to"))
    require_place(call, target, before["to"], FILE)
    require_copyable(source.fd, source.name, needed(source), source.path, doing="pack")
    with temporary(target.fd, temp) as file:
        own = {ident_of(os.fstat(file)), ident_of(seen_at(target))}
        with os.fdopen(os.dup(file), "wb") as archive:
            pack(call, kind, [(source, _name(call))], archive, own)
        os.fsync(file)
        go_on(call)
        note_print(call, bytes_print(file))
        place(call, target.fd, temp, target, before["to"])


def _is_compressed(roots: AllowedRoots, call: ToolCall, before: Before) -> Verdict:
    path, to = before["ends"]
    with told("look at", to), spot_of(roots, path) as source, spot_of(roots, to) as target:
        if target is None or seen_in(target.fd, temp_name(call)) is not None:
            return "no"
        return "yes" if _is_there(call, source, target, before) else "no"


def _is_there(call: ToolCall, source: Spot | None, target: Spot, before: Before) -> bool:
    """Whether the archive is there, with everything in it that is to be packed, as far as that can still be seen."""
    there = seen_at(target)
    if there is None or is_untouched(before["to"], there) or kind_of(there) != FILE:
        return False
    if source is None or seen_at(source) is None:
        return True
    with file_at(target) as file, os.fdopen(os.dup(file), "rb") as archive:
        return is_packed([(source, _name(call))], archive, {ident_of(there)})


def _name(call: ToolCall) -> str:
    """What the packed thing is called in the archive: its own name, as it was asked for."""
    return paths.name(path_arg(call)) or "files"


def ident_of(seen: os.stat_result | None) -> tuple[int, int]:
    return (0, 0) if seen is None else (seen.st_dev, seen.st_ino)
