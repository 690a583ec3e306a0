"""Making an element of a page taller, shorter, wider or narrower by the corner or the edge that is dragged for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from goalwright.errors import ToolFailure
from goalwright.tools.browser.locating import describe
from goalwright.tools.browser.page_code import script

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

SIZE = re.compile(r"(?P<side>height|width)(?P<way>[+-])")
"""What is to become larger or smaller of an element, rather than where it is dragged to."""
STEP_PX = 24
MOVES = 6


async def resized(page: Page, element: ElementHandle, *, size: re.Match[str]) -> Mapping[str, Any]:
    """Drag what an element is resized by; ToolFailure if it has nothing for that, or its size stays."""
    side, way = size["side"], 1 if size["way"] == "+" else -1
    told = await describe(element)
    await element.scroll_into_view_if_needed()
    handle, before = await element.evaluate(script("resize_handle"), side), await element.bounding_box()
    if handle is None or before is None:
        raise ToolFailure(f"{told} cannot be resized: it has no corner or edge for that")
    x, y = handle
    goal = (x, y + way * STEP_PX) if side == "height" else (x + way * STEP_PX, y)
    await page.mouse.move(x, y)
    await page.mouse.down()
    try:
        await page.mouse.move(*goal, steps=MOVES)
    finally:
        await page.mouse.up()
    after = await element.bounding_box()
    was, now = (float(box[side]) if box is not None else 0.0 for box in (before, after))  # type: ignore[literal-required]  # a side of a box
    if (now - was) * way < 1:
        raise ToolFailure(f"{told} was dragged by its corner, and its {side} is what it was")
    return {"resized": told, "from_px": round(was), "to_px": round(now)}
