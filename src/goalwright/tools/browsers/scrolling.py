"""Scrolling and zooming."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.errors import ToolFailure
from goalwright.tools.browsers.locating import find_one

if TYPE_CHECKING:
    from playwright.async_api import Page

# The steps that browsers have.
_LEVELS = (0.25, 1 / 3, 0.5, 2 / 3, 0.75, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0)
# Scrolls a box, the page where none is given; a page that does not scroll itself has a part that does.
_SCROLL = """([el, direction]) => {
    const rolls = (box) => box.scrollHeight > box.clientHeight + 1
        && /auto|scroll|overlay/.test(getComputedStyle(box).overflowY);
    const root = document.scrollingElement || document.documentElement;
    let box = el;
    if (el && !rolls(el) && el !== root && el !== document.body) {
        el.scrollIntoView({ block: 'center', behavior: 'instant' });
        return { to: 'element', y: Math.round(root.scrollTop), can_go_on: true };
    }
    if (!el || el === document.body || el === root) {
        box = root;
        if (root.scrollHeight <= root.clientHeight + 1) {
            const parts = [...document.querySelectorAll('*')].filter(rolls);
            parts.sort((a, b) => b.clientHeight * b.clientWidth - a.clientHeight * a.clientWidth);
            box = parts[0] || root;
        }
    }
    const page = box.clientHeight * 0.9;
    const top = { up: box.scrollTop - page, down: box.scrollTop + page, top: 0, bottom: box.scrollHeight }[direction];
    box.scrollTo({ top, behavior: 'instant' });
    return { to: direction, y: Math.round(box.scrollTop) };
}"""
_ZOOMED = "() => parseFloat(document.documentElement.style.zoom) || 1"
_ZOOM = "(level) => { document.documentElement.style.zoom = level === 1 ? '' : String(level); }"


async def scroll(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Scroll the page, or a part of it that scrolls; anything else that the selector means is brought into view."""
    direction = call.args.get("direction") or "down"
    if direction not in ("up", "down", "top", "bottom"):
        raise ToolFailure(f"{direction!r} is no way to scroll: use up, down, top or bottom")
    selector = call.args.get("selector")
    if not selector:
        moved = await page.evaluate(_SCROLL, [None, direction])
    else:
        element = await find_one(page, selector, "read")
        moved = await element.evaluate(f"(el, direction) => ({_SCROLL})([el, direction])", direction)
    return {"scrolled": moved["to"], "y": moved["y"]}


async def zoom(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Make the page a step larger or smaller, or as large as it is by itself."""
    direction = call.args["direction"]
    level = await page.evaluate(_ZOOMED)
    larger = [step for step in _LEVELS if step > level + 0.01]
    smaller = [step for step in _LEVELS if step < level - 0.01]
    wanted = {"in": (larger or [level])[0], "out": (smaller or [level])[-1], "reset": 1.0}.get(direction)
    if wanted is None:
        raise ToolFailure(f"{direction!r} is no way to zoom: use in, out or reset")
    await page.evaluate(_ZOOM, wanted)
    return {"zoom_percent": round(wanted * 100), "was_percent": round(level * 100)}


async def set_zoom(page: Page, percent: float) -> None:
    """Show the page this large."""
    await page.evaluate(_ZOOM, percent / 100)


async def zoom_percent(page: Page) -> int:
    """How large the page is shown."""
    return round(float(await page.evaluate(_ZOOMED)) * 100)
