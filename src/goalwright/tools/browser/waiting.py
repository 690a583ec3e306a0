"""Waiting until something has happened: asking again and again, or until the page is another one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from goalwright.tools.browser.page_code import script

if TYPE_CHECKING:
    from playwright.async_api import Page

T = TypeVar("T")
PAUSE_S = 0.05
STILL_S = 0.25
"""How long a page that shows no change is left alone: what styles alone bring to sight is no change."""


async def until(ask: Callable[[], Awaitable[T]], patience_s: float, pause_s: float = PAUSE_S) -> T:
    """What asking gives once it is true, or when the time is up."""
    loop = asyncio.get_running_loop()
    end = loop.time() + patience_s
    while not (given := await ask()) and loop.time() < end:
        await asyncio.sleep(pause_s)
    return given


async def until_changed(page: Page, most_s: float) -> None:
    """Wait for a page to change, for a short while: what was not there need not be looked for again before that."""
    from playwright.async_api import Error

    most_s = min(most_s, STILL_S)
    if most_s <= PAUSE_S or len(page.frames) > 1:  # each frame would have to be watched
        await asyncio.sleep(PAUSE_S)
        return
    end = asyncio.get_running_loop().time() + PAUSE_S
    with suppress(Error, TimeoutError):  # on its way to another page, or too busy to tell
        watching = page.main_frame.evaluate(script("change"), [PAUSE_S * 1_000, most_s * 1_000])
        await asyncio.wait_for(watching, most_s + PAUSE_S)
    await asyncio.sleep(max(0.0, end - asyncio.get_running_loop().time()))
