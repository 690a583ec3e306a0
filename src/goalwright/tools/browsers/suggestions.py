"""Choosing by how a name starts and ends: "An*ica" among the options of a list, or among what a field suggests."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browsers.frames import page_code
from goalwright.tools.browsers.pointing import ACTION_MS

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

SUGGESTING_S = 3.0
ANYTHING = "*"
_PAUSE_S = 0.05
_LISTED = 10


def is_pattern(wanted: str) -> bool:
    """Whether a text stands for all names that start or end as it does."""
    return ANYTHING in wanted


def matching(wanted: str, names: Sequence[str]) -> str | None:
    """The first name that a pattern fits, best letter by letter; None if there is none."""
    parts = ".*".join(re.escape(part.strip()) for part in wanted.split(ANYTHING))
    for flags in (re.DOTALL, re.DOTALL | re.IGNORECASE):
        fitting = [name for name in names if re.fullmatch(parts, name, flags)]
        if fitting:
            return fitting[0]
    return None


async def suggested(control: ElementHandle, wanted: str) -> tuple[ElementHandle | None, str]:
    """What a field suggests that a pattern fits, once its beginning is typed: what to click for it, and its name."""
    start = wanted.partition(ANYTHING)[0].strip()
    await control.fill("", timeout=ACTION_MS)
    await control.type(start, timeout=ACTION_MS)
    loop = asyncio.get_running_loop()
    end = loop.time() + SUGGESTING_S
    while True:
        names = await control.evaluate(f"(el) => {page_code()}.suggestedBy(el)")
        name = matching(wanted, names)
        if name is not None:
            looking = f"(el, name) => {page_code()}.optionOf(el, name, true)"
            return (await control.evaluate_handle(looking, name)).as_element(), name
        if loop.time() >= end:
            seen = ", ".join(map(repr, names[:_LISTED])) or "nothing"
            raise ToolFailure(f"nothing there is like {wanted!r}: what is suggested is {seen}")
        await asyncio.sleep(_PAUSE_S)
