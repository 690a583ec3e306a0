"""Waiting for a page that says it is still working on a click."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.tools.browser.frames import script
from goalwright.tools.browser.pointing import clicked_when

if TYPE_CHECKING:
    from playwright.async_api import Page

JUST_S = 2.0
MOST_S = 5.0
_PAUSE_S = 0.1


async def until_done(page: Page) -> None:
    """Wait while a page that something was just clicked on is busy with that, a few seconds at most."""
    from playwright.async_api import Error

    loop = asyncio.get_running_loop()
    if loop.time() - clicked_when.get(page, -JUST_S) > JUST_S:
        return
    end = loop.time() + MOST_S
    with suppress(Error):  # it may be on its way to another page, which is waited for elsewhere
        while await page.evaluate(script("is_busy")) and loop.time() < end:
            await asyncio.sleep(_PAUSE_S)
