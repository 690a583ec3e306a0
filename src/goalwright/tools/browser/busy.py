"""Waiting for a page that was just clicked, and says that it is still at work."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.tools.browser.pointing import clicked_when

if TYPE_CHECKING:
    from playwright.async_api import Page

JUST_S = 2.0
MOST_S = 5.0
_PAUSE_S = 0.1
# Whether a page says so: by a mark for screen readers, a turning wheel, or a short text such as "Processing…".
_IS_BUSY = r"""() => {
    const waiting = 'progress:not([value]), [role=progressbar]:not([aria-valuenow])';
    const signs = `[aria-busy=true], .spinner, .loading, ${waiting}`;
    const saying = /^(please wait|just a moment|\p{L}+ing( \p{L}+){0,3})\s*(…|\.\.\.)$/iu;
    const isSaid = (el) => !el.childElementCount && el.textContent.length < 40 && saying.test(el.textContent.trim());
    return [...document.querySelectorAll('body *')]
        .some((el) => (el.matches(signs) || isSaid(el)) && el.checkVisibility());
}"""


async def until_done(page: Page) -> None:
    """Wait while a page that something was just clicked on is busy with that, a few seconds at most."""
    from playwright.async_api import Error

    loop = asyncio.get_running_loop()
    if loop.time() - clicked_when.get(page, -JUST_S) > JUST_S:
        return
    end = loop.time() + MOST_S
    with suppress(Error):  # it may be on its way to another page, which is waited for elsewhere
        while await page.evaluate(_IS_BUSY) and loop.time() < end:
            await asyncio.sleep(_PAUSE_S)
