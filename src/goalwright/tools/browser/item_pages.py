"""What is done to a thing on the page of its own, where the list that it is in has nothing to press for that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.contracts.selector import Selector
from goalwright.errors import ToolFailure
from goalwright.language.tables import table
from goalwright.tools.browser import pointing
from goalwright.tools.browser.in_page import hold_in
from goalwright.tools.browser.loading import wait_until_loaded
from goalwright.tools.browser.outcomes import watch_again
from goalwright.tools.browser.selector_arg import selector_arg

if TYPE_CHECKING:
    from playwright.async_api import Page

COMING_S = 5.0
_WAY = "(name) => page.pageWays(name)"
_PARTS = 2


async def click(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Click what the selector means; a deed that no row has a control for is done on the page that the row leads to."""
    try:
        return await pointing.click(page, call)
    except ToolFailure:
        deed = _deed_of(selector_arg(call))
        if not deed or not await _followed(page, selector_arg(call).steps[0].value):
            raise
    return await pointing.click(page, replace(call, args={**call.args, "selector": deed}))


def _deed_of(selector: Selector) -> str:
    """What is to be pressed in a thing of a name, if that is something that is done to things."""
    first, last = selector.steps[0], selector.last
    is_deed = last.way == "text" and last.value.casefold() in table("page_things")["deeds"]
    return f"text={last.value}" if first.way == "item" and len(selector.steps) == _PARTS and is_deed else ""


async def _followed(page: Page, name: str) -> bool:
    """Whether the one link that is called so led to another page."""
    way = (await hold_in(page.main_frame, _WAY, name)).as_element()
    if way is None:
        return False
    before = page.url
    await pointing.press_on(way)
    await wait_until_loaded(page, "load", COMING_S)
    if page.url == before:
        return False
    await watch_again(page)
    return True
