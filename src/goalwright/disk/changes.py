"""Seeing that a path still is what it was when it was looked at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from goalwright.contracts import ToolCall
from goalwright.contracts.tool import Before
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.entries import path_arg
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable


@contextmanager
def same_spot(roots: AllowedRoots, call: ToolCall, before: Before, *, follow: bool) -> Iterator[Spot]:
    """The spot of the call's path, which must be the one in `before["real"]`: no link on the way may have changed."""
    path = path_arg(call)
    with roots.opened(path, follow=follow) as spot:
        if spot.path != before["real"]:
            raise changed(path)
        yield spot


def changed(path: str) -> ToolFailure:
    """For a path that somebody else changed between looking and acting."""
    return ToolFailure(f"{printable(path)} was changed by something else meanwhile, so it was left alone; look at it")


def require_approved(call: ToolCall) -> None:
    """A ToolFailure unless the call was approved as one that destroys: a plan may have rated it lower."""
    if call.risk != "high":
        raise ToolFailure(f"deleting {printable(path_arg(call))} was not approved; plan it as high risk and approve it")


def in_the_way(path: str) -> ToolFailure:
    """For something that may not be replaced, because nobody approved of it."""
    return ToolFailure(f"{printable(path)} is there now: approve replacing it, or use another name")
