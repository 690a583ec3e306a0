"""files.copy: a second one of a file, link or folder, there whole or not at all."""

from __future__ import annotations

import time
from functools import partial

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.atomic import temp_name
from goalwright.disk.copies import copy_entry, require_copyable
from goalwright.disk.disk_failures import go_on, told
from goalwright.disk.ends import both_ends, both_touched, fact_of, needed, require_apart
from goalwright.disk.entries import kind_of, path_arg, seen_at, seen_in, spot_of
from goalwright.disk.placing import place, require_place, take_back_target, target_inverse
from goalwright.disk.prints import path_resource
from goalwright.disk.removal import remove
from goalwright.disk.sameness import Mark, is_moved, is_same, is_untouched, mark_of
from goalwright.tools.files.path_tool import path_tool
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

_YOUNG_NS = 2_000_000_000


def copy(services: Services) -> FunctionTool:
    known = partial(fact_of, services.roots)
    steps = (_look, _copy, _is_copied, _inverse, take_back_target)
    return path_tool(services.roots, *steps, known=known, relies_on=both_touched)


def _look(roots: AllowedRoots, call: ToolCall) -> Before:
    with both_ends(roots, call, "copy") as (source, target):
        seen, there = needed(source), mark_of(seen_at(target))
        require_apart(source, seen, target)
        require_place(call, target, there, kind_of(seen))
        return {"ends": [source.path, target.path], "path": mark_of(seen), "to": there}


def _copy(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    with both_ends(roots, call, "copy", before) as (source, target):
        if not _is_there(source, target, before, strictly=True):
            _put_copy(call, source, target, before)
        remove(target.fd, temp_name(call))
    return {"path": path_arg(call), "to": path_arg(call, "to"), "replaced": before["to"] is not None}


def _put_copy(call: ToolCall, source: Spot, target: Spot, before: Before) -> None:
    seen, temp = needed(source), temp_name(call)
    require_apart(source, seen, target)
    require_place(call, target, before["to"], kind_of(seen))
    require_copyable(source.fd, source.name, seen, source.path)
    remove(target.fd, temp)
    try:
        go_on(call)
        copy_entry(call, source.fd, source.name, target.fd, temp, shown=source.path)
        go_on(call)
        place(call, target.fd, temp, target, before["to"])
    except BaseException:
        remove(target.fd, temp)
        raise


def _is_copied(roots: AllowedRoots, call: ToolCall, before: Before) -> Verdict:
    path, to = before["ends"]
    with told("look at", to), spot_of(roots, path) as source, spot_of(roots, to) as target:
        if target is None or seen_in(target.fd, temp_name(call)) is not None:
            return "no"
        return "yes" if _is_there(source, target, before, strictly=False) else "no"


def _is_there(source: Spot | None, target: Spot, before: Before, *, strictly: bool) -> bool:
    """Whether the copy is there; where the original is gone since, by its size and time."""
    there = seen_at(target)
    if there is None or is_untouched(before["to"], there):
        return False
    if source is None or seen_at(source) is None:
        return is_moved(before["path"], there)
    return is_same(source.fd, source.name, target.fd, target.name, strictly=strictly)


def _inverse(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    """What undo needs. A copy that is not the original's like any more was changed by another program meanwhile."""
    inverse, (path, to) = target_inverse(roots, call, before), before["ends"]
    with told("look at", to), spot_of(roots, path) as source, roots.opened(to) as target:
        is_own = _is_still_like(source, target, before["path"])
    return inverse if is_own else {**inverse, "changed": [path_resource(to)]}


def _is_still_like(source: Spot | None, target: Spot, mark: Mark) -> bool:
    """Whether the copy is as it was made; where the original has changed since, by its size and time."""
    if source is None or not is_untouched(mark, seen_at(source)):
        return is_moved(mark, seen_at(target))
    # A change to a copy changes its time, but not visibly if the original is as young.
    is_young = abs(time.time_ns() - mark["mtime_ns"]) < _YOUNG_NS
    return is_same(source.fd, source.name, target.fd, target.name, strictly=is_young)
