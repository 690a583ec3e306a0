"""Setting the value of a cell of a table that opens a field of its own when it is clicked."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browser.in_page import look_in
from goalwright.tools.browser.locating import describe
from goalwright.tools.browser.page_code import script
from goalwright.tools.browser.pointing import ACTION_MS, Press, press_on
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

OPENING_S = 0.7
TAKING_S = 2.0
CELLS = frozenset({"cell", "gridcell"})
"""The roles of what may be edited so."""


async def edit_cell(cell: ElementHandle, text: str) -> None:
    """Open a cell by a click, or by two, write a text in place of what it holds, and read it back."""
    field = await _opened(cell, Press()) or await _opened(cell, Press(times=2))
    if field is None:
        raise ToolFailure(f"{await describe(cell)} cannot be edited: nothing to type into opens in it")
    await field.fill(text, timeout=ACTION_MS)
    await field.press("Enter", timeout=ACTION_MS)
    from playwright.async_api import Error

    shown = "(el, text) => page.isCalled(page.valueIn(el), text)"
    with suppress(Error):  # the page may have drawn the row again
        if not await until(lambda: look_in(cell, shown, text), TAKING_S) and await cell.evaluate(
            "(el) => el.isConnected"
        ):
            raise ToolFailure(f"{await describe(cell)} was set to {text!r} and does not show it")


async def _opened(cell: ElementHandle, how: Press) -> ElementHandle | None:
    await press_on(cell, how)
    found: list[ElementHandle] = []

    async def is_open() -> bool:
        field = (await cell.evaluate_handle(script("cell_field"))).as_element()
        found.extend([] if field is None else [field])
        return bool(found)

    return found[-1] if await until(is_open, OPENING_S) else None
