"""Navigating: open an address, back, forward, reload, and the browser itself."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from goalwright.contracts import ToolCall, Verdict
from goalwright.errors import ToolFailure
from goalwright.tools.browser.halting import stop_loading
from goalwright.tools.browser.loading import wait_until_loaded
from goalwright.tools.browser.session import Session

if TYPE_CHECKING:
    from playwright.async_api import Page, Response

ARRIVAL_MS = 30_000
LOADING_MS = 5_000
_BAD = 400


class Navigation:
    """What moves a page, within the addresses that are allowed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._arrivals: dict[Page, str] = {}

    async def navigate(self, page: Page, call: ToolCall) -> Mapping[str, Any]:
        """Open an address and wait for its page, as a person would."""
        return await self.go(page, call.args["url"])

    async def has_arrived(self, page: Page, call: ToolCall) -> Verdict:
        """Whether the page is where the address leads; redirects are fine, at once and later."""
        asked = call.args["url"]
        return "yes" if self._arrivals.get(page) == asked or _page_of(asked) == _page_of(page.url) else "no"

    async def go(self, page: Page, url: str) -> Mapping[str, Any]:
        self._session.guard.check(url)
        self._arrivals.pop(page, None)
        await self._session.tabs.note_change(page, is_changed=False)  # a kill on the way must not leave it so
        response = await self._gone(page, url)
        await _rested(page)
        if not self._session.guard.allows(page.url):
            raise ToolFailure(self._session.guard.refusal(page.url))
        self._arrivals[page] = url
        return await self._told(page, response)

    async def launch(self, page: Page, _call: ToolCall) -> Mapping[str, Any]:
        """Bring the browser to the front; it runs by now."""
        await page.bring_to_front()
        return {"browser": "running", "url": page.url}

    async def back(self, page: Page, _call: ToolCall) -> Mapping[str, Any]:
        return await self._moved(page, -1)

    async def forward(self, page: Page, _call: ToolCall) -> Mapping[str, Any]:
        return await self._moved(page, 1)

    async def reload(self, page: Page, call: ToolCall) -> Mapping[str, Any]:
        """Load the page again; one that has crashed comes back in a tab of its own."""
        from playwright.async_api import TimeoutError as Waited

        if self._session.tabs.is_crashed(page):
            return await self.go(await self._session.tabs.opened(call), page.url)
        try:
            response = await page.reload(wait_until="domcontentloaded", timeout=ARRIVAL_MS)
        except Waited:
            await stop_loading(page)
            raise
        await self._session.tabs.note_change(page, is_changed=False)
        await _rested(page)
        return await self._told(page, response)

    async def close(self, _page: Page, _call: ToolCall) -> Mapping[str, Any]:
        return {"closed": await self._session.close_browser()}

    async def _gone(self, page: Page, url: str) -> Response | None:
        from playwright.async_api import Error
        from playwright.async_api import TimeoutError as Waited

        try:
            return await page.goto(url, wait_until="domcontentloaded", timeout=ARRIVAL_MS)
        except Waited:
            await stop_loading(page)
            raise
        except Error as error:
            if "interrupted by another navigation" not in error.message:
                raise
        return None  # the page itself redirected before it was there

    async def _moved(self, page: Page, steps: int) -> Mapping[str, Any]:
        """Go through the page's history. Playwright's own way cannot tell a page out of its cache from no page."""
        from playwright.async_api import TimeoutError as Waited

        control = await self._session.context.new_cdp_session(page)
        try:
            history = await control.send("Page.getNavigationHistory")
            at = history["currentIndex"] + steps
            if not 0 <= at < len(history["entries"]):
                raise ToolFailure(f"there is no page to go {'back' if steps < 0 else 'forward'} to")
        finally:
            await control.detach()
        url = history["entries"][at]["url"]
        if url != "about:blank":
            self._session.guard.check(url)
        move = page.go_back if steps < 0 else page.go_forward
        response = None
        with suppress(Waited):  # a page from the browser's cache is simply there: nothing more comes
            response = await move(wait_until="commit", timeout=LOADING_MS)
        await _rested(page)
        return await self._told(page, response)

    async def _told(self, page: Page, response: Response | None) -> Mapping[str, Any]:
        told: dict[str, Any] = {"url": page.url, "title": await self._session.tabs.title_of(page)}
        if response is not None and response.status >= _BAD:
            told["status"] = response.status
            told["problem"] = f"the site answered {response.status}{_meaning(response.status)}"
        return told


async def _rested(page: Page) -> None:
    """Wait until the page is here, and a little for what it still loads: a page that never rests is fine too."""
    await wait_until_loaded(page, "domcontentloaded", ARRIVAL_MS / 1000)
    await wait_until_loaded(page, "load", LOADING_MS / 1000)


def _meaning(status: int) -> str:
    try:
        return f" ({HTTPStatus(status).phrase.lower()})"
    except ValueError:
        return ""


def _page_of(url: str) -> tuple[str, str, str]:
    """What tells one page from another: not `www.`, the usual port or a last slash."""
    parts = urlsplit(url)
    host = parts.netloc.lower().removeprefix("www.").removesuffix(":80").removesuffix(":443")
    return host, parts.path.rstrip("/"), parts.query
