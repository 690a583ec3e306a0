"""Choosing by how a name starts and ends, "An*ica", among what a field suggests."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browser.frames import page_code
from goalwright.tools.browser.lists import seen_before
from goalwright.tools.browser.options import ANYTHING, matching
from goalwright.tools.browser.pointing import ACTION_MS

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

SUGGESTING_S = 3.0
_PAUSE_S = 0.05
_LISTED = 10


async def suggested(control: ElementHandle, wanted: str) -> tuple[ElementHandle | None, str]:
    """What a field suggests that a pattern fits, once its beginning is typed: what to click for it, and its name."""
    start = wanted.partition(ANYTHING)[0].strip()
    before = await seen_before(control)
    await control.fill("", timeout=ACTION_MS)
    await control.type(start, timeout=ACTION_MS)
    loop = asyncio.get_running_loop()
    end = loop.time() + SUGGESTING_S
    while True:
        names = await control.evaluate(f"(el, before) => {page_code()}.suggestedBy(el, before)", before)
        name = matching(wanted, names)
        if name is not None:
            looking = f"(el, [name, before]) => {page_code()}.optionOf(el, name, before)"
            return (await control.evaluate_handle(looking, [name, before])).as_element(), name
        if loop.time() >= end:
            seen = ", ".join(map(repr, names[:_LISTED])) or "nothing"
            raise ToolFailure(f"nothing there is like {wanted!r}: what is suggested is {seen}")
        await asyncio.sleep(_PAUSE_S)
