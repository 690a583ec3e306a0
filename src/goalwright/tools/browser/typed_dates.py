"""Dates in fields of text that have a calendar beside them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browser.input_values import DATE_ORDER, date_of
from goalwright.tools.browser.locating import describe
from goalwright.tools.browser.pointing import ACTION_MS
from goalwright.tools.browser.widgets import pick_day

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle


async def put_date(element: ElementHandle, text: str, typed: Callable[[ElementHandle, str], Awaitable[None]]) -> None:
    """Put a date into a field of text, and leave it: a calendar that belongs to it may put another one in its place."""
    await typed(element, text)
    await element.press("Tab", timeout=ACTION_MS)
    if await _keeps(element, text):
        return
    await element.fill("", timeout=ACTION_MS)
    await element.type(text, timeout=ACTION_MS)
    await element.press("Enter", timeout=ACTION_MS)
    if not await _keeps(element, text) and not await _is_picked(element, text):
        held = await element.evaluate("(el) => el.value")
        raise ToolFailure(f"{await describe(element)} made {held!r} of {text!r}: write the date as the page does")


async def _is_picked(element: ElementHandle, text: str) -> bool:
    """Whether a field that takes no date by typing takes it from its calendar."""
    with suppress(ToolFailure):  # what is told is what became of the typing
        await pick_day(element, text)
        return await _keeps(element, text)
    return False


async def _keeps(element: ElementHandle, text: str) -> bool:
    """Whether a field holds a date, however it writes it."""
    from playwright.async_api import Error

    with suppress(Error):  # the page may have removed the field
        held, order = await element.evaluate("(el) => el.value"), await element.evaluate(DATE_ORDER)
        return str(held).strip() == text.strip() or (bool(held) and date_of(str(held), order) == date_of(text, order))
    return True
