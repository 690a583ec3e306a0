"""Scrolling on what draws only the rows that are in sight, to see whether what is looked for is further down."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.tools.browser.frames import Steps
from goalwright.tools.browser.in_page import look_in
from goalwright.tools.browser.page_code import script

if TYPE_CHECKING:
    from playwright.async_api import Page

MOST_SCROLLS = 100
DRAWING_MS = 300


async def scrolled_on(page: Page, steps: Steps) -> bool:
    """Scroll such lists and tables on by most of their height; whether there was more to show."""
    from playwright.async_api import Error

    if not any(step.name or step.value for step in steps if step.way != "css"):
        return False
    with suppress(Error):  # the page may be on its way to another one
        if await look_in(page.main_frame, "() => page.scrollGrids(false)"):
            await page.evaluate(f"(most_ms) => ({script('quiet')})(null, most_ms)", DRAWING_MS)
            return True
    return False


async def scrolled_home(page: Page, scrolls: int) -> None:
    """Bring them back to where they begin, if they were scrolled."""
    from playwright.async_api import Error

    with suppress(Error):
        if scrolls:
            await look_in(page.main_frame, "() => page.scrollGrids(true)")
