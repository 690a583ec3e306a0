"""Waiting for pages to be here, as a person would."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from playwright.async_api import Page

_PAUSE_S = 0.1
_NO_PAGE = "chrome-error:"


async def wait_until_loaded(page: Page, state: Literal["domcontentloaded", "load"], patience_s: float) -> None:
    """Wait until a page that is on its way is here; a slow one is worked with as far as it is."""
    waiting = asyncio.ensure_future(page.wait_for_load_state(state, timeout=patience_s * 1000))
    try:
        # The page that a browser shows in place of one that cannot be loaded never tells that it is here.
        while not waiting.done() and not is_no_page(page):
            await asyncio.wait({waiting}, timeout=_PAUSE_S)
    finally:
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)


def is_no_page(page: Page) -> bool:
    """Whether the browser tells there that a page could not be loaded."""
    return page.url.startswith(_NO_PAGE)
