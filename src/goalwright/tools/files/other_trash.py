"""Deleting where the desktop has a trash of another kind: it is asked through the send2trash package."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from goalwright.contracts import Fact, ToolCall, Verdict
from goalwright.contracts.tool import Before
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.changes import changed, require_approved, same_spot
from goalwright.disk.disk_failures import go_on, telling
from goalwright.disk.entries import path_arg, seen_at, spot_of
from goalwright.disk.prints import print_of_resource, touched
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

Guard = Callable[[ToolCall, Spot], None]


def delete_tool(services: Services, guard: Guard, register: str) -> FunctionTool:
    """A tool that deletes through the desktop; `guard` raises for what must not be deleted."""
    roots = services.roots
    return FunctionTool(
        look_first=partial(_look, roots, guard),
        act=partial(_delete, roots),
        check=partial(_is_deleted, roots),
        invert=lambda _call, _before: {},
        take_back=_say_where,
        known=lambda call: (Fact(key=f"{register}:{path_arg(call)}", value="absent", source=call.tool),),
        relies_on=touched,
        print_of=partial(print_of_resource, roots),
    )


@telling("delete")
def _look(roots: AllowedRoots, guard: Guard, call: ToolCall) -> Before:
    require_approved(call)
    _desktop(path_arg(call))
    with roots.opened(path_arg(call)) as spot:
        guard(call, spot)
        return {"real": spot.path, "inode": os.stat(spot.name, dir_fd=spot.fd, follow_symlinks=False).st_ino}


@telling("delete")
def _delete(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    require_approved(call)
    go_on(call)
    with same_spot(roots, call, before, follow=False) as spot:
        seen = seen_at(spot)
        if seen is not None and seen.st_ino != before["inode"]:
            raise changed(spot.path)
        if seen is not None:
            _desktop(spot.path).send2trash(spot.path)
    return {"path": path_arg(call), "trash": ""}


@telling("look at")
def _is_deleted(roots: AllowedRoots, call: ToolCall, before: Before) -> Verdict:
    with spot_of(roots, path_arg(call)) as spot:
        seen = seen_at(spot) if spot is not None else None
        return "no" if seen is not None and seen.st_ino == before["inode"] else "yes"


def _say_where(_call: ToolCall, before: Before, _inverse: Before) -> None:
    raise ToolFailure(f"{printable(before['real'])} is in the desktop's trash; take it out there")


def _desktop(path: str) -> Any:
    try:
        return import_module("send2trash")
    except ImportError as error:
        problem = "the Python package send2trash, which reaches the trash, is not installed; `pip install send2trash`"
        raise ToolFailure(f"cannot delete {printable(path)}: {problem}") from error
