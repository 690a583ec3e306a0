"""What is done to a thing on the page of its own, where the list that it is in has nothing to press for that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.errors import ToolFailure
from goalwright.language.tables import table
from goalwright.tools.browser import pointing
from goalwright.tools.browser.in_page import hold_in
from goalwright.tools.browser.loading import wait_until_loaded
from goalwright.tools.browser.locating import find_all
from goalwright.tools.browser.outcomes import watch_again
from goalwright.tools.browser.selector_arg import selector_arg
from goalwright.tools.browser.waiting import until

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


async def begin_new(page: Page, kind: str) -> bool:
    """Whether the one thing on a page that begins a new thing of a kind was pressed, and what it opens is there."""
    ways = await find_all(page, (SelectorStep("role", role="newway", name=kind),), "click")
    if len(ways) != 1:
        return False
    await pointing.press_on(ways[0])
    await wait_until_loaded(page, "load", COMING_S)
    return await until(lambda: _has_name_field(page, kind), COMING_S)


async def _has_name_field(page: Page, kind: str) -> bool:
    return (await hold_in(page.main_frame, "(kind) => page.nameField(kind)", kind)).as_element() is not None


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
