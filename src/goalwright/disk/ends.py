"""The ends of a call: where something is and where it is to be, each still what it was when it was looked at."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from goalwright.contracts import Before, Fact, ToolCall
from goalwright.contracts import path_spelling as paths
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.disk_failures import cannot, told
from goalwright.disk.entries import FOLDER, kind_of, path_arg, seen_at, spot_of
from goalwright.disk.prints import path_resource
from goalwright.errors import PolicyRefusal, ToolFailure
from goalwright.policy.path_text import printable


@contextmanager
def both_ends(
    roots: AllowedRoots,
    call: ToolCall,
    doing: str,
    before: Before | None = None,
    *,
    follow: bool = False,
    follow_to: bool = False,
) -> Iterator[tuple[Spot, Spot]]:
    """The spots of the call's `path` and `to`; what the system refuses meanwhile is reported as `cannot <doing> …`.

    With `before` they must be the places in `before["ends"]`: no link on the way may have changed.
    """
    path, to = path_arg(call), path_arg(call, "to")
    with ExitStack() as opened:
        with told(doing, path):
            source = opened.enter_context(roots.opened(path, follow=follow))
        try:
            target = opened.enter_context(roots.opened(to, follow=follow_to))
        except (FileNotFoundError, NotADirectoryError) as error:
            problem = f"the folder {printable(paths.parent(to))} is not there; create it first"
            raise cannot(doing, path, problem) from error
        for shown, spot, place in zip((path, to), (source, target), before["ends"] if before else (), strict=False):
            if spot.path != place:
                raise changed(shown)
        with told(doing, f"{path} to {to}"):
            yield source, target


@contextmanager
def same_spot(roots: AllowedRoots, call: ToolCall, before: Before, *, follow: bool) -> Iterator[Spot]:
    """The spot of the call's path, which must be the one in `before["real"]`: no link on the way may have changed."""
    path = path_arg(call)
    with roots.opened(path, follow=follow) as spot:
        if spot.path != before["real"]:
            raise changed(path)
        yield spot


def changed(path: str) -> ToolFailure:
    """For a path that another program changed between looking and acting."""
    return ToolFailure(f"{printable(path)} was changed by another program meanwhile, so it was left alone; check it")


def require_approved(call: ToolCall) -> None:
    """A ToolFailure unless the call was approved as one that destroys: a plan may have rated it lower."""
    if call.risk != "high":
        raise ToolFailure(f"deleting {printable(path_arg(call))} was not approved; plan it as high risk and approve it")


def in_the_way(path: str) -> ToolFailure:
    """For something that may not be replaced, because that was not approved."""
    return ToolFailure(f"{printable(path)} is there now: approve replacing it, or use another name")


def needed(spot: Spot) -> os.stat_result:
    """What is at the spot; a ToolFailure if nothing is."""
    seen = seen_at(spot)
    if seen is None:
        raise ToolFailure(f"{printable(spot.path)} is not there; check the name and the folder")
    return seen


def require_apart(source: Spot, seen: os.stat_result, target: Spot) -> None:
    """A ToolFailure if the target is the source itself, or lies inside it."""
    there = seen_at(target)
    if source.path == target.path or (there is not None and os.path.samestat(seen, there)):
        problem = "are the same; choose another place or name"
        raise ToolFailure(f"{printable(source.path)} and {printable(target.path)} {problem}")
    if kind_of(seen) == FOLDER and _is_within(target.fd, seen):
        problem = "lies inside the folder itself; choose a place outside it"
        raise ToolFailure(f"{printable(target.path)} {problem}")


def both_touched(call: ToolCall) -> tuple[str, ...]:
    """The resources of a call with two ends."""
    return path_resource(path_arg(call)), path_resource(path_arg(call, "to"))


def fact_of(roots: AllowedRoots, call: ToolCall) -> tuple[Fact, ...]:
    """The fact that what the call put at `to` exists, as the kind of thing it is."""
    path, seen = path_arg(call, "to"), None
    with suppress(OSError, PolicyRefusal), spot_of(roots, path, follow=True) as spot:
        seen = seen_at(spot)
    if seen is None:  # or a link that leads outside
        return ()
    family = "dir" if kind_of(seen) == FOLDER else "file"
    return (Fact(key=f"{family}:{path}", value="exists", source=call.tool),)


def _is_within(folder: int, seen: os.stat_result) -> bool:
    """Whether an open folder is the one that was seen, or lies inside it, however the two are spelled."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    at = os.dup(folder)
    try:
        while not os.path.samestat(here := os.fstat(at), seen):
            above = os.open("..", getattr(os, "O_PATH", 0) | flags, dir_fd=at)
            os.close(at)
            at = above
            if os.path.samestat(here, os.fstat(at)):
                return False
        return True
    finally:
        os.close(at)
