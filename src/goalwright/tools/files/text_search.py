"""Tools that look: for lines that hold a text, for what differs between two files, and at things that were selected."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import zip_longest
from typing import Any

from goalwright.contracts import Before, ToolCall
from goalwright.contracts.human_sizes import day_text, size_text
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.disk_failures import go_on, legible, telling, told
from goalwright.disk.entries import FILE, file_at, kind_of, path_arg, pieces, seen_at
from goalwright.errors import ToolFailure
from goalwright.tools.files.find_files import MOST
from goalwright.tools.files.line_changes import TextLines
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

_SAMPLE = 8_192
_MOST_COMPARED = 20_000
_LONGEST_SHOWN = 400


def search(services: Services) -> FunctionTool:
    return FunctionTool(act=partial(_search, services.roots))


def compare(services: Services) -> FunctionTool:
    return FunctionTool(act=partial(_compare, services.roots))


def list_things(services: Services) -> FunctionTool:
    return FunctionTool(act=partial(_list_things, services.roots))


def _search(roots: AllowedRoots, call: ToolCall, _before: Before) -> Before:
    import re

    wanted = re.escape(str(call.args["text"]).casefold())
    found = re.compile(rf"(?<!\w){wanted}(?!\w)" if call.args.get("whole_words") else wanted).search
    matches: list[dict[str, Any]] = []
    count, files = 0, 0
    for path in call.args["things"]:
        with told("search", path), roots.opened(path) as spot:
            seen = seen_at(spot)
            if seen is None and len(call.args["things"]) == 1:
                raise ToolFailure(f"there is no file {legible(path)}")
            if seen is None or kind_of(seen) != FILE:
                continue
            hits = 0
            for number, line in _text_lines(call, spot):
                if found(line.casefold()):
                    hits += 1
                    if len(matches) < MOST:
                        matches.append({"path": legible(path), "line": number, "text": line[:_LONGEST_SHOWN]})
        count, files = count + hits, files + (hits > 0)
    text = "\n".join(f"{match['path']}:{match['line']}: {match['text']}" for match in matches)
    return {"matches": matches, "count": count, "files": files, "truncated": count > len(matches), "text": text}


def _text_lines(call: ToolCall, spot: Spot) -> Iterator[tuple[int, str]]:
    """The lines of a text file with their numbers; none of a file that is no text."""
    with file_at(spot) as file:
        if b"\0" in os.pread(file, _SAMPLE, 0):
            return
        for number, line in enumerate(TextLines(partial(pieces, file)), 1):
            if number % 1_000 == 0:
                go_on(call)
            yield number, line.rstrip(b"\r\n").decode(errors="replace")


@telling("compare")
def _compare(roots: AllowedRoots, call: ToolCall, _before: Before) -> Before:
    path, other = path_arg(call), path_arg(call, "other")
    sides = [_side(roots, call, each) for each in (path, other)]
    if sides[0] == sides[1]:  # which files that are no text are as well
        is_same = _same_bytes(roots, call, path, other)
        told_so = "They are the same." if is_same else "They differ, but not in any line of text."
        return {"path": path, "other": other, "text": told_so, "same": is_same, "differences": []}
    from difflib import SequenceMatcher

    differences: list[dict[str, Any]] = []
    matcher = SequenceMatcher(None, sides[0], sides[1], autojunk=False)
    for kind, start, end, other_start, other_end in matcher.get_opcodes():
        if kind != "equal":
            gone, new = sides[0][start:end], sides[1][other_start:other_end]
            differences.append({"line": start + 1, "removed": gone, "added": new})
    return {"path": path, "other": other, "text": _told(differences), "same": False, "differences": differences}


def _same_bytes(roots: AllowedRoots, call: ToolCall, path: str, other: str) -> bool:
    with ExitStack() as opened:
        spots = [opened.enter_context(roots.opened(each, follow=True)) for each in (path, other)]
        first, second = (opened.enter_context(file_at(spot)) for spot in spots)
        for parts in zip_longest(pieces(first), pieces(second)):
            go_on(call)
            if parts[0] != parts[1]:
                return False
    return True


def _side(roots: AllowedRoots, call: ToolCall, path: str) -> list[str]:
    with roots.opened(path, follow=True) as spot:
        lines = [line for _, line in _text_lines(call, spot)]
    if len(lines) > _MOST_COMPARED:
        raise ToolFailure(f"{path} has more than {_MOST_COMPARED:,} lines: compare shorter files")
    return lines


def _told(differences: list[dict[str, Any]]) -> str:
    lines = ["They differ:"]
    for part in differences:
        lines.append(f"line {part['line']}:")
        lines += [f"  - {line}" for line in part["removed"]] + [f"  + {line}" for line in part["added"]]
    return "\n".join(lines)


def _list_things(roots: AllowedRoots, call: ToolCall, _before: Before) -> Before:
    entries = []
    things = call.args["things"]
    for path in things[:MOST]:
        with told("look at", path), roots.opened(path) as spot:
            seen = seen_at(spot)
            if seen is not None:
                size = {"size": seen.st_size, "size_text": size_text(seen.st_size)} if kind_of(seen) == FILE else {}
                entries.append(
                    {"path": legible(path), "kind": kind_of(seen), **size, "modified": day_text(seen.st_mtime)}
                )
    return {"matches": entries, "count": len(things), "truncated": len(things) > len(entries)}
