"""Doing the same to everything of a kind on a page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from goalwright.contracts.selector import Selector
from goalwright.errors import ToolFailure
from goalwright.tools.browser.locating import PATIENCE_S, describe, find_all

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

MOST = 200
_PAUSE_S = 0.1


def is_for_all(selector: Selector) -> bool:
    """Whether a selector means everything that it finds."""
    return selector.last.way == "all"


async def on_each(
    page: Page, selector: Selector, purpose: str, act: Callable[[ElementHandle], Awaitable[object]]
) -> list[str]:
    """Act on everything that a selector means, in reading order; what each was. ToolFailure if there is nothing."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE_S
    while not (found := await find_all(page, selector.steps, purpose)):
        if loop.time() >= end:
            raise ToolFailure(f"there is no {selector.words()} on this page, not within {PATIENCE_S:g} s")
        await asyncio.sleep(_PAUSE_S)
    if len(found) > MOST:
        raise ToolFailure(f"there are {len(found)} of them, and at most {MOST} are done at once: name fewer")
    told = []
    for element in found:
        told.append(await describe(element))
        await act(element)
    return told
