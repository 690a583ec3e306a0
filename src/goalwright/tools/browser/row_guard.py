"""Guarding a press on something in a row: pages draw another row into the same elements at any time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from goalwright.errors import ToolFailure
from goalwright.tools.browser.frames import Steps, request
from goalwright.tools.browser.in_page import hold_in
from goalwright.tools.browser.page_code import script

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

T = TypeVar("T")
# Steps that choose among what was found; an element is what was named whichever of them it is.
_CHOOSING = frozenset({"nth", "all", "word"})


class AnotherRow(ToolFailure):
    """When something was to be pressed, the page had another row in its place; nothing was pressed."""

    def __init__(self) -> None:
        super().__init__("the page had another row in its place when it was to be pressed, so it was not: try again")


async def guarded(
    element: ElementHandle, steps: Steps, purpose: str, work: Callable[[ElementHandle], Awaitable[T]]
) -> T:
    """What the work on an element gives; AnotherRow if the steps no longer meant it at the moment of the press."""
    from playwright.async_api import Error

    named = list(steps)
    while named and named[-1].way in _CHOOSING:
        named.pop()
    if any(step.way == "nth" for step in named):  # a row that is counted has no name to be told by
        return await work(element)
    code = f"(el, asked) => ({script('guard')})(makePage)(el, asked)"
    watching = await hold_in(element, code, request(named, purpose))
    try:
        done = await work(element)
    finally:
        is_stopped = False
        with suppress(Error):  # the page may have gone elsewhere, as the press told it to
            is_stopped = bool(await watching.evaluate("(kept) => kept && kept.release()"))
    if is_stopped:
        raise AnotherRow
    return done
