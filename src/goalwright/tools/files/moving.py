"""files.move and files.rename: the same thing in another place, or under another name."""

from __future__ import annotations

from functools import partial

from goalwright.contracts import Before, Fact, ToolCall, Verdict
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.disk_failures import go_on, told
from goalwright.disk.disk_transfers import is_cut_off, is_respelling, is_spelled, transfer
from goalwright.disk.ends import both_ends, both_touched, changed, fact_of, needed, require_apart
from goalwright.disk.entries import FILE, FOLDER, kind_of, path_arg, seen_at, spot_of
from goalwright.disk.kept import kept_name, kept_print
from goalwright.disk.placing import bytes_at, kept_resources, replaced, require_place, restore
from goalwright.disk.prints import ABSENT, path_resource
from goalwright.disk.sameness import Mark, is_like, is_moved, is_untouched, mark_of
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.files.path_tool import path_tool
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

_THERE, _BACK = "there", "back"


def move(services: Services) -> FunctionTool:
    return _mover(services, "move")


def rename(services: Services) -> FunctionTool:
    return _mover(services, "rename")


def _mover(services: Services, doing: str) -> FunctionTool:
    known = partial(_facts, services.roots)
    steps = (partial(_look, doing), partial(_move, doing), _is_moved, _inverse, _take_back)
    return path_tool(services.roots, *steps, known=known, relies_on=both_touched)


def _look(doing: str, roots: AllowedRoots, call: ToolCall) -> Before:
    with both_ends(roots, call, doing) as (source, target):
        seen, there = needed(source), mark_of(seen_at(target))
        if source.name == ".":
            problem = "is one of the folders that Goalwright may work in, and stays where it is; move what is in it"
            raise ToolFailure(f"{printable(source.path)} {problem}")
        if is_respelling(source, target):
            there = None
        else:
            require_apart(source, seen, target)
            require_place(call, target, there, kind_of(seen))
        return {"ends": [source.path, target.path], "path": mark_of(seen), "to": there}


def _move(doing: str, roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    with both_ends(roots, call, doing, before) as (source, target):
        go_on(call)
        transfer(call, source, target, moved=before["path"], there=before["to"], way=_THERE)
    return {"path": path_arg(call), "to": path_arg(call, "to"), "replaced": before["to"] is not None}


def _is_moved(roots: AllowedRoots, call: ToolCall, before: Before) -> Verdict:
    path, to = before["ends"]
    with told("look at", to), spot_of(roots, path) as source, spot_of(roots, to) as target:
        if target is None or is_cut_off(call, source, target, _THERE):
            return "no"
        if source is not None and seen_at(source) is not None:
            return "yes" if is_respelling(source, target) and is_spelled(target) else "no"
        return "yes" if is_moved(before["path"], seen_at(target)) else "no"


def _inverse(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    path, to = before["ends"]
    with told("look at", to), roots.opened(path) as source, roots.opened(to) as target:
        was = replaced(call, before["to"])
        made = bytes_at(target) if was != ABSENT else ""
        kept = kept_resources(call, before["to"])
        gone = {} if is_respelling(source, target) else {path_resource(path): ABSENT}
        mark = mark_of(needed(target))
        others = [] if _is_as_it_was(before["path"], target) else [path_resource(to)]
        way = "carried" if kind_of(needed(target)) == FOLDER else "same"
        seen = {"mark": mark, "made": made, "was": was, "holds": gone, "changed": others, "resources": kept}
        return {**seen, way: {path_resource(path): path_resource(to)}}


def _is_as_it_was(mark: Mark, target: Spot) -> bool:
    """Whether a file has come unchanged; a folder goes back with whatever is in it."""
    seen = needed(target)
    return kind_of(seen) != FILE or (is_moved(mark, seen) and (seen.st_ino != mark["ino"] or is_untouched(mark, seen)))


def _take_back(roots: AllowedRoots, call: ToolCall, before: Before, inverse: Before) -> None:
    path, to = before["ends"]
    with told("take back", to), roots.opened(path) as source, roots.opened(to) as target:
        has_replaced = inverse["was"] != ABSENT
        if has_replaced and not kept_print(call, kept_name(call)):
            _require_back(source, target, inverse)
            return
        _bring_back(call, source, target, inverse)
        if has_replaced:
            restore(call, target, {**inverse, "made": ABSENT}, kept_name(call))


def _require_back(source: Spot, target: Spot, inverse: Before) -> None:
    """A ToolFailure unless an earlier attempt put both back, the moved one and the one it had replaced."""
    if not is_moved(inverse["mark"], seen_at(source)) or bytes_at(target) != inverse["was"]:
        problem = "is gone, so nothing was moved back; move it yourself if you want it back"
        raise ToolFailure(f"the kept copy of {printable(target.path)} {problem}")


def _bring_back(call: ToolCall, source: Spot, target: Spot, inverse: Before) -> None:
    """Move the thing back, unless an earlier attempt did; what else is in its place now stays."""
    there, mark, made = seen_at(target), inverse["mark"], inverse["made"]
    if is_respelling(source, target) and is_spelled(source):
        return
    if there is None or (is_like(mark, there) and made in ("", bytes_at(target))):
        transfer(call, target, source, moved=mark, there=None, way=_BACK)
    elif not is_moved(mark, seen_at(source)):
        raise changed(target.path)


def _facts(roots: AllowedRoots, call: ToolCall) -> tuple[Fact, ...]:
    path = path_arg(call)
    gone = (Fact(key=f"{family}:{path}", value="absent", source=call.tool) for family in ("file", "dir"))
    return (*gone, *fact_of(roots, call))
