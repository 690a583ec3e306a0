"""Finding the one element that a selector means, in any frame, waiting for it if need be."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from goalwright.errors import ToolFailure
from goalwright.tools.browsers.selectors import Step, parse_selector

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, Page

PATIENCE_S = 5.0
SETTLING_S = 0.3
_PAUSE_S = 0.05
_LISTED = 5
_GIVEN = "find, describe, uncovered, roleOf, nameOf, visible, clean, walk, controls, besideText, isControl"


@cache
def page_code() -> str:
    """The code that looks at a page, as an expression that gives its functions."""
    folder = resources.files("goalwright.tools.browsers")
    parts = [folder.joinpath(f"page_{part}.js").read_text(encoding="utf-8") for part in ("names", "search", "points")]
    return f"(() => {{ {' '.join(parts)} return {{ {_GIVEN} }}; }})()"


async def find_one(page: Page, selector: str, purpose: str, *, patience_s: float = PATIENCE_S) -> ElementHandle:
    """The element that a selector means. None in time, or several that cannot be told apart: ToolFailure."""
    steps = parse_selector(selector)
    loop = asyncio.get_running_loop()
    end = loop.time() + patience_s
    several_since: float | None = None
    while True:
        found = await find_all(page, steps, purpose)
        if len(found) == 1:
            return found[0]
        now = loop.time()
        if len(found) > 1:
            several_since = several_since if several_since is not None else now
            if now - several_since >= SETTLING_S:
                raise ToolFailure(await _ambiguity(selector, found))
        else:
            several_since = None
        if now >= end:
            raise ToolFailure(await _absence(page, selector, patience_s))
        await asyncio.sleep(_PAUSE_S)


async def find_all(page: Page, steps: Sequence[Step], purpose: str) -> list[ElementHandle]:
    """Everything the steps mean, the main frame first."""
    request = [[step.request() for step in steps], purpose]
    found: list[ElementHandle] = []
    for frame in page.frames:
        found += await _in_frame(frame, request)
    return found


async def _in_frame(frame: Frame, request: list[Any]) -> list[ElementHandle]:
    from playwright.async_api import Error

    try:
        listed = await frame.evaluate_handle(f"([steps, purpose]) => {page_code()}.find(steps, purpose)", request)
        properties = await listed.get_properties()
        elements = [handle.as_element() for handle in properties.values()]
        await listed.dispose()
    except Error as error:
        if "is not a valid selector" in error.message:
            raise ToolFailure(f"{request[0][-1]['value']!r} is no CSS selector") from None
        return []  # the frame has gone, or is on its way to another page
    return [element for element in elements if element is not None]


async def _ambiguity(selector: str, found: Sequence[ElementHandle]) -> str:
    described = [await describe(element) for element in found[:_LISTED]]
    more = f" and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
    return f'{selector} may be any of {len(found)}: {"; ".join(described)}{more}; say which, such as "the second"'


async def _absence(page: Page, selector: str, patience_s: float) -> str:
    title = (await page.title())[:60]
    return f"there is no {selector} on this page ({title or page.url[:60]}), not within {patience_s:g} s"


async def describe(element: ElementHandle) -> str:
    """An element in a few words, with what tells it from others."""
    seen = await element.evaluate(f"(el) => {page_code()}.describe(el)")
    name = f" {seen['name']!r}" if seen["name"] else ""
    marks = f" {seen['marks']}" if seen["marks"] else ""
    return f"{seen['kind']}{name}{marks} at {seen['x']},{seen['y']}"
