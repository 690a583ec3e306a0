"""Opening the tab, section, menu or folder that hides what was named, as a person looking for it would."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.tools.browser.frames import Steps, request
from goalwright.tools.browser.in_page import hold_in, look_in
from goalwright.tools.browser.outcomes import watch_again
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, Page

DEEPEST = 8
CLICK_MS = 2_000
POINTING_S = 0.6
_IS_THERE = "([steps, purpose]) => page.find(steps, purpose).length > 0"
# What is only looked at stays as it is.
_OPENS_FOR = frozenset({"click", "type", "check", "select", "hover"})


async def reveal(page: Page, steps: Steps, purpose: str, tried: dict[Frame, list[ElementHandle]]) -> bool:
    """Show the first of what the steps mean, if all of that is hidden; whether something was clicked for that.

    What only shows where the pointer is gets pointed at. Nothing that was tried is tried again: what opens may close.
    What was clicked on the way is not what the page is judged by.
    """
    is_shown = await _shown(page, steps, purpose, tried)
    if is_shown and purpose == "click":
        await watch_again(page)
    return is_shown


async def _shown(page: Page, steps: Steps, purpose: str, tried: dict[Frame, list[ElementHandle]]) -> bool:
    from playwright.async_api import Error

    if purpose not in _OPENS_FOR or not any(step.name or step.value for step in steps if step.way != "css"):
        return False
    for frame in page.frames:
        with suppress(Error):  # frames come and go
            if await _pointed_open(frame, steps):
                return True
            for look in ("hoverer", "opener"):
                code = f"([steps, purpose, tried]) => page.{look}(steps, purpose, tried)"
                asked = [*request(steps, purpose), tried.setdefault(frame, [])]
                way = (await hold_in(frame, code, asked)).as_element()
                if way is not None:
                    tried[frame].append(way)
                    await (way.click(timeout=CLICK_MS) if look == "opener" else way.hover(timeout=CLICK_MS))
                    if look == "opener" or await look_in(frame, _IS_THERE, request(steps, purpose)):
                        return True
    return False


async def _pointed_open(frame: Frame, steps: Steps) -> bool:
    """Point at the title of the next menu on the way, if the steps begin with one; whether that opens it.

    A click would do more than open it where titles are entries themselves.
    """
    if not steps or steps[0].way != "menu":
        return False
    code = "([steps]) => page.menuTitle(steps)"
    way = (await hold_in(frame, code, request(steps, "click")[:1])).as_element()
    if way is None:
        return False
    await way.hover(timeout=CLICK_MS)

    async def is_open() -> bool:
        is_next = "(el, steps) => page.menuTitle(steps) !== el"
        return bool(await look_in(way, is_next, request(steps, "click")[0]))

    return await until(is_open, POINTING_S)
