"""Clicking and hovering, on a point of the element that nothing covers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.errors import ToolFailure
from goalwright.tools.browsers.locating import describe, find_one, find_ready, page_code

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page, Position

ACTION_MS = 5_000


async def click(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Click what the selector means; an option is chosen in its list instead."""
    element, is_ready = await find_ready(page, call.args["selector"], "click")
    if is_ready:
        # Both are asked for at once, and answered in that order: the description costs no time of its own.
        asked = (describe(element), element.click(timeout=ACTION_MS))
        told, clicked = await asyncio.gather(*asked, return_exceptions=True)
        if isinstance(clicked, BaseException):
            raise clicked
        return {"clicked": told if isinstance(told, str) else ""}
    told = await describe(element)
    if await element.evaluate("(el) => el.tagName === 'OPTION'"):
        await choose(element)
    else:
        await press_on(element)
    return {"clicked": told}


async def hover(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Point at what the selector means."""
    element = await find_one(page, call.args["selector"], "hover")
    await element.hover(position=await free_point(element), timeout=ACTION_MS)
    return {"hovered": await describe(element)}


async def press_on(element: ElementHandle) -> None:
    """Click an element where it can be reached."""
    await element.click(position=await free_point(element), timeout=ACTION_MS)


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


async def free_point(element: ElementHandle) -> Position | None:
    """A point of the element that nothing covers, from its corner; ToolFailure if all of it is covered."""
    await element.scroll_into_view_if_needed(timeout=ACTION_MS)
    point: Position | None = await element.evaluate(f"(el) => {page_code()}.uncovered(el)")
    if point is None:
        cover = await element.evaluate(
            f"""(el) => {{
                const page = {page_code()}, box = el.getBoundingClientRect();
                const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                return hit ? page.describe(hit) : null;
            }}"""
        )
        by = f" by {cover['kind']} {cover['name']!r}" if cover else ", or outside the window"
        raise ToolFailure(f"{await describe(element)} is covered{by}: close that first", is_transient=True)
    return point
