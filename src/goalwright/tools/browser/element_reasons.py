"""Why a selector means this element of a page and no other, told beforehand: nothing is opened or pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goalwright.contracts.selector import Selector
from goalwright.tools.browser.at_once import TELLING, as_told, each_in_words
from goalwright.tools.browser.locating import look_at_all

if TYPE_CHECKING:
    from playwright.async_api import Page

LISTED = 5


async def element_reason(page: Page, selector: Selector, purpose: str) -> str:
    """What a selector means on a page as it is now, in words, with what else is called so and why that is not meant."""
    seen = await look_at_all(page, selector.steps, purpose, TELLING)
    if not seen:
        return f"there is no {selector.words()} on the page now"
    if len(seen) > 1:
        more = f" and {len(seen) - LISTED} more" if len(seen) > LISTED else ""
        is_all = any(step.way == "all" for step in selector.steps)
        lead = f"all {len(seen)} of" if is_all else f"any of {len(seen)} may be meant:"
        return f"{lead} {'; '.join(each_in_words(seen)[:LISTED])}{more}"
    told = as_told(seen[0])
    return f"{told.words}; {told.why}" if told.why else f"{told.words}, the only one that is called so"
