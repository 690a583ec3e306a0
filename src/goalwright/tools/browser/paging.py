"""Going on to the next page of what is shown: to count results over pages, or to look on every one of them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browser.aftermath import acts_now, has_acted, until_over
from goalwright.tools.browser.frames import Steps, request
from goalwright.tools.browser.in_page import hold_in, look_in
from goalwright.tools.browser.loading import wait_until_loaded
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import Page

MOST_PAGES = 20
COMING_S = 5.0
CLICK_MS = 5_000
MOST_TURNS = 50
_LOOK = "() => [location.href, document.body ? document.body.innerText : '']"
_SHOWN = "([steps]) => page.find(steps, 'click', true).map(page.seenText).join()"


def is_counted(steps: Steps, purpose: str) -> bool:
    """Whether steps count results from the first one on, so that some may be on a further page."""
    return purpose == "click" and len(steps) == 2 and steps[0].role == "article" and steps[1].place > 0


async def turned(page: Page, steps: Steps, pages: int) -> Steps | None:
    """Go on to the next page of results: the steps as they count there. None if nothing leads on.

    ToolFailure if the next page does not come: which results are shown is unknown then.
    """
    from playwright.async_api import Error

    if pages >= MOST_PAGES:
        return None
    looking = "([steps, _purpose, isOn]) => page.pager(steps, isOn)"
    asked = [*request(steps[:1], "click"), pages > 0]
    given = await (await hold_in(page.main_frame, looking, asked)).get_properties()
    if not given:
        return None
    way, count, shown = given["0"].as_element(), await given["1"].json_value(), await given["2"].json_value()
    if way is None or count > steps[1].place:
        return None
    await way.click(timeout=CLICK_MS)

    async def has_come() -> bool:
        await wait_until_loaded(page, "domcontentloaded", COMING_S)
        with suppress(Error):  # the page may still be loading
            return await look_in(page.main_frame, _SHOWN, asked) not in ("", shown)
        return False

    if await until(has_come, COMING_S):
        return steps[0], steps[1]._replace(place=steps[1].place - count)
    raise ToolFailure(f"the next page of results did not come within {COMING_S:g} s: try again, or go there yourself")


async def turn_over(page: Page, turns: int) -> bool:
    """Go on to the next page of whatever is shown; whether there is one.

    ToolFailure if it does not come, or if there are more of them than anyone would want to turn.
    """
    from playwright.async_api import Error

    way = (await hold_in(page.main_frame, "() => page.nextPage()")).as_element()
    if way is None:
        return False
    if turns >= MOST_TURNS:
        raise ToolFailure(f"there are more than {MOST_TURNS} pages: narrow down what is shown first")
    before = await page.evaluate(_LOOK)
    acts_now(page)
    await way.click(timeout=CLICK_MS)
    has_acted(page, is_timed=True)

    async def has_come() -> bool:
        await wait_until_loaded(page, "domcontentloaded", COMING_S)
        with suppress(Error):  # the page may still be loading
            return bool(await page.evaluate(_LOOK) != before)
        return False

    if not await until(has_come, COMING_S):
        raise ToolFailure(f"the next page did not come within {COMING_S:g} s: try again, or go there yourself")
    # What changed first may be half of a page that is still being read.
    await wait_until_loaded(page, "domcontentloaded", COMING_S)
    await wait_until_loaded(page, "load", COMING_S)
    await until_over(page, is_look=True)
    return True
