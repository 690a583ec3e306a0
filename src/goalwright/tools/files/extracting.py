"""files.extract: what is in an archive, in a folder; all of it or nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.contracts import path_spelling as paths
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.atomic import temp_name
from goalwright.disk.below import below
from goalwright.disk.disk_failures import go_on, told
from goalwright.disk.ends import both_ends, both_touched, needed
from goalwright.disk.entries import FILE, FOLDER, file_at, folder_in, kind_of, path_arg, seen_at, seen_in, spot_of
from goalwright.disk.placing import require_place
from goalwright.disk.prints import path_resource
from goalwright.disk.removal import remove, remove_at_once
from goalwright.disk.renames import sync_disk, sync_folder
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.files import merging
from goalwright.tools.files.archives import LIMITS, Limits, unpack
from goalwright.tools.files.path_tool import fact_about, path_tool
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

MOST_RESOURCES = 200
"""How many things that were put into a folder are watched by themselves; with more, the folder is."""
_CONTENT = "content"


def extract(services: Services, limits: Limits = LIMITS) -> FunctionTool:
    steps = (_look, partial(_extract, limits), _is_extracted, _inverse, _take_back)
    return path_tool(services.roots, *steps, known=fact_about("dir", arg="to"), relies_on=_resources)


def _look(roots: AllowedRoots, call: ToolCall) -> Before:
    with both_ends(roots, call, "extract", follow=True, follow_to=True) as (source, target):
        kind, there = kind_of(needed(source)), seen_at(target)
        if kind != FILE:
            raise ToolFailure(f"{printable(source.path)} is a {kind}, not an archive; name an archive")
        if there is not None and kind_of(there) != FOLDER:
            require_place(call, target, None, FOLDER)
        times = {} if there is None else {target.path: there.st_mtime_ns}
        return {"ends": [source.path, target.path], "is_new": there is None, "times": times}


def _extract(limits: Limits, roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    with both_ends(roots, call, "extract", before, follow=True, follow_to=True) as (source, target):
        stage = temp_name(call, "stage")
        with _host(target, before) as host:
            pieces = merging.read_list(call)
            if pieces is None:
                pieces = _staged(call, source, target, before, host, limits)
            if seen_in(host, stage) is not None:
                _merge(call, host, pieces, target)
            merging.lock(pieces, target)
            # At once, because a stage that is half gone could not be told from one whose pieces went over.
            remove_at_once(host, stage, temp_name(call, "used stage"))
            sync_folder(host)
    return {"path": path_arg(call), "to": path_arg(call, "to"), "created": before["is_new"]}


@contextmanager
def _host(target: Spot, before: Before) -> Iterator[int]:
    """The open folder that holds the stage: beside a folder that is new, and inside one that is there."""
    if before["is_new"]:
        yield target.fd
        return
    with folder_in(target.fd, target.name) as folder:
        yield folder


def _staged(
    call: ToolCall, source: Spot, target: Spot, before: Before, host: int, limits: Limits
) -> tuple[merging.TreePiece, ...]:
    """Unpack the archive into a stage, and write down which pieces it has and where they will go."""
    stage = temp_name(call, "stage")
    if before["is_new"]:
        require_place(call, target, None, FOLDER)
    remove(host, stage)
    os.mkdir(stage, 0o700, dir_fd=host)
    try:
        base = _unpacked(call, source, target, host, limits)
        with below(host, stage) as staged:
            sync_disk(staged.at(""))
            is_new = before["is_new"]
            pieces = merging.whole(staged, base) if is_new else merging.divided(call, staged, base, target)
        go_on(call)
        merging.write_list(call, pieces)
    except BaseException:
        remove(host, stage)
        raise
    return pieces


def _unpacked(call: ToolCall, source: Spot, target: Spot, host: int, limits: Limits) -> str:
    """Where in the stage the content of the archive begins."""
    with below(host, temp_name(call, "stage")) as staged:
        os.mkdir(_CONTENT, dir_fd=staged.at(""))
        with (
            below(staged.at(""), _CONTENT) as folder,
            file_at(source) as file,
            os.fdopen(os.dup(file), "rb") as archive,
        ):
            top = unpack(call, archive, source.path, folder, limits, paths.name(target.path))
    return f"{_CONTENT}/{top}" if top else _CONTENT


def _merge(call: ToolCall, host: int, pieces: Sequence[merging.TreePiece], target: Spot) -> None:
    stage = temp_name(call, "stage")
    with below(host, stage) as staged:
        try:
            merging.merge(call, staged, pieces, target)
        except BaseException:
            merging.come_back(call, staged, pieces, target)
            merging.drop_list(call)
            remove(host, stage)
            raise


def _is_extracted(roots: AllowedRoots, call: ToolCall, before: Before) -> Verdict:
    to, pieces = before["ends"][1], merging.read_list(call)
    try:
        with told("look at", to), roots.opened(to) as target, _host(target, before) as host:
            stages = (seen_in(host, temp_name(call, purpose)) for purpose in ("stage", "used stage"))
            if pieces is None or any(stage is not None for stage in stages):
                return "no"
            return "yes" if merging.is_merged(pieces, target) else "no"
    except (FileNotFoundError, NotADirectoryError):
        return "no"


def _inverse(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    to, pieces = before["ends"][1], merging.read_list(call) or ()
    with told("look at", to), roots.opened(to) as target:
        return {
            "pieces": merging.merge_inverse(call, pieces, target),
            "resources": merging.merged_kept(call, pieces),
            "times": merging.merged_times(pieces, to),
        }


def _take_back(roots: AllowedRoots, call: ToolCall, before: Before, inverse: Before) -> None:
    to = before["ends"][1]
    with told("take back", to), spot_of(roots, to) as target:
        if target is not None:
            merging.take_back_merge(call, inverse["pieces"], target)
        merging.drop_list(call)


def _resources(call: ToolCall) -> tuple[str, ...]:
    """The archive, and what came out of it: in a folder that was there before, nothing else is watched."""
    pieces = merging.read_list(call) or ()
    if not pieces or len(pieces) > MOST_RESOURCES or not pieces[0].path:
        return both_touched(call)
    to = path_arg(call, "to").rstrip("/")
    return path_resource(path_arg(call)), *(path_resource(f"{to}/{piece.path}") for piece in pieces)
