"""What an act on a page has started: requests under way, and changes that still come."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from goalwright.tools.browser.page_code import script

if TYPE_CHECKING:
    from playwright.async_api import Page, Request

LATE_S = 0.5
"""How long after an act a page may be idle and then still show what that led to, if its timers are not known."""
FAR_S = 2.0
"""The longest timers, and answers of sockets, that are waited for before a look."""
SOON_S = 0.5
"""The longest timers that may take back what was chosen or ticked."""
ANSWER_S = 5.0
ARRIVAL_S = 15.0
"""How long the answers that an act has asked for, or another page in this one's place, are waited for."""
CHANGING_S = 2.5
QUIET_S = 0.1
_PAUSE_S = 0.05
# A document that was there before us does not know what has set its timers.
_SOON = """([since_ms, most_ms]) => {
    const pending = window[Symbol.for('goalwright.pending')];
    const timers = pending ? pending.left(performance.now() - since_ms).timers : [];
    return Math.max(0, ...timers.filter(([delay]) => delay <= most_ms).map(([, left]) => left));
}"""
# What a page asks for to show it; pictures and what never ends (sockets, streams) change no text.
_ASKED = frozenset({"document", "xhr", "fetch", "script"})


@cache
def _telling() -> str:
    return f"(given) => ({script('still')})(given, {script('is_busy')}, ({script('pending')})(true))"


class _Trail:
    """The requests that a page has begun since something was last done on it."""

    def __init__(self) -> None:
        self.began_at = self.acted_at = -ARRIVAL_S
        self.is_timed = False
        self.run_id = ""
        self._open: set[Request] = set()
        self._under_way: set[Request] = set()

    @property
    def is_waiting(self) -> bool:
        return bool(self._open)

    def begin(self) -> None:
        self.began_at = self.acted_at = asyncio.get_running_loop().time()
        self._under_way.clear()

    def note(self, request: Request) -> None:
        if request.resource_type in _ASKED:
            self._under_way.add(request)
            self._open.add(request)

    def forget(self, request: Request) -> None:
        self._under_way.discard(request)
        self._open.discard(request)

    def is_awaited(self, since_s: float) -> bool:
        """Whether an answer is to be waited for, that long after the act."""
        is_left = any(request.is_navigation_request() for request in self._under_way)
        return bool(self._under_way) and since_s < (ARRIVAL_S if is_left else ANSWER_S)


_trails: WeakKeyDictionary[Page, _Trail] = WeakKeyDictionary()


def follow_requests(page: Page) -> None:
    """Note from now on what a page asks for."""
    trail = _trails[page] = _Trail()
    page.on("request", trail.note)
    page.on("requestfinished", trail.forget)
    page.on("requestfailed", trail.forget)


def is_asking(page: Page) -> bool:
    """Whether an answer to what a page asked for is still to come, as far as it was followed."""
    return page in _trails and _trails[page].is_waiting


def acts_now(page: Page) -> None:
    """Take what the page does from now on for what is being done to it."""
    if page in _trails:
        _trails[page].begin()


def has_acted(page: Page, *, is_timed: bool, run_id: str = "") -> None:
    """Count the time that a page may take from now: what was done to it is done.

    What only opens or moves a page starts no timers that matter; it was waited for until it was there.
    """
    if page in _trails:
        _trails[page].acted_at = asyncio.get_running_loop().time()
        _trails[page].is_timed = is_timed
        _trails[page].run_id = run_id


def since_acted_s(page: Page, run_id: str) -> float:
    """How long ago the last act of a run on a page was done; nothing if there was none."""
    trail = _trails.get(page)
    is_of_run = trail is not None and trail.is_timed and trail.run_id == run_id
    return asyncio.get_running_loop().time() - trail.acted_at if trail is not None and is_of_run else 0.0


async def until_over(page: Page, *, is_look: bool) -> None:
    """Wait, with a bound, for what the last act on a page has started.

    Before a look that includes what timers bring, and what a page says it is still working on.
    """
    from playwright.async_api import Error

    loop, trail = asyncio.get_running_loop(), _trails.get(page)
    if trail is None:
        return
    with suppress(Error):  # it may be on its way to another page, which is waited for elsewhere
        while (since_s := loop.time() - trail.acted_at) < ARRIVAL_S:
            if trail.is_awaited(since_s):
                await asyncio.sleep(_PAUSE_S)
                continue
            if not (is_look and trail.is_timed):
                return
            is_at_work = await page.evaluate(_telling(), _patience_ms(since_s, loop.time() - trail.began_at))
            if not trail.is_awaited(since_s) and not (is_at_work and since_s < ANSWER_S):
                return
            await asyncio.sleep(_PAUSE_S)


async def soon_s(page: Page) -> float:
    """How long until the short timers that the last act on a page has set have gone off; nothing if there are none."""
    from playwright.async_api import Error

    trail = _trails.get(page)
    if trail is not None:
        with suppress(Error):  # it may be on its way to another page
            since_ms = (asyncio.get_running_loop().time() - trail.began_at) * 1_000
            return float(await page.evaluate(_SOON, [since_ms, SOON_S * 1_000])) / 1_000
    return 0.0


def _patience_ms(since_s: float, begun_s: float) -> dict[str, float]:
    """What is waited for, that long after an act and after its beginning, in the page's own time."""
    patience_s = {
        "since": begun_s,
        "least": max(0.0, LATE_S - since_s),
        "quiet": QUIET_S,
        "most": CHANGING_S,
        "far": FAR_S,
    }
    return {f"{name}_ms": seconds * 1_000 for name, seconds in patience_s.items()}
