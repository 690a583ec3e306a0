"""Clicking and hovering, on a point of the element that nothing covers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.errors import ToolFailure
from goalwright.tools.browsers.at_once import at_once
from goalwright.tools.browsers.each import is_for_all, on_each
from goalwright.tools.browsers.frames import page_code
from goalwright.tools.browsers.locating import Found, act_on, describe

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page, Position

ACTION_MS = 5_000
COVERED_S = 3.0
_PAUSE_S = 0.1


async def click(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Click what the selector means; an option is chosen in its list instead."""
    selector = call.args["selector"]
    if is_for_all(selector):
        return {"clicked": await on_each(page, selector, "click", press_on)}
    done = await at_once(page, selector, "click", lambda spot: spot.click(timeout=ACTION_MS))
    return {"clicked": done} if done else await act_on(page, selector, "click", _clicked)


async def _clicked(found: Found) -> Mapping[str, Any]:
    element = found.element
    told = await describe(element)
    if await element.evaluate("(el) => el.tagName === 'OPTION'"):
        await choose(element)
    else:
        await press_on(element)
    return {"clicked": told}


async def hover(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Point at what the selector means."""
    return await act_on(page, call.args["selector"], "hover", _hovered)


async def _hovered(found: Found) -> Mapping[str, Any]:
    target, point = await reach(found.element)
    await target.hover(position=point, timeout=ACTION_MS)
    return {"hovered": await describe(found.element)}


async def press_on(element: ElementHandle) -> None:
    """Click an element where it can be reached."""
    target, point = await reach(element)
    await target.click(position=point, timeout=ACTION_MS)


async def choose(option: ElementHandle) -> None:
    """Choose an option of a list, beside what is chosen there already if the list allows it."""
    await option.evaluate(
        """(option) => {
            const list = option.closest('select');
            if (!list) { option.click(); return; }
            if (!list.multiple) list.value = option.value;
            option.selected = true;
            list.dispatchEvent(new Event('input', { bubbles: true }));
            list.dispatchEvent(new Event('change', { bubbles: true }));
        }"""
    )


async def reach(element: ElementHandle) -> tuple[ElementHandle, Position]:
    """Where to click an element: itself or, if that is hidden, its label, and a point of it that nothing covers.

    It is scrolled clear of what lies over the page. What covers it may go by itself; if it stays: ToolFailure.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + COVERED_S
    while True:
        seen = await element.evaluate(f"(el) => {page_code()}.reach(el)")
        if seen["point"] is not None:
            return await _way(element, seen["label"]), seen["point"]
        if loop.time() >= end:
            break
        await asyncio.sleep(_PAUSE_S)
    told, cover = await describe(element), seen["cover"]
    if cover is None:
        raise ToolFailure(f"{told} cannot be seen: open or unfold what it is in first", is_transient=True)
    by = f"{cover['kind']} {cover['name']!r}".removesuffix(" ''")
    raise ToolFailure(f"{told} is covered by {by}: close that first", is_transient=True)


async def _way(element: ElementHandle, label: int) -> ElementHandle:
    if label < 0:
        return element
    handle = (await element.evaluate_handle("(el, at) => el.labels[at]", label)).as_element()
    return element if handle is None else handle
