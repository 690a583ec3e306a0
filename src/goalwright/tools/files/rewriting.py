"""Tools that change the lines of a text file: streamed, in one step, and what was there is kept for undo."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.dataclass import replace
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.atomic import carried_by, clear, temp_name, write_whole
from goalwright.disk.disk_failures import go_on, telling, told
from goalwright.disk.ends import changed, needed, same_spot
from goalwright.disk.entries import file_at, path_arg, pieces, seen_at, spot_of
from goalwright.disk.kept import drop_kept, keep_file, kept_name, kept_print, kept_resource, put_back
from goalwright.disk.prints import bytes_print, path_resource
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.files.line_changes import TextLines, changed_lines
from goalwright.tools.files.path_tool import fact_about, path_tool
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

_SAMPLE = 8_192


def rewriting(verb: str) -> Callable[[Services], FunctionTool]:
    """What makes the tool that carries out one verb on the lines of a file."""

    def make(services: Services) -> FunctionTool:
        steps = (partial(_look, verb), partial(_rewrite, verb), _is_rewritten, _inverse, _take_back)
        return path_tool(services.roots, *steps, known=fact_about("file"))

    return make


sort_lines = rewriting("sort_lines")
unique_lines = rewriting("unique_lines")
replace_text = rewriting("replace")
insert_line = rewriting("insert")
delete_lines = rewriting("delete_lines")
keep_lines = rewriting("keep_lines")
restyle_lines = rewriting("restyle_lines")


def _look(verb: str, roots: AllowedRoots, call: ToolCall) -> Before:
    """The look works out what the file will be known by, so that a run that was cut off can tell what it has done."""
    with told("change", path_arg(call)), roots.opened(path_arg(call), follow=True) as spot:
        needed(spot)
        with file_at(spot, os.O_RDWR) as file:
            if b"\0" in os.pread(file, _SAMPLE, 0):
                raise ToolFailure(f"{printable(spot.path)} is not a text file: name one that is")
            lines = TextLines(partial(_read, call, file))
            new = print_of_all(changed_lines(verb, call.args, lines))
            return {
                "real": spot.path,
                "old": bytes_print(file),
                "new": new,
                "is_same": new == print_of_all(pieces(file)),
                "changed": lines.changed,
                "kept": kept_name(call),
            }


def _rewrite(verb: str, roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    with told("change", path_arg(call)), same_spot(roots, call, before, follow=True) as spot:
        if before["is_same"] or _print_at(spot) == before["new"]:
            clear(spot.fd, temp_name(call))
        else:
            _put(verb, call, before, spot)
    told_so = {"note": "nothing had to be changed"} if before["is_same"] else {}
    return {"path": path_arg(call), "changed": before["changed"], **told_so}


def _put(verb: str, call: ToolCall, before: Before, spot: Spot) -> None:
    needed(spot)
    with file_at(spot, os.O_RDWR) as file:
        if bytes_print(file) != before["old"]:
            raise changed(spot.path)
        keep_file(call, spot.fd, spot.name, before["kept"])
        look = replace(carried_by(file), mtime_ns=None)
        content = changed_lines(verb, call.args, TextLines(partial(_read, call, file)))
        write_whole(spot.fd, spot.name, content, temp=temp_name(call), replace=True, look=look)


@telling("look at")
def _is_rewritten(roots: AllowedRoots, call: ToolCall, before: Before) -> Verdict:
    with spot_of(roots, path_arg(call), follow=True) as spot:
        return "yes" if spot is not None and _print_at(spot) == before["new"] else "no"


def _inverse(_roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    kept = [] if before["is_same"] else [kept_resource(call, before["kept"])]
    return {"holds": {path_resource(before["real"]): before["new"]}, "resources": kept}


@telling("take back")
def _take_back(roots: AllowedRoots, call: ToolCall, before: Before, _inverse: Before) -> None:
    if before["is_same"]:
        return
    with spot_of(roots, before["real"]) as spot:
        if spot is None or seen_at(spot) is None:
            raise changed(path_arg(call))
        if _print_at(spot) == before["new"]:
            if kept_print(call, before["kept"]) != before["old"]:
                problem = f"the kept copy of {printable(spot.path)} is gone or changed, so nothing was put back"
                raise ToolFailure(problem)
            put_back(call, before["kept"], spot.fd, spot.name)
        else:
            with file_at(spot) as file:
                if bytes_print(file) != before["old"]:
                    raise changed(path_arg(call))
        drop_kept(call, before["kept"])


def _read(call: ToolCall, file: int) -> Iterator[bytes]:
    for piece in pieces(file):
        go_on(call)
        yield piece


def _print_at(spot: Spot) -> str:
    if seen_at(spot) is None:
        return ""
    with file_at(spot) as file:
        return print_of_all(pieces(file))


def print_of_all(content: Iterable[bytes]) -> str:
    """What all bytes of a content are known by."""
    digest, size = hashlib.sha256(), 0
    for piece in content:
        digest.update(piece)
        size += len(piece)
    return f"{size} {digest.hexdigest()}"
