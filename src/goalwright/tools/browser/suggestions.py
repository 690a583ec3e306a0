"""Choosing by how a name starts and ends, "An*ica", among what a field suggests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browser.frames import page_code
from goalwright.tools.browser.lists import seen_before
from goalwright.tools.browser.options import ANYTHING, matching
from goalwright.tools.browser.pointing import ACTION_MS
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

SUGGESTING_S = 3.0
_LISTED = 10


async def suggested(control: ElementHandle, wanted: str) -> tuple[ElementHandle | None, str]:
    """What a field suggests that fits a pattern, once its beginning is typed: what to click for it, and its name."""
    start = wanted.partition(ANYTHING)[0].strip()
    before = await seen_before(control)
    await control.fill("", timeout=ACTION_MS)
    await control.type(start, timeout=ACTION_MS)
    names: list[str] = []

    async def fitting() -> list[str]:
        names[:] = await control.evaluate(f"(el, before) => {page_code()}.suggestedBy(el, before)", before)
        name = matching(wanted, names)
        return [] if name is None else [name]

    if not (found := await until(fitting, SUGGESTING_S)):
        seen = ", ".join(map(repr, names[:_LISTED])) or "nothing"
        raise ToolFailure(f"no suggestion is like {wanted!r}: there is {seen}")
    looking = f"(el, [name, before]) => {page_code()}.optionOf(el, name, before)"
    return (await control.evaluate_handle(looking, [found[0], before])).as_element(), found[0]
