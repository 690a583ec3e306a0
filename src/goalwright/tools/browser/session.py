"""Session: the connection to the browser, made when it is first needed and given back when the command ends."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from goalwright.contracts.journal import MachineLock
from goalwright.errors import ToolFailure
from goalwright.tools.browser import process
from goalwright.tools.browser.at_once import install
from goalwright.tools.browser.browser_files import PROFILE
from goalwright.tools.browser.browser_line import reach_browser
from goalwright.tools.browser.dialogs import Dialogs
from goalwright.tools.browser.driver import start_driver
from goalwright.tools.browser.endpoints import endpoint_place, recent_pages
from goalwright.tools.browser.halting import stop_the_busy
from goalwright.tools.browser.joining import join_browser, unreached
from goalwright.tools.browser.origins import OriginGuard
from goalwright.tools.browser.page_code import script
from goalwright.tools.browser.page_failures import CRASHED, GONE
from goalwright.tools.browser.process import Running, find_running
from goalwright.tools.browser.tabs import Tabs
from goalwright.tools.services import BrowserChoices

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession, Page, Playwright

    from goalwright.contracts import ToolCall
    from goalwright.tools.browser.outcomes import Outcome

LOCK = "browser"
LOCK_S = 30.0
CLOSE_S = 10.0
ANSWERING_S = 2.0
PARTING_S = 0.5
"""How long a page that hangs may hold up the end of a command."""
_NOTHING_OPEN = 'no page is open: open one first, such as "go to example.com"'
_NO_ENDPOINT = "GOALWRIGHT_CDP_URL is not the address of a browser: write it such as http://127.0.0.1:9222, or unset it"
_LOOSE = "the browser was started before these allowed origins were set: close it, so that a new one keeps to them"


class Session:
    """One connection to one browser, for all tools of an app.

    The browser lives on when this is closed. While it is open, no other process uses the same browser. A browser that
    went away is noticed, and a call that may start one gets a new one, with a note that says so. `is_pressed` says that
    something was pressed on a page since, `outcomes` are the presses that pages have not answered yet.
    """

    def __init__(self, choices: BrowserChoices, machine_lock: MachineLock | None = None) -> None:
        self.choices = choices
        self.guard = OriginGuard(choices)
        self.dialogs = Dialogs()
        self.is_pressed = False
        self.outcomes: dict[Page, Outcome] = {}
        self._machine_lock = machine_lock
        self._held = AsyncExitStack()
        self._is_held = False
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._control: CDPSession | None = None
        self._tabs: Tabs | None = None
        self._pid: int | None = None
        self._is_loose = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connecting = asyncio.Lock()
        self._notes: list[str] = []

    @property
    def is_connected(self) -> bool:
        return self._browser is not None and self._browser.is_connected()

    @property
    def tabs(self) -> Tabs:
        if self._tabs is None:
            raise ToolFailure(_NOTHING_OPEN)
        return self._tabs

    @property
    def context(self) -> BrowserContext:
        return self.tabs.context

    @property
    def control(self) -> CDPSession:
        """The browser's own controls, beside those of its pages."""
        if self._control is None:
            raise ToolFailure(_NOTHING_OPEN)
        return self._control

    async def page(self, call: ToolCall, *, start: bool = False, any_state: bool = False) -> Page:
        """The page that a call works in. With `start` the browser and the page are opened if need be.

        A page that has crashed, or is at an address that is not allowed, is a ToolFailure, unless `any_state` will do.
        """
        if not await self.connect(start=start):
            raise ToolFailure(self._absence())
        if self._is_loose and not any_state:
            raise ToolFailure(_LOOSE)
        page = self.tabs.current(call)
        if start or (any_state and page is None):
            return await self.tabs.opened(call)
        if page is None:
            raise ToolFailure(_NOTHING_OPEN)
        if not any_state:
            if self.tabs.is_crashed(page):
                raise ToolFailure(CRASHED)
            self.guard.check_page(page.url)
        return page

    async def seen(self, call: ToolCall) -> Page | None:
        """The page that a call works in, if there is one; nothing is opened."""
        return self.tabs.current(call) if await self.connect(start=False) else None

    async def connect(self, *, start: bool) -> bool:
        """Whether there is a browser to work with, started if it may be."""
        if self._loop is not asyncio.get_running_loop():
            self._abandon()
        async with self._connecting:
            if self.is_connected:
                return True
            await self._disconnect()
            await self._hold()
            return await self._connected(start=start)

    def notes(self) -> list[str]:
        """What the user should know about the session, since the last call."""
        notes, self._notes = self._notes, []
        return notes

    async def close(self) -> None:
        """Let go of the browser, which lives on, and of the lock."""
        if self._loop is not None and self._loop is not asyncio.get_running_loop():
            self._abandon()
        async with self._connecting:
            await self._disconnect()
            await self._stop_driver()
            await self._release()

    async def close_browser(self) -> bool:
        """Close the browser with all its tabs. Whether there was one."""
        if self.choices.cdp_url:
            raise ToolFailure("Goalwright did not start that browser: close it where it was started")
        if not await self.connect(start=False):
            process.forget(self.choices.folder)
            return False
        with suppress(Exception):  # the connection ends with the browser
            await asyncio.wait_for(self.control.send("Browser.close"), CLOSE_S)
        pid = self._pid
        await self._disconnect()
        if not await process.wait_until_gone(self.choices.folder, pid, CLOSE_S):
            raise ToolFailure("the browser was asked to close and did not: close its window")
        process.forget(self.choices.folder)
        return True

    def _absence(self) -> str:
        """Why there is no browser to work with."""
        if not self._lost():
            return _NOTHING_OPEN
        pid = process.holder_of(Path(self.choices.folder) / PROFILE)
        return GONE if pid is None else process.SILENT.format(pid=pid)

    def _lost(self) -> bool:
        return bool(self.choices.folder) and not self.choices.cdp_url and process.was_here(self.choices.folder)

    async def _connected(self, *, start: bool) -> bool:
        running = self._running()
        if running is not None:
            recent, playwright = await asyncio.gather(self._recent_pages(), self._loaded())
            await self._attach(running, playwright, recent)
            return True
        if not start:
            return False
        is_lost = self._lost()
        starting = process.start_browser(self.choices, self.guard.launch_flags(), self.guard.origins or None)
        started, playwright = await asyncio.gather(starting, self._loaded())
        if is_lost:
            self._notes.append("the browser that was open is gone (closed or crashed): a new one was started")
        await self._attach(started, playwright)
        return True

    async def _recent_pages(self, *, is_patient: bool = True) -> list[str]:
        """The names of the pages, the one used last first. Those of ours that are stuck are stopped first."""
        if self.choices.cdp_url:
            return [str(page.get("id", "")) for page in recent_pages(self.choices.cdp_url) or ()]
        try:
            with reach_browser(self.choices.folder) as line:
                halted = await stop_the_busy(line, is_patient=is_patient)
        except OSError:
            return []  # it is gone, which connecting will tell
        self._notes += halted.notes
        return halted.pages

    def _running(self) -> Running | None:
        if self.choices.cdp_url:
            if endpoint_place(self.choices.cdp_url) is None:
                raise ToolFailure(_NO_ENDPOINT)
            return Running(endpoint=self.choices.cdp_url)
        if not self.choices.folder:
            raise ToolFailure("there is no folder to keep a browser's profile in: set GOALWRIGHT_HOME")
        return find_running(self.choices.folder)

    async def _loaded(self) -> Playwright:
        if self._playwright is None:
            self._playwright = await start_driver(self.choices.folder)
        return self._playwright

    async def _attach(self, running: Running, playwright: Playwright, recent: Sequence[str] = ()) -> None:
        from playwright.async_api import Error

        try:
            browser = await self._joined(running, playwright)
            context = browser.contexts[0] if browser.contexts else await browser.new_context()
            control = await browser.new_browser_cdp_session()
            await asyncio.gather(install(playwright, context), context.add_init_script(f"({script('pending')})(false)"))
            await self._take_up(running, browser, context, control, recent)
        except Error as error:
            await self._stop_driver()  # what was there instead of a browser may have made it crash
            if not self.choices.cdp_url and self._running() is None:
                raise ToolFailure(GONE) from None  # it went away while we connected
            raise unreached(running.endpoint, error) from None

    async def _take_up(
        self, running: Running, browser: Browser, context: BrowserContext, control: CDPSession, recent: Sequence[str]
    ) -> None:
        """Stand guard over a browser, and find its pages."""
        self.dialogs, self.outcomes = Dialogs(), {}
        self.dialogs.watch(context)
        has_wall = self._has_wall(running)
        self._is_loose = bool(self.guard.origins) and not has_wall and not self.choices.cdp_url
        await self.guard.stand(control, context, has_wall=has_wall or self._is_loose)
        tabs = Tabs(context, "" if self.choices.cdp_url else self.choices.folder)
        await tabs.attach(control, recent)
        self._browser, self._control, self._tabs, self._pid = browser, control, tabs, running.keeper or running.pid

    async def _joined(self, running: Running, playwright: Playwright) -> Browser:
        """A connection to the browser; a page of ours that is stuck, and so keeps us out, is stopped."""
        from playwright.async_api import TimeoutError as Waited

        try:
            return await join_browser(playwright, running.endpoint, self.choices.folder)
        except Waited:
            known = len(self._notes)
            if not running.endpoint:
                await self._recent_pages(is_patient=False)
            if len(self._notes) == known:
                raise
        return await join_browser(playwright, running.endpoint, self.choices.folder)

    def _has_wall(self, running: Running) -> bool:
        """Whether the browser itself lets nothing through that is not allowed now."""
        if running.origins is not None and not set(running.origins) >= set(self.guard.origins or ("*",)):
            self._notes.append("the browser was started with other allowed origins: close it to apply the new ones")
        return running.origins is not None and set(running.origins) <= set(self.guard.origins)

    async def _hold(self) -> None:
        if self._machine_lock is None or self._is_held:
            return
        try:
            async with asyncio.timeout(LOCK_S):
                await self._held.enter_async_context(self._machine_lock(LOCK))
        except TimeoutError:
            problem = "another command is using the browser: wait until it has finished, then try again"
            raise ToolFailure(problem, is_transient=True) from None
        self._is_held = True

    async def _stop_driver(self) -> None:
        playwright, self._playwright = self._playwright, None
        if playwright is not None:
            with suppress(Exception):
                await playwright.stop()

    async def _release(self) -> None:
        self._is_held = False
        await self._held.aclose()

    async def _disconnect(self) -> None:
        browser, tabs = self._browser, self._tabs
        self._browser = self._control = self._tabs = None
        self.is_pressed = False
        if browser is None:
            return
        with suppress(Exception):
            async with asyncio.timeout(ANSWERING_S):
                await self.dialogs.cancel_all()
        with suppress(Exception):
            if tabs is not None and browser.is_connected():
                await tabs.remember(PARTING_S)
        with suppress(Exception):
            await browser.close()

    def _abandon(self) -> None:
        """Forget what belongs to an event loop that is over."""
        self._browser = self._control = self._tabs = self._playwright = None
        self._held, self._is_held = AsyncExitStack(), False  # the loop released its locks when it ended
        self._connecting = asyncio.Lock()
        self._loop = asyncio.get_running_loop()
