"""Ticking and clearing boxes, switches and radio buttons, however a page builds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall, Verdict
from goalwright.errors import ToolFailure
from goalwright.tools.browser.at_once import at_once
from goalwright.tools.browser.each import is_for_all, on_each
from goalwright.tools.browser.in_page import hold_in, look_in
from goalwright.tools.browser.locating import act_on, describe, look_at
from goalwright.tools.browser.pointing import ACTION_MS, press_on
from goalwright.tools.browser.selector_arg import selector_arg
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

TAKING_S = 1.0


async def check(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Tick the box that the selector means; one that is ticked stays so."""
    return await _set_checked(page, call, wanted=True)


async def uncheck(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Clear the box that the selector means; one that is clear stays so."""
    return await _set_checked(page, call, wanted=False)


async def is_checked(page: Page, call: ToolCall) -> Verdict:
    return await _is_as_wanted(page, call, wanted=True)


async def is_unchecked(page: Page, call: ToolCall) -> Verdict:
    return await _is_as_wanted(page, call, wanted=False)


async def _set_checked(page: Page, call: ToolCall, *, wanted: bool) -> Mapping[str, Any]:
    from playwright.async_api import Error

    selector = selector_arg(call)

    async def ticked(element: ElementHandle) -> None:
        box = (await hold_in(element, "(el) => page.boxOf(el)")).as_element()
        if box is None:
            raise ToolFailure(f"{await describe(element)} is not a check box: name one")
        await _tick(box, wanted=wanted)

    if is_for_all(selector):
        await on_each(page, selector, "check", ticked)
        return {"checked": wanted}
    try:
        is_done = await at_once(page, selector, "check", lambda spot: spot.set_checked(wanted, timeout=ACTION_MS))
    except Error as error:
        if "did not change its state" not in error.message:
            raise
        is_done = False  # the slower way tries again, and says why in our own words
    if not is_done:
        await act_on(page, selector, "check", ticked)
    return {"checked": wanted}


async def _tick(box: ElementHandle, *, wanted: bool) -> None:
    looking = "(el) => [page.checkedOf(el), page.roleOf(el)]"
    is_ticked, role = await look_in(box, looking)
    if is_ticked == wanted:
        return
    if role in ("radio", "menuitemradio") and not wanted:
        raise ToolFailure(f"{await describe(box)} cannot be cleared: choose another one instead")
    await press_on(box)

    async def is_taken() -> bool:
        return bool((await look_in(box, looking))[0] == wanted)

    if not await until(is_taken, TAKING_S):
        how = "ticked" if wanted else "cleared"
        raise ToolFailure(f"{await describe(box)} was clicked and stays as it is: the page does not let it be {how}")


async def _is_as_wanted(page: Page, call: ToolCall, *, wanted: bool) -> Verdict:
    looking = "(el) => { const box = page.boxOf(el); return box && page.checkedOf(box); }"
    try:
        is_ticked = await look_at(page, selector_arg(call), "check", looking, patience_s=0.5)
    except ToolFailure:
        return "unobservable"
    return "unobservable" if is_ticked is None else "yes" if is_ticked == wanted else "no"
