"""Opening the tab, section, menu or folder that hides what was named, as a person who looks for it does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.tools.browsers.frames import page_code, request
from goalwright.tools.browsers.selectors import Step

if TYPE_CHECKING:
    from playwright.async_api import Page

DEEPEST = 8
CLICK_MS = 2_000
# What is only looked at stays as it is.
_OPENS_FOR = frozenset({"click", "type", "check", "select", "hover"})


async def reveal(page: Page, steps: Sequence[Step], purpose: str) -> bool:
    """Click the one thing that shows the first of what the steps mean, if all of that is hidden; whether one was.

    What only shows where the pointer is gets pointed at.
    """
    from playwright.async_api import Error

    if purpose not in _OPENS_FOR or not any(step.name or step.value for step in steps if step.way != "css"):
        return False
    for look in ("opener", "hoverer"):
        code = f"([steps, purpose]) => {page_code()}.{look}(steps, purpose)"
        for frame in page.frames:
            with suppress(Error):  # frames come and go
                way = (await frame.evaluate_handle(code, request(steps, purpose))).as_element()
                if way is not None:
                    await (way.click(timeout=CLICK_MS) if look == "opener" else way.hover(timeout=CLICK_MS))
                    return look == "opener"
    return False
