"""Pressing keys on a page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.tools.browser.at_once import READY, at_once
from goalwright.tools.browser.browser_keys import browser_key
from goalwright.tools.browser.filling import active, typed_when
from goalwright.tools.browser.locating import act_on
from goalwright.tools.browser.page_code import script
from goalwright.tools.browser.pointing import ACTION_MS, HARMLESS, HARMLESS_ENTER, refuse_harm
from goalwright.tools.browser.selector_arg import optional_selector

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

SUGGESTED_S = 1.2
# Keys that press what they go to, and may lead to another page: when they are pressed on an element, Playwright waits
# for it to start loading.
_PRESSING = frozenset({"Enter", "NumpadEnter", "Space", " "})
_ENTER = frozenset({"Enter", "NumpadEnter"})
_CHOOSING = frozenset({"ArrowDown", "ArrowUp", "Enter", "NumpadEnter", "Tab"})


async def press(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Press a key, in the field that the selector means if there is one."""
    key, selector = browser_key(call.args["key"]), optional_selector(call)
    sort = key.rpartition("+")[2]
    is_asked_for = sort not in _PRESSING or call.risk == "high"

    async def pressed(element: ElementHandle) -> None:
        if not is_asked_for:
            await refuse_harm(element, is_enter=sort in _ENTER)
        await element.press(key, timeout=ACTION_MS)

    if sort in _CHOOSING:
        await _suggestions_here(page)
    if not selector:
        focused = await active(page.main_frame) if sort in _PRESSING else None
        await (page.keyboard.press(key) if focused is None else pressed(focused))
    elif not await at_once(
        page,
        selector,
        "type",
        lambda spot: spot.press(key, timeout=ACTION_MS),
        fits=READY if is_asked_for else f"{READY}{HARMLESS_ENTER if sort in _ENTER else HARMLESS}",
    ):
        await act_on(page, selector, "type", pressed)
    return {"pressed": call.args["key"]}


async def _suggestions_here(page: Page) -> None:
    """Wait for the suggestions of a field that was just typed into, if it has any: keys choose among them."""
    left_s = typed_when.get(page, -SUGGESTED_S) + SUGGESTED_S - asyncio.get_running_loop().time()
    focused = await active(page.main_frame) if left_s > 0 else None
    if focused is not None:
        await focused.evaluate(script("quiet"), left_s * 1000)
