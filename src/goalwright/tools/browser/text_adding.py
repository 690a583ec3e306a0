"""Adding to what a field holds, where that is a text of several lines and no list to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goalwright.contracts.selector import Selector
from goalwright.tools.browser.filling import fill
from goalwright.tools.browser.locating import find_one
from goalwright.tools.browser.tagging import is_tag_field

if TYPE_CHECKING:
    from playwright.async_api import Page

_IS_TEXT = "(el) => el.tagName === 'TEXTAREA' || el.isContentEditable"


async def added_to_text(page: Page, selector: Selector, text: str) -> bool:
    """Whether a text was added at the end of what a selector means, as that is one itself."""
    field = await find_one(page, selector, "select")
    if not await field.evaluate(_IS_TEXT) or await is_tag_field(field):
        return False
    await fill(field, text, "append")
    return True
