"""path_tool: a tool on paths, made of functions that are each given the allowed folders first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from goalwright.contracts import Before, Fact, ToolCall, Verdict
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.disk.entries import path_arg
from goalwright.disk.prints import print_of_resource, touched
from goalwright.tools.function_tool import FunctionTool

Known = Callable[[ToolCall], tuple[Fact, ...]]


def path_tool(
    roots: AllowedRoots,
    look: Callable[[AllowedRoots, ToolCall], Before],
    act: Callable[[AllowedRoots, ToolCall, Before], Before],
    check: Callable[[AllowedRoots, ToolCall, Before], Verdict],
    invert: Callable[[AllowedRoots, ToolCall, Before], Before | None],
    take_back: Callable[[AllowedRoots, ToolCall, Before, Before], None],
    *,
    known: Known,
    relies_on: Callable[[ToolCall], tuple[str, ...]] = touched,
) -> FunctionTool:
    """The tool; its functions stand in the order in which a run, and then an undo, calls them."""
    return FunctionTool(
        look_first=partial(look, roots),
        act=partial(act, roots),
        check=partial(check, roots),
        invert=partial(invert, roots),
        take_back=partial(take_back, roots),
        known=known,
        relies_on=relies_on,
        print_of=partial(print_of_resource, roots),
    )


def fact_about(kind: str, value: str = "exists", arg: str = "path") -> Known:
    """What is known after a call: that there is, or no longer is, a `file` or `dir` at one of its paths."""
    return lambda call: (Fact(key=f"{kind}:{path_arg(call, arg)}", value=value, source=call.tool),)
