"""Tabs: which page an action works in, remembered between commands."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from goalwright.tools.browser.aftermath import follow_requests
from goalwright.tools.browser.browser_files import CHANGED, TABS, read_json, write_json
from goalwright.tools.browser.loading import follow

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Download, Page

    from goalwright.contracts import ToolCall

POPUP_S = 5.0
NAME_S = 5.0
REMEMBERED_RUNS = 20
_INNER = ("devtools://", "chrome-extension://")


class Tabs:
    """The pages of a browser. `page:0` of a plan is the current page, `page:N` a tab that the run has for itself.

    A page that another one opens takes its place, as a person's eyes follow it; when it closes, the page that opened
    it is back. A file in `folder` remembers the pages by the browser's own names for them; without a folder nothing is
    remembered, and so are those that are no longer as their address gave them. `offers` are the downloads that pages
    have begun.
    """

    def __init__(self, context: BrowserContext, folder: str = "") -> None:
        self.context = context
        self.offers: list[Download] = []
        self._file = Path(folder) / TABS if folder else None
        self._current: Page | None = None
        self._own: dict[tuple[str, int], Page] = {}
        self._openers: dict[Page, Page] = {}
        self._ids: dict[Page, str] = {}
        self._order: list[Page] = []
        self._crashed: set[Page] = set()
        self._changed: set[Page] = set()
        self._lost: dict[Page, asyncio.Event] = {}
        self._waited_for: set[str] = set()
        self._came = asyncio.Event()
        self._targets: CDPSession | None = None

    async def attach(self, targets: CDPSession, recent: Sequence[str] = ()) -> None:
        """Find the pages that are there; `recent` are names of pages, the one used last first."""
        self.context.on("page", self._opened)
        self._targets = targets
        targets.on("Target.targetCreated", self._announced)
        await targets.send("Target.setDiscoverTargets", {"discover": True})
        self._waited_for.clear()  # those announced before the answer are here already
        memory: dict[str, Any] = read_json(self._file, {})
        pages = [page for page in self.context.pages if not page.url.startswith(_INNER)]
        for page in pages:
            self._follow(page)
        if len(pages) > 1 or memory.get("runs") or memory.get(CHANGED):
            await asyncio.gather(*(self.name_of(page) for page in pages), return_exceptions=True)
        named = {name: page for page, name in self._ids.items()}
        self._order = [named[name] for name in memory.get("order", ()) if name in named]
        self._order += [page for page in pages if page not in self._order]
        for run_id, tabs in memory.get("runs", {}).items():
            self._own |= {(run_id, int(tab)): named[name] for tab, name in tabs.items() if name in named}
        self._changed = {named[name] for name in memory.get(CHANGED, ()) if name in named}
        likely = [memory.get("current", ""), *recent]
        found = next((named[name] for name in likely if name in named), None)
        self._current = found or (pages[-1] if pages else None)

    @property
    def pages(self) -> list[Page]:
        """All pages that are open, in the order in which they were opened."""
        return [page for page in self._order if not page.is_closed()]

    def current(self, call: ToolCall) -> Page | None:
        """The page that the call works in; None if it is not open (any more)."""
        tab = tab_of(call)
        page = self._own.get((call.run_id, tab)) if tab else self._current
        if page is not None and page.is_closed():
            page = self._after(page)
        if page is None and not tab:
            page = self.pages[-1] if self.pages else None
        return page

    async def opened(self, call: ToolCall) -> Page:
        """The page that the call works in, opened if need be."""
        page = self.current(call)
        if page is None or page in self._crashed:
            crashed, page = page, await self.context.new_page()
            await self.put(call, page)
            if crashed is not None:
                with suppress(Exception):  # a crashed page may not even close
                    await asyncio.wait_for(crashed.close(), 2)
        return page

    async def put(self, call: ToolCall, page: Page) -> None:
        """Let the call's page be this one from now on."""
        self._follow(page)
        tab = tab_of(call)
        if tab:
            self._own[call.run_id, tab] = page
        else:
            self._current = page
        await self.name_of(page)
        await self.remember()

    async def note_change(self, page: Page, *, is_changed: bool) -> None:
        """Remember whether something was done on a page, so that its address alone no longer gives what it shows."""
        if is_changed != (page in self._changed):
            self._changed ^= {page}
            await self.remember()

    def is_crashed(self, page: Page) -> bool:
        return page in self._crashed

    def lost(self, page: Page) -> asyncio.Event:
        """What tells that a page is closed or has crashed."""
        return self._lost.setdefault(page, asyncio.Event())

    async def name_of(self, page: Page) -> str:
        """The browser's own name for a page, the same for every command."""
        if page not in self._ids:
            async with asyncio.timeout(NAME_S):  # a page that has crashed before we came never answers
                session = await self.context.new_cdp_session(page)
                self._ids[page] = (await session.send("Target.getTargetInfo"))["targetInfo"]["targetId"]
                with suppress(Exception):
                    await session.detach()
        return self._ids[page]

    async def title_of(self, page: Page) -> str:
        """The title of a page. The browser knows it mostly, and answers while the page is still busy with itself."""
        if self._targets is not None:
            known = (await self._targets.send("Target.getTargets"))["targetInfos"]
            titles = [str(one["title"]) for one in known if one["type"] == "page" and one["url"] == page.url]
            if len(titles) == 1 and titles[0] and not _is_address(titles[0], page.url):
                return titles[0]
        return await page.title()

    async def settle(self, *, may_open: bool = False) -> None:
        """Wait for pages that were announced but are not here yet; with `may_open`, for announcements first."""
        if may_open and self._targets is not None:
            with suppress(Exception):  # the browser may be gone
                await self._targets.send("Target.getTargets")  # pages that it knows of are announced before it answers
        if not self._waited_for:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(POPUP_S):
                while self._waited_for:
                    self._came.clear()
                    await self._came.wait()
        self._waited_for.clear()
        await self.remember()

    async def remember(self, patience_s: float = NAME_S) -> None:
        """Write down which page is which, for later commands."""
        if self._file is None:
            return
        with suppress(Exception):  # a page that closes meanwhile has no name, and needs none
            async with asyncio.timeout(patience_s):
                await asyncio.gather(*(self.name_of(page) for page in self.pages if page not in self._crashed))
        runs: dict[str, dict[str, str]] = {}
        for (run_id, tab), page in self._own.items():
            if page in self._ids and not page.is_closed():
                runs.setdefault(run_id, {})[str(tab)] = self._ids[page]
        current = self._ids.get(self._current, "") if self._current is not None else ""
        order = [self._ids[page] for page in self.pages if page in self._ids]
        changed = [self._ids[page] for page in self._changed if page in self._ids and not page.is_closed()]
        last_runs = dict(list(runs.items())[-REMEMBERED_RUNS:])
        memory = {"current": current, "order": order, CHANGED: changed, "runs": last_runs}
        with suppress(OSError):  # a full disk: the next command works in the page that was used last
            write_json(self._file, memory)

    def _opened(self, page: Page) -> None:
        self._follow(page)
        task = asyncio.ensure_future(self._adopt(page))
        task.add_done_callback(lambda done: done.exception() if not done.cancelled() else None)

    async def _adopt(self, page: Page) -> None:
        """Let a page that another one opened take its place."""
        try:
            opener = await page.opener()
            if opener is not None:
                self._openers[page] = opener
                if self._current is opener:
                    self._current = page
                for key, own in self._own.items():
                    if own is opener:
                        self._own[key] = page
                await self.name_of(page)
        finally:
            self._waited_for.discard(self._ids.get(page, ""))
            if page not in self._ids:  # gone before it had a name: there is nothing to wait for
                self._waited_for.clear()
            self._came.set()

    def _announced(self, event: Mapping[str, Any]) -> None:
        target = event["targetInfo"]
        if target["type"] == "page" and target.get("openerId") and target["targetId"] not in self._ids.values():
            self._waited_for.add(target["targetId"])

    def _follow(self, page: Page) -> None:
        if page in self._order:
            return
        self._order.append(page)
        follow(page)
        follow_requests(page)
        page.on("download", self._offered)
        page.on("crash", self._has_crashed)
        page.on("close", self._has_closed)

    def _offered(self, download: Download) -> None:
        self.offers.append(download)  # a method of ours: Playwright takes no built-in one

    def _has_closed(self, page: Page) -> None:
        """Work with what is seen in its place, so that pages which that one opens are followed too."""
        if self._current is page:
            self._current = self._after(page)
        opener = self._openers.get(page)
        if opener is not None and not opener.is_closed():
            self._own |= {key: opener for key, own in self._own.items() if own is page}
        self.lost(page).set()

    def _has_crashed(self, page: Page) -> None:
        self._crashed.add(page)
        self.lost(page).set()

    def _after(self, page: Page) -> Page | None:
        """What is seen where a page was closed: the page that opened it, else the last one."""
        opener = self._openers.get(page)
        while opener is not None and opener.is_closed():
            opener = self._openers.get(opener)
        return opener or (self.pages[-1] if self.pages else None)


def _is_address(title: str, url: str) -> bool:
    """Whether a title is what the browser gives for a page that has none, or none yet: the end of its address."""
    return unquote(url).rstrip("/").endswith(unquote(title).rstrip("/"))


def tab_of(call: ToolCall) -> int:
    """The tab that the plan gave to a call: 0 is the current page."""
    for name in call.touches:
        kind, _, number = name.partition(":")
        if kind == "page" and number.isdecimal():
            return int(number)
    return 0
