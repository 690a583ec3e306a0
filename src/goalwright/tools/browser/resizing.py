"""Making an element of a page taller, shorter, wider or narrower by the corner or the edge that is dragged for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from goalwright.errors import ToolFailure
from goalwright.tools.browser.locating import describe

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

SIZES: Mapping[str, tuple[str, int]] = {
    "taller": ("height", 1),
    "shorter": ("height", -1),
    "wider": ("width", 1),
    "narrower": ("width", -1),
}
"""What is said of a size, with which measure that is and which way it goes."""
STEP_PX = 24
MOVES = 6
# A point of what is dragged for it: something in or right around the element that shows so by the cursor, else the
# corner that the browser itself draws. The one that moves nothing else comes first.
_HANDLE = """(el, side) => {
    const around = [...el.querySelectorAll('*'), ...(el.parentElement ? el.parentElement.children : [])];
    const sorts = side === 'height' ? [/^(s|n|ns|row)-resize$/, /^(se|nwse)-resize$/] : [/^(e|w|ew|col)-resize$/, /^(se|nwse)-resize$/];
    for (const sort of sorts) {
        for (const part of around.filter((one) => one !== el && sort.test(getComputedStyle(one).cursor))) {
            const box = part.getBoundingClientRect();
            for (const share of [0.5, 0.2, 0.8]) {
                const x = box.x + box.width * share, y = box.y + box.height * share;
                if (document.elementFromPoint(x, y) === part) return [x, y];
            }
        }
    }
    const how = getComputedStyle(el).resize, box = el.getBoundingClientRect();
    const isFree = how === 'both' || how === (side === 'height' ? 'vertical' : 'horizontal');
    return isFree ? [box.right - 4, box.bottom - 4] : null; }"""


async def resized(page: Page, element: ElementHandle, *, to: str) -> Mapping[str, Any]:
    """Drag what an element is resized by; ToolFailure if it has nothing for that, or its size stays."""
    side, way = SIZES[to]
    told = await describe(element)
    await element.scroll_into_view_if_needed()
    handle, before = await element.evaluate(_HANDLE, side), await element.bounding_box()
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
        raise ToolFailure(f"{told} was dragged by its corner and is not {to}")
    return {"resized": told, "from_px": round(was), "to_px": round(now)}
