"""Dragging an element with the mouse: onto another one, to a place among its like, or some way off."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.contracts.selector import Selector
from goalwright.errors import ToolFailure
from goalwright.tools.browser.drag_sorting import ORDERS, sort_entries
from goalwright.tools.browser.dropping import PageBox, slot_of, slots
from goalwright.tools.browser.each import is_for_all, on_each
from goalwright.tools.browser.in_page import look_in
from goalwright.tools.browser.locating import act_on, describe, find_one
from goalwright.tools.browser.pointing import ACTION_MS, reach
from goalwright.tools.browser.resizing import SIZE, resized
from goalwright.tools.browser.selector_arg import selector_arg
from goalwright.tools.browser.sliding import slide
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

PLACE = re.compile(
    r"(?P<way>up|down|left|right)(?: (?P<steps>\d{1,3}))?|position (?P<number>\d{1,4})"
    r"|(?P<row>top|center|bottom)(?: (?P<column>left|center|right))?"
)
"""What is a place to drag to rather than the selector of an element."""
LANDING_S = 1.0
MOVES = 12
LEAST_PX = 30.0
_BEYOND = 0.2
_SIGNS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


async def drag(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Drag what the selector means, each of several in turn, to the element or the place that is named."""
    selector, to = selector_arg(call), call.args["to"]
    if (size := SIZE.fullmatch(to)) is not None:
        return await act_on(page, selector, "read", partial(resized, page, size=size))
    if to in ORDERS:
        return await act_on(page, selector, "read", partial(_sorted, page, order=to))
    place = PLACE.fullmatch(to)
    moving = partial(_onto, page, to=selector_arg(call, "to")) if place is None else partial(_among, page, place=place)
    if is_for_all(selector):
        return {"dragged": await on_each(page, selector, "click", moving)}

    async def moved(element: ElementHandle) -> Mapping[str, Any]:
        told = await describe(element)
        if place is None or not await _slid(element, place):
            await moving(element)
        return {"dragged": told}

    return await act_on(page, selector, "click", moved)


async def _sorted(page: Page, holder: ElementHandle, *, order: str) -> Mapping[str, Any]:
    """Drag the entries of a list into an order."""

    async def moved(entry: ElementHandle, place: int) -> None:
        there = PLACE.fullmatch(f"position {place + 1}")
        assert there is not None
        await _among(page, entry, place=there)

    return await sort_entries(holder, order, moved)


async def _slid(element: ElementHandle, place: re.Match[str]) -> bool:
    """Move a slider to its end, or some steps on, the way that a place names; whether it is one."""
    if await look_in(element, "(el) => page.roleOf(el)") != "slider" or place["number"]:
        return False
    side = place["way"] or place["column"] or place["row"]
    is_more = side in ("right", "up", "top")
    last = "aria-valuemax" if is_more else "aria-valuemin"
    end = await element.evaluate("(el, last) => el.tagName === 'INPUT' ? null : el.getAttribute(last)", last)
    if end is not None and not place["steps"]:
        await slide(element, str(end))  # its keys may not be all that an input has
        return True
    key = ("ArrowRight" if is_more else "ArrowLeft") if place["steps"] else "End" if is_more else "Home"
    for _ in range(int(place["steps"] or 1)):
        await element.press(key, timeout=ACTION_MS)
    return True


async def _onto(page: Page, element: ElementHandle, *, to: Selector) -> None:
    target = await find_one(page, to, "drop")
    if await element.evaluate("(el, other) => el === other", target):
        return  # one of many things may be where the others go
    await target.scroll_into_view_if_needed()
    box = await target.bounding_box()
    if box is None:
        raise ToolFailure(f"{await describe(target)} cannot be seen: nothing can be dropped there")
    await _pull(page, element, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))


async def _among(page: Page, element: ElementHandle, *, place: re.Match[str]) -> None:
    await element.scroll_into_view_if_needed()
    boxes, at = await _peers(element)
    corner = await element.bounding_box()
    if corner is None:
        raise ToolFailure(f"{await describe(element)} cannot be seen: it cannot be dragged")
    if len(boxes) < 2:
        goal = _off(boxes[0], place)
    else:
        wanted = slot_of(boxes, at, place.groupdict())
        if wanted == at:
            return
        goal = _past(boxes[at], boxes[wanted])
    told = await describe(element)
    await _pull(page, element, (corner["x"] + goal[0], corner["y"] + goal[1]), boxes[at])
    if len(boxes) > 1:
        await _landed(element, told, slots(boxes).index(wanted))


def _off(box: PageBox, place: re.Match[str]) -> tuple[float, float]:
    """The middle of a box once it is moved by its own size, as often as was said."""
    if place["way"] is None:
        raise ToolFailure("it is in no row, list or grid: drag it up, down, left or right, or onto something")
    across, down = _SIGNS[place["way"]]
    far = max(box.width, box.height, LEAST_PX) * int(place["steps"] or 1)
    return box.x + across * far, box.y + down * far


def _past(own: PageBox, other: PageBox) -> tuple[float, float]:
    """A point a little beyond the middle of another box, so that it makes room."""
    across, down = other.x - own.x, other.y - own.y
    beyond_x = _BEYOND * other.width * ((across > 1) - (across < -1))
    beyond_y = _BEYOND * other.height * ((down > 1) - (down < -1))
    return other.x + beyond_x, other.y + beyond_y


async def _pull(page: Page, element: ElementHandle, goal: tuple[float, float], box: PageBox | None = None) -> None:
    """Take an element where it can be reached and bring its middle to a point of the window."""
    held, point = await reach(element)
    corner = await held.bounding_box()
    if corner is None:
        raise ToolFailure(f"{await describe(element)} cannot be seen: it cannot be dragged")
    start = corner["x"] + point["x"], corner["y"] + point["y"]
    middle = corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2
    if box is not None:
        middle = corner["x"] + box.x, corner["y"] + box.y
    end = start[0] + goal[0] - middle[0], start[1] + goal[1] - middle[1]
    await page.mouse.move(*start)
    await page.mouse.down()
    try:
        await page.mouse.move(*end, steps=MOVES)
        await page.mouse.move(*end)  # lists make room only once something moves over them
    finally:
        await page.mouse.up()


async def _peers(element: ElementHandle) -> tuple[list[PageBox], int]:
    seen = await look_in(element, "(el) => page.peersOf(el)")
    return [PageBox(**box) for box in seen["boxes"]], int(seen["at"])


async def _landed(element: ElementHandle, told: str, wanted: int) -> None:
    """Wait until an element is where it was dropped; ToolFailure if it is elsewhere. One that is gone is fine."""
    from playwright.async_api import Error

    at = wanted

    async def is_there() -> bool:
        nonlocal at
        boxes, place = await _peers(element)
        at = slots(boxes).index(place) if len(boxes) > 1 else wanted
        return at == wanted

    with suppress(Error):
        if not await until(is_there, LANDING_S, pause_s=0.1):
            raise ToolFailure(f"{told} is number {at + 1} now, not {wanted + 1}: the page put it there")
