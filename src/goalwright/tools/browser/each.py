"""Doing the same to everything of a kind on a page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING

from goalwright.contracts.selector import Selector
from goalwright.errors import ToolFailure
from goalwright.tools.browser.locating import PATIENCE_S, describe, find_all
from goalwright.tools.browser.paging import turn_over
from goalwright.tools.browser.row_guard import guarded
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

MOST = 200


def is_for_all(selector: Selector) -> bool:
    """Whether a selector means everything that it finds."""
    return any(step.way == "all" for step in selector.steps)


async def on_each(
    page: Page, selector: Selector, purpose: str, act: Callable[[ElementHandle], Awaitable[object]]
) -> list[str]:
    """Act on everything that a selector means, in reading order; what each was. ToolFailure if there is nothing."""
    found = await until(lambda: find_all(page, selector.steps, purpose), PATIENCE_S)
    turns = 0
    while not found and selector.is_paged and await turn_over(page, turns):
        found, turns = await find_all(page, selector.steps, purpose), turns + 1
    if not found:
        raise ToolFailure(f"there is no {selector.words()} on this page after waiting {PATIENCE_S:g} s")
    told: list[str] = []
    while True:
        if len(told) + len(found) > MOST:
            so_far = (
                f"{len(told)} of them are done, and there are {len(found)} more"
                if told
                else f"there are {len(found)} of them"
            )
            raise ToolFailure(f"{so_far}, and at most {MOST} are done at once: name fewer")
        told += await _done_to(found, selector, purpose, act)
        if not selector.is_paged or not await turn_over(page, turns):
            return told
        found, turns = await find_all(page, selector.steps, purpose), turns + 1


async def _done_to(
    elements: Iterable[ElementHandle],
    selector: Selector,
    purpose: str,
    act: Callable[[ElementHandle], Awaitable[object]],
) -> list[str]:
    told = []
    for element in elements:
        told.append(await describe(element))
        await guarded(element, selector.steps, purpose, act)
    return told
