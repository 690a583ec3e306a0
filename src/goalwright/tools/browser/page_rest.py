"""Whether a page is at rest: loaded, and with nothing before it that could change what it shows."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING, Any

from goalwright.tools.browser.aftermath import is_asking
from goalwright.tools.browser.frames import FRAME_S
from goalwright.tools.browser.page_code import script

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page

RESTING_S = 1.0
"""How long a page has to be at rest, and as it is, before what is not there is given up."""
_BETWEEN_S = 0.25
_SEEN = "[document.getElementsByTagName('*').length, document.documentElement.textContent.length]"


@cache
def _asking() -> str:
    return f"(far) => ({script('pending')})(true).isAtRest(far) ? {_SEEN} : null"


class PageRest:
    """A look now and then at a page on which something is not there: it need not be waited for on a page at rest."""

    def __init__(self, page: Page, patience_s: float) -> None:
        self._page, self._patience_s = page, patience_s
        self._seen: list[Any] | None = None
        self._since = self._asked = 0.0

    async def is_over(self) -> bool:
        """Whether the page has been at rest for long enough."""
        now = asyncio.get_running_loop().time()
        if now - self._asked < _BETWEEN_S:
            return False
        seen, self._asked = await self._look(), now
        if seen is None or seen != self._seen:
            self._seen, self._since = seen, now
        return seen is not None and now - self._since >= RESTING_S

    async def _look(self) -> list[Any] | None:
        """What all frames show, in figures; None if one of them may still change."""
        if is_asking(self._page):
            return None
        seen = await asyncio.gather(*map(self._look_at, self._page.frames))
        return None if None in seen else seen

    async def _look_at(self, frame: Frame) -> Any:
        from playwright.async_api import Error

        try:
            return await asyncio.wait_for(frame.evaluate(_asking(), self._patience_s * 1_000), FRAME_S)
        except (Error, TimeoutError):  # it is on its way to another page, or hangs
            return None
