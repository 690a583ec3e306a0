"""path_tool: a tool on paths, made of functions that are each given the allowed folders first."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial

from goalwright.contracts import Before, Fact, ToolCall, Verdict
from goalwright.disk import folder_times, kept
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.disk.entries import path_arg
from goalwright.disk.prints import path_resource, print_of_resource, touched
from goalwright.tools.function_tool import FunctionTool

Known = Callable[[ToolCall], tuple[Fact, ...]]
ReliesOn = Callable[[ToolCall], tuple[str, ...]]
Look = Callable[[AllowedRoots, ToolCall], Before]
Invert = Callable[[AllowedRoots, ToolCall, Before], Before | None]
TakeBack = Callable[[AllowedRoots, ToolCall, Before, Before], None]


def path_tool(
    roots: AllowedRoots,
    look: Look,
    act: Callable[[AllowedRoots, ToolCall, Before], Before],
    check: Callable[[AllowedRoots, ToolCall, Before], Verdict],
    invert: Invert,
    take_back: TakeBack,
    *,
    known: Known,
    relies_on: ReliesOn = touched,
) -> FunctionTool:
    """The tool; its functions stand in the order in which a run, and then an undo, calls them.

    The times of the folders that `path` and `to` lie in are taken down before and after, and put back by an undo.
    """
    return FunctionTool(
        look_first=partial(_looked, look, roots),
        act=partial(act, roots),
        check=partial(check, roots),
        invert=partial(_inverted, invert, relies_on, roots),
        take_back=partial(_taken_back, take_back, roots),
        known=known,
        relies_on=relies_on,
        print_of=partial(print_of, roots),
        prints_apart=True,
    )


def fact_about(kind: str, value: str = "exists", arg: str = "path") -> Known:
    """What is known after a call: that there is, or no longer is, a `file` or `dir` at one of its paths."""
    return lambda call: (Fact(key=f"{kind}:{path_arg(call, arg)}", value=value, source=call.tool),)


def print_of(roots: AllowedRoots, resource: str, apart: Container[str] = ()) -> str:
    """The fingerprint of a path, of what is kept for undo, or of the time of a folder."""
    if resource.startswith(kept.RESOURCE):
        return kept.print_of_kept(resource)
    if resource.startswith(folder_times.RESOURCE):
        return folder_times.print_of_time(roots, resource)
    return print_of_resource(roots, resource, apart)


def _looked(look: Look, roots: AllowedRoots, call: ToolCall) -> Before:
    before = look(roots, call)
    times = folder_times.times_around(roots, _places(roots, call, before))
    return {**before, "times": {**times, **before.get("times", {})}}


def _inverted(
    invert: Invert,
    relies_on: ReliesOn,
    roots: AllowedRoots,
    call: ToolCall,
    before: Before,
) -> Before | None:
    """What the tool says, with the times of folders, and the real names of what was reached through links."""
    inverse = invert(roots, call, before)
    if inverse is None:
        return None
    were = {**inverse.get("times", {}), **before.get("times", {})}
    times = {folder: [was, folder_times.time_of(roots, folder)] for folder, was in were.items()}
    resources = [*inverse.get("resources", ()), *_real_names(relies_on(call), call, _places(roots, call, before))]
    return {**inverse, "resources": resources, "times": times}


def _taken_back(take_back: TakeBack, roots: AllowedRoots, call: ToolCall, before: Before, inverse: Before) -> None:
    take_back(roots, call, before, inverse)
    folder_times.put_times_back(roots, inverse.get("times", {}))


def _real_names(names: Iterable[str], call: ToolCall, places: Iterable[str]) -> Iterator[str]:
    """The names again that lie behind a link, spelled by the real paths."""
    for arg, place in zip((arg for arg in ("path", "to") if arg in call.args), places, strict=False):
        said = path_resource(path_arg(call, arg).rstrip("/"))
        for name in names if said != path_resource(place) else ():
            if name == said or name.startswith(f"{said}/"):
                yield path_resource(place + name.removeprefix(said))


def _places(roots: AllowedRoots, call: ToolCall, before: Before) -> list[str]:
    """The real paths that the call works on."""
    return [before["real"]] if "real" in before else list(before.get("ends") or [roots.check(path_arg(call))])
