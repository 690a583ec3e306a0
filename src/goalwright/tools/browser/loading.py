"""Waiting for pages to be here, as a person would."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page

_PAUSE_S = 0.1
State = Literal["domcontentloaded", "load"]
# How far the pages that are followed have come: Playwright knows too, but asking it costs messages.
_reached: WeakKeyDictionary[Page, set[State]] = WeakKeyDictionary()


def follow(page: Page) -> None:
    """Note from now on how far a page has come."""
    _reached[page] = set()
    page.on("framenavigated", _on_its_way)
    page.on("domcontentloaded", lambda here: _reached[here].add("domcontentloaded"))
    page.on("load", lambda here: _reached[here].update(("domcontentloaded", "load")))


def _on_its_way(frame: Frame) -> None:
    if frame.parent_frame is None:
        _reached[frame.page].clear()


async def wait_until_loaded(page: Page, state: State, patience_s: float) -> None:
    """Wait until a page that is on its way is here; a slow one is worked with as far as it is."""
    if state in _reached.get(page, ()):
        return
    waiting = asyncio.ensure_future(page.wait_for_load_state(state, timeout=patience_s * 1000))
    try:
        # The page that a browser shows in place of one that cannot be loaded never says that it is here.
        while not waiting.done() and not is_no_page(page):
            await asyncio.wait({waiting}, timeout=_PAUSE_S)
        if waiting.done() and not waiting.exception() and page in _reached:
            _reached[page].add(state)
    finally:
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)


def is_no_page(page: Page) -> bool:
    """Whether the browser shows that a page could not be loaded."""
    return page.url.startswith("chrome-error:")
