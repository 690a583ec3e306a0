"""A browser of the test's own, and the browser tools at work in it as the executor would use them."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import signal
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, Playwright

from goalwright.contracts import Tool, ToolCall
from goalwright.contracts.harm import is_harmful
from goalwright.contracts.journal import MachineLock
from goalwright.contracts.plan import Risk
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.tools.browser.browser_line import line_address
from goalwright.tools.browser.browser_tools import make_tools
from goalwright.tools.browser.page_tool import PageTool
from goalwright.tools.browser.process import is_alive
from goalwright.tools.browser.secrets import Secrets
from goalwright.tools.browser.session import Session
from goalwright.tools.services import BrowserChoices, Services
from tools.one_call import Called

T = TypeVar("T")
NOW = 1_750_000_000.0
_spare: list[Playwright] = []
"""Drivers that no desk has at the moment: starting one costs more than most tests."""


@cache
def _runner() -> asyncio.Runner:
    """The event loop of all desks, which their drivers belong to."""
    runner = asyncio.Runner()

    @atexit.register
    def end() -> None:
        for driver in _spare:
            runner.run(driver.stop())
        runner.close()

    return runner


@dataclass
class PageDesk:
    """One command after the other in one browser: `command` begins a new one, which finds all that the last left."""

    root: Path
    path: str = ""
    cdp_url: str = ""
    allowed_origins: tuple[str, ...] = ()
    allowed_schemes: tuple[str, ...] = ("http", "https")
    machine_lock: MachineLock | None = None
    secrets: Callable[[], Secrets] | None = None
    run_id: str = "run"
    calls: int = 0
    pids: set[int] = field(default_factory=set)
    tools: Mapping[str, Tool] = field(default_factory=dict)
    keeps_pictures: bool = True
    """Whether a failure keeps a picture of the page, which takes longer than the failure itself."""
    is_worn: bool = False
    """Whether the scripts of an earlier test have left their names in the tab."""

    def __post_init__(self) -> None:
        self.command()

    @property
    def choices(self) -> BrowserChoices:
        return BrowserChoices(
            path=self.path,
            cdp_url=self.cdp_url,
            folder=str(self.root / "home" / "browser"),
            downloads=str(self.root / "Downloads"),
            allowed_origins=self.allowed_origins,
            allowed_schemes=self.allowed_schemes,
        )

    def command(self, run_id: str = "") -> None:
        """Begin a new command, as if in a new process."""
        self._end_command()
        self.run_id = run_id or self.run_id
        services = Services(
            roots=AllowedRoots([self.root]),
            clock=lambda: NOW,
            machine_lock=self.machine_lock,
            browser=self.choices,
        )
        self.tools = make_tools(services, self.secrets() if self.secrets is not None else None)
        if _spare:
            self.session._playwright, self.session._loop = _spare.pop(), _runner().get_loop()

    def tool(self, name: str) -> PageTool:
        tool = self.tools[f"browsers.{name}"]
        assert isinstance(tool, PageTool)
        return tool

    @property
    def session(self) -> Session:
        return self.tool("read").session

    @property
    def pictures(self) -> Path:
        return self.root / "home" / "runs" / self.run_id / "pages"

    def run(self, work: Awaitable[T]) -> T:
        async def awaited() -> T:
            return await work

        return _runner().run(awaited())

    def call(self, name: str, *, tab: int = 0, risk: Risk | None = None, **args: Any) -> ToolCall:
        self.calls += 1
        return ToolCall(
            tool=f"browsers.{name}",
            action_id=f"a{self.calls}",
            args=args,
            run_id=self.run_id,
            risk=risk or ("high" if name == "click" and is_harmful(str(args.get("selector"))) else "low"),
            keep=str(self.root / "home" / "runs" / self.run_id / "kept") if self.keeps_pictures else "",
            touches=(f"page:{tab}",),
        )

    async def doing(self, call: ToolCall) -> Called:
        tool = self.tools[call.tool]
        before = await tool.look(call)
        result = await tool.run(call, before)
        verdict = await tool.verify(call, before)
        self._note_pid()
        return Called(tool, call, before, result.output, verdict, await tool.inverse(call, before))

    def done(self, name: str, *, tab: int = 0, risk: Risk | None = None, **args: Any) -> Called:
        return self.run(self.doing(self.call(name, tab=tab, risk=risk, **args)))

    def do(self, name: str, *, tab: int = 0, risk: Risk | None = None, **args: Any) -> Mapping[str, Any]:
        """What a tool tells after it did its work."""
        return self.done(name, tab=tab, risk=risk, **args).output

    def undo(self, done: Called) -> None:
        assert done.inverse is not None
        inverse = json.loads(json.dumps(done.inverse))
        self.run(self.tools[done.call.tool].undo(done.call, done.before, inverse))

    def show(self, body: str) -> None:
        """Make the current page this one, without going anywhere."""

        async def shown() -> None:
            page = await self.session.page(self.call("read"))
            if self.is_worn:
                await page.goto("about:blank")
                self.is_worn = False
            await page.set_content(f"<!doctype html><title>Test</title><body>{body}")

        self.run(shown())

    def evaluate(self, code: str) -> Any:
        """What a piece of code gives in the current page."""

        async def evaluated() -> Any:
            page = await self.session.page(self.call("read"))
            return await page.evaluate(code)

        return self.run(evaluated())

    def endpoint(self) -> str:
        """Where programs reach a browser that was started with a port."""
        with line_address(self.choices.folder) as address:
            return address

    def pid(self) -> int:
        record = json.loads((self.root / "home" / "browser" / "browser.json").read_text(encoding="utf-8"))
        return int(record["pid"])

    def kill(self) -> None:
        """Kill the browser as a crash would."""
        pid = self.pid()
        os.kill(pid, signal.SIGKILL)
        wait_for_end(pid)

    def close(self) -> None:
        """End the command and every browser that was started."""
        self._end_command()
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
            wait_for_end(pid)

    def _end_command(self) -> None:
        if self.tools:
            driver, self.session._playwright = self.session._playwright, None
            self.run(self.tool("read").close())
            if driver is not None:
                _spare.append(driver)
        self.tools = {}

    def _note_pid(self) -> None:
        with suppress(OSError):
            self.pids.add(self.pid())


def wait_for_end(pid: int, seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while is_alive(pid):
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)


async def one_empty_tab(desk: PageDesk) -> None:
    """Leave one empty tab, whatever was there; a tab that can be emptied costs half of a new one."""
    tabs = desk.session.tabs
    await desk.session.dialogs.cancel_all()
    desk.is_worn = True
    if len(tabs.pages) != 1 or not await _emptied(tabs.pages[0]):
        await tabs.put(desk.call("read"), await tabs.context.new_page())
        for page in tabs.pages[:-1]:
            await page.close()


EMPTY = """() => {
  document.open();
  document.close();
  window.name = '';
  for (let timer = setTimeout(() => 0); timer > 0; timer--) clearTimeout(timer);
}"""


async def _emptied(page: Page) -> bool:
    """Whether a tab could be made as good as new: nothing in it but its address, and nothing to go back to."""
    try:
        async with asyncio.timeout(2.0):
            await page.evaluate(EMPTY)
            line = await page.context.new_cdp_session(page)
            await line.send("Page.resetNavigationHistory")
            await line.detach()
    except (PlaywrightError, TimeoutError):
        return False
    return True
