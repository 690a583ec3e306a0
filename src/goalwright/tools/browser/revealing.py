"""Opening the tab, section, menu or folder that hides what was named, as a person looking for it would."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.tools.browser.frames import Steps, page_code, request

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, Page

DEEPEST = 8
CLICK_MS = 2_000
_IS_THERE = "([steps, purpose]) => %s.find(steps, purpose).length > 0"
# What is only looked at stays as it is.
_OPENS_FOR = frozenset({"click", "type", "check", "select", "hover"})


async def reveal(page: Page, steps: Steps, purpose: str, tried: dict[Frame, list[ElementHandle]]) -> bool:
    """Show the first of what the steps mean, if all of that is hidden; whether something was clicked for that.

    What only shows where the pointer is gets pointed at. Nothing that was tried is tried again: what opens may close.
    """
    from playwright.async_api import Error

    if purpose not in _OPENS_FOR or not any(step.name or step.value for step in steps if step.way != "css"):
        return False
    for frame in page.frames:
        with suppress(Error):  # frames come and go
            for look in ("hoverer", "opener"):
                code = f"([steps, purpose, tried]) => {page_code()}.{look}(steps, purpose, tried)"
                asked = [*request(steps, purpose), tried.setdefault(frame, [])]
                way = (await frame.evaluate_handle(code, asked)).as_element()
                if way is not None:
                    tried[frame].append(way)
                    await (way.click(timeout=CLICK_MS) if look == "opener" else way.hover(timeout=CLICK_MS))
                    if look == "opener" or await frame.evaluate(_IS_THERE % page_code(), request(steps, purpose)):
                        return True
    return False
