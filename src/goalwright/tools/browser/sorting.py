"""Sorting a table by a column: its head is pressed until the rows stand in the order that was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from goalwright.contracts.selector import Selector
from goalwright.errors import ToolFailure
from goalwright.tools.browser.in_page import look_in
from goalwright.tools.browser.loading import wait_until_loaded
from goalwright.tools.browser.locating import find_one
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import Page

ORDERS = {"ascending": 1, "descending": -1}
MOST_PRESSES = 3
TURNING_S = 3.0
CLICK_MS = 5_000
_LINK = "(el) => [...el.querySelectorAll('a[href], button')].find((one) => one.innerText.trim()) || el"


async def sort_by(page: Page, selector: Selector, state: str) -> Mapping[str, Any]:
    """Press the head of a column until its rows stand so; ToolFailure if they never do."""
    order = await _order(page, selector)
    for presses in range(MOST_PRESSES + 1):
        if order == ORDERS[state]:
            return {"sorted": state, "presses": presses}
        if presses < MOST_PRESSES:
            order = await _turned(page, selector, ORDERS[state])
    raise ToolFailure(f"{selector.words()} was pressed {MOST_PRESSES} times, and its rows are not {state}")


async def _turned(page: Page, selector: Selector, wanted: int) -> int | None:
    """How the rows stand once the head was pressed and the page is through with that."""
    head = await find_one(page, selector, "click")
    target = (await head.evaluate_handle(_LINK)).as_element() or head
    await target.click(timeout=CLICK_MS)

    async def stands_so() -> bool:
        return await _order(page, selector) == wanted

    await until(stands_so, TURNING_S)
    return await _order(page, selector)


async def _order(page: Page, selector: Selector) -> int | None:
    from playwright.async_api import Error

    with suppress(Error):  # the page may be on its way to the other order
        await wait_until_loaded(page, "domcontentloaded", TURNING_S)
        head = await find_one(page, selector, "click")
        order: int | None = await look_in(head, "(el) => page.orderBy(el)")
        return order
    return None
