"""Deleting where the desktop has a trash of another kind: it is asked through the send2trash package."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.disk_failures import cannot, go_on, telling
from goalwright.disk.ends import changed, require_approved, same_spot
from goalwright.disk.entries import path_arg, seen_at, spot_of
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.files.path_tool import fact_about, path_tool
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

Guard = Callable[[ToolCall, Spot], None]


def delete_tool(services: Services, guard: Guard, register: str) -> FunctionTool:
    """A tool that deletes through the desktop; `guard` raises for what must not be deleted."""
    known = fact_about(register, "absent")
    return path_tool(services.roots, partial(_look, guard), _delete, _is_deleted, _inverse, _say_where, known=known)


@telling("delete")
def _look(guard: Guard, roots: AllowedRoots, call: ToolCall) -> Before:
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
        seen = seen_at(spot)
        return "no" if seen is not None and seen.st_ino == before["inode"] else "yes"


def _inverse(_roots: AllowedRoots, _call: ToolCall, _before: Before) -> Before:
    return {}


def _say_where(_roots: AllowedRoots, _call: ToolCall, before: Before, _inverse: Before) -> None:
    raise ToolFailure(f"{printable(before['real'])} is in the desktop's trash; take it out there")


def _desktop(path: str) -> Any:
    try:
        return import_module("send2trash")
    except ImportError as error:
        problem = "the Python package send2trash, which reaches the trash, is not installed; `pip install send2trash`"
        raise cannot("delete", path, problem) from error
