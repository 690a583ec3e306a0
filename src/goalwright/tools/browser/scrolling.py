"""Scrolling and zooming."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.contracts.selector import SelectorStep
from goalwright.errors import ToolFailure
from goalwright.tools.browser.locating import find_all, find_one
from goalwright.tools.browser.page_code import script
from goalwright.tools.browser.selector_arg import optional_selector
from goalwright.tools.browser.session import Session

if TYPE_CHECKING:
    from playwright.async_api import Page

GROWING_S = 60.0
GROWTH_MS = 1_500
# The steps that browsers have.
_LEVELS = (0.25, 1 / 3, 0.5, 2 / 3, 0.75, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0)
_ZOOMED = "() => parseFloat(document.documentElement.style.zoom) || 1"
_ZOOM = "(level) => { document.documentElement.style.zoom = level === 1 ? '' : String(level); }"


async def scroll(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Scroll the page, or a part of it that scrolls; anything else that the selector means is brought into view."""
    direction = call.args.get("direction") or "down"
    if direction not in ("up", "down", "top", "bottom"):
        raise ToolFailure(f"{direction!r} is not a way to scroll: use up, down, top or bottom")
    selector = optional_selector(call)
    if not selector:
        moved = await page.evaluate(script("scroll"), [None, direction])
    else:
        await _scrolled_to(page, selector.steps)
        element = await find_one(page, selector, "scroll")
        moved = await element.evaluate(f"(el, direction) => ({script('scroll')})([el, direction])", direction)
    return {"scrolled": moved["to"], "y": moved["y"]}


async def _scrolled_to(page: Page, steps: Sequence[SelectorStep]) -> None:
    """Scroll down a page that grows by it until it has what the steps mean, or grows no more."""
    loop, height = asyncio.get_running_loop(), 0
    end = loop.time() + GROWING_S
    while not await find_all(page, steps, "scroll") and loop.time() < end:
        grown = await page.evaluate(script("growth"), [height, GROWTH_MS if height else 0])
        if grown <= height:
            return
        height = grown


class Zooming:
    """Making pages larger and smaller."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._levels: dict[tuple[str, str], float] = {}

    async def zoom(self, page: Page, call: ToolCall) -> Mapping[str, Any]:
        """Make the page a step larger or smaller, or as large as it is by itself."""
        direction = call.args["direction"]
        level = float(await page.evaluate(_ZOOMED))
        larger = [step for step in _LEVELS if step > level + 0.01]
        smaller = [step for step in _LEVELS if step < level - 0.01]
        wanted = {"in": (larger or [level])[0], "out": (smaller or [level])[-1], "reset": 1.0}.get(direction)
        if wanted is None:
            raise ToolFailure(f"{direction!r} is not a way to zoom: use in, out or reset")
        await page.evaluate(_ZOOM, wanted)
        self._levels[call.run_id, call.action_id] = level
        return {"zoom_percent": round(wanted * 100)}

    async def changed(self, call: ToolCall, _before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What undo needs: how large the page was."""
        level = self._levels.get((call.run_id, call.action_id))
        return None if level is None else {"level": level}

    async def change_back(self, call: ToolCall, before: Mapping[str, Any], inverse: Mapping[str, Any]) -> None:
        """Show the page as large as it was; another page has a size of its own."""
        page = await self._session.seen(call)
        if page is not None and page.url == before.get("url"):
            await page.evaluate(_ZOOM, inverse["level"])
