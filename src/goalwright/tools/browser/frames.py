"""Asking all frames of a page, and what they give together."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from goalwright.contracts.selector import SelectorStep
from goalwright.errors import ToolFailure
from goalwright.tools.browser.in_page import look_in

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page

T = TypeVar("T")
Steps: TypeAlias = Sequence[SelectorStep]
_THROWN = re.compile(r"\b(Type|Reference|Range)Error: ")
FRAME_S = 3.0


def request(steps: Steps, purpose: str) -> list[Any]:
    """What the page's own code is asked with."""
    return [[_asked_step(step) for step in steps], purpose]


def _asked_step(step: SelectorStep) -> dict[str, Any]:
    named = {"way": step.way, "value": step.value, "role": step.role, "name": step.name}
    return named | {"index": step.place, "isLoose": step.is_loose}


async def in_frames(
    page: Page, steps: Steps, purpose: str, ask: Callable[[Frame, Steps], Awaitable[list[T]]]
) -> list[T]:
    """What all frames give together, the main frame first."""
    frames: Sequence[Frame] = page.frames
    if len(frames) == 1:
        return await _asked(ask(frames[0], steps), steps, None) or []
    if any(step.way == "nth" for step in steps):
        frames, steps = await _counted(frames, steps, purpose)
    given = await asyncio.gather(*(_asked(ask(frame, steps), steps) for frame in frames))
    if None in given:
        return []  # what a frame hides may be a closer match than what another one shows
    having = [frame for frame, each in zip(frames, given, strict=True) if each]
    closest = having if len(having) < 2 else await _closest(having, steps, purpose)
    return [found for frame, each in zip(frames, given, strict=True) for found in each or () if frame in closest]


async def _closest(frames: Sequence[Frame], steps: Steps, purpose: str) -> Sequence[Frame]:
    """Of frames that all have something, those where it is closest to what was said."""
    code = "([steps, purpose]) => [page.rankOf(steps, purpose)]"
    asked = (_asked(look_in(frame, code, request(steps, purpose)), steps) for frame in frames)
    ranks = [(each or [math.inf])[0] for each in await asyncio.gather(*asked)]
    return [frame for frame, rank in zip(frames, ranks, strict=True) if rank == min(ranks)]


async def _counted(frames: Sequence[Frame], steps: Steps, purpose: str) -> tuple[Sequence[Frame], Steps]:
    """The frame that holds the element which a step counts up to over all frames, and the steps as it has them."""
    at = next(place for place, step in enumerate(steps) if step.way == "nth")
    code = "([steps, purpose]) => Array(page.find(steps, purpose, true).length).fill(0)"
    asked = (_asked(look_in(frame, code, request(steps[:at], purpose)), steps) for frame in frames)
    counts = await asyncio.gather(*asked)
    if None in counts:
        return (), steps
    held = [frame for frame, each in zip(frames, counts, strict=True) for _ in each or ()]
    index = steps[at].place + (len(held) if steps[at].place < 0 else 0)
    if not 0 <= index < len(held):
        return (), steps
    here = steps[at]._replace(place=index - held.index(held[index]))
    return [held[index]], [*steps[:at], here, *steps[at + 1 :]]


async def _asked(asking: Awaitable[list[T]], steps: Steps, patience_s: float | None = FRAME_S) -> list[T] | None:
    """What a frame gives: nothing if it is gone, is loading another page, or is too busy to answer.

    None if its page keeps our code from looking at it.
    """
    from playwright.async_api import Error

    try:
        return await asyncio.wait_for(asking, patience_s)
    except Error as error:
        if "is not a valid selector" in error.message:
            css = " >> ".join(step.value for step in steps if step.way == "css")
            raise ToolFailure(f"{css!r} is not a CSS selector: write one like #search or .menu a") from None
        return None if _THROWN.search(error.message) else []
    except TimeoutError:
        return []
