"""PageTool: a tool that works in a page of the browser."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Container, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from goalwright.contracts import Fact, ToolCall, ToolResult, Verdict
from goalwright.contracts.frozen import EMPTY
from goalwright.dataclass import dataclass, replace
from goalwright.disk.written_file import WrittenFile
from goalwright.errors import ToolFailure
from goalwright.tools.browser.aftermath import acts_now, has_acted, soon_s, until_over
from goalwright.tools.browser.downloads import until_offered
from goalwright.tools.browser.element_reasons import element_reason
from goalwright.tools.browser.failure_pictures import keep_picture, picture_file
from goalwright.tools.browser.halting import stop_loading
from goalwright.tools.browser.loading import is_no_page, wait_until_loaded
from goalwright.tools.browser.locating import is_sought
from goalwright.tools.browser.outcomes import UNLOADED, Outcome, may_send
from goalwright.tools.browser.own_answers import answered_yes
from goalwright.tools.browser.page_failures import CRASHED, GONE, plain
from goalwright.tools.browser.pressing_again import pressed_again
from goalwright.tools.browser.rejections import quoted
from goalwright.tools.browser.secrets import Secrets
from goalwright.tools.browser.selector_arg import optional_selector
from goalwright.tools.browser.session import Session

if TYPE_CHECKING:
    from playwright.async_api import Download, Page

Output: TypeAlias = Mapping[str, Any]
Act: TypeAlias = "Callable[..., Awaitable[Output]]"
"""Given the page and the call; one that writes a file also what that was before."""
Check: TypeAlias = "Callable[[Page, ToolCall], Awaitable[Verdict]]"
Invert: TypeAlias = "Callable[[ToolCall, Output], Awaitable[Output | None]]"
Receive: TypeAlias = "Callable[[Download, ToolCall], Awaitable[Output]]"
TakeBack: TypeAlias = "Callable[[ToolCall, Output, Output], Awaitable[None]]"

SETTLING_S = 10.0
GRACE_S = 0.5
RECEIVING_S = 30.0
_AFTER_S = 0.03


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTool:
    """A Tool whose `act` works in the page that the plan gave to the call; what it returns is the result's output.

    One that `starts` opens the browser and the page if need be, one for `any_state` also works where a page has
    crashed, one that `closes` presses something, which may close the page or download a file: the file is given to
    `receive`. One that `changes` leaves the page other than its address gives it, one that `looks` does not. Without
    `check` the effect is unobservable, without `invert` and `take_back` it cannot be undone. What a page says in boxes,
    and what the user should know about the browser, is part of the output. A failure keeps a picture and an outline of
    the page in the run's folder. What `may_revert` is checked after the page's short timers. One that writes a
    `file` is given what that was before, beside the call.
    """

    session: Session
    secrets: Secrets
    act: Act
    check: Check | None = None
    invert: Invert | None = None
    take_back: TakeBack | None = None
    receive: Receive | None = None
    print_of: Callable[[str], str] | None = None
    file: WrittenFile | None = None
    starts: bool = False
    any_state: bool = False
    closes: bool = False
    changes: bool = False
    looks: bool = False
    may_revert: bool = False

    def resources(self, call: ToolCall) -> tuple[str, ...]:  # noqa: ARG002  # the port's own
        return ()

    def facts(self, call: ToolCall) -> tuple[Fact, ...]:  # noqa: ARG002  # the port's own
        return ()

    async def fingerprint(self, resource: str, apart: Container[str] = ()) -> str:  # noqa: ARG002  # the port's own
        print_of = self.file.print_of if self.file is not None else self.print_of
        return "" if print_of is None else await asyncio.to_thread(print_of, resource)

    async def look(self, call: ToolCall) -> Output:
        page = await self.session.seen(call)
        there = EMPTY if self.file is None else await asyncio.to_thread(self.file.look, call)
        return there if page is None else {**there, "url": self.secrets.hidden(page.url)}

    async def run(self, call: ToolCall, before: Output) -> ToolResult:
        from playwright.async_api import Error

        if self.file is not None:
            return await replace(self, act=partial(self.act, before=before), file=None).run(call, before)
        page = await self.session.page(call, start=self.starts, any_state=self.any_state)
        url = page.url
        try:
            output = await self._acted(page, call)
            if self.looks and not self.session.is_connected:  # what is not there any more shows nothing
                raise ToolFailure(GONE)
        except Error as error:
            gone = not self.session.is_connected
            failure = plain(error, is_browser_gone=gone, url=str(call.args.get("url", "")))
            raise await self._kept(page, call, failure) from None
        except ToolFailure as failure:
            raise await self._kept(page, call, failure) from None
        except asyncio.CancelledError:
            await stop_loading(page, GRACE_S)  # a page that loads forever keeps the next command out
            raise
        finally:
            if (self.closes or self.changes) and self.session.is_connected:
                await self.session.tabs.note_change(page, is_changed=page.url == url)
        return ToolResult(ok=True, output=self.secrets.hidden_in(output))

    async def verify(self, call: ToolCall, before: Output) -> Verdict:
        from playwright.async_api import Error

        if self.file is not None:
            return await asyncio.to_thread(self.file.verify, call, before)
        page = await self.session.seen(call) if self.check is not None else None
        if self.check is None or page is None:
            return "unobservable" if self.check is None else "no"
        if self.session.dialogs.is_asking(page):
            return "unobservable"
        try:
            return await self._lasting(page, self.check, call)
        except Error:
            return "unobservable"  # the page has moved on, or is gone

    async def _lasting(self, page: Page, check: Check, call: ToolCall) -> Verdict:
        """What a check says, after the timers that a page sets when something is chosen.

        The check comes after the question for timers: one that goes off between the two would not be seen.
        """
        if self.may_revert and (left_s := await soon_s(page)) > 0:
            await asyncio.sleep(left_s + _AFTER_S)
        return await check(page, self.secrets.spoken(call))

    async def inverse(self, call: ToolCall, before: Output) -> Output | None:
        if self.file is not None:
            return await asyncio.to_thread(self.file.inverse, call, before)
        return None if self.invert is None else await self.invert(call, before)

    async def undo(self, call: ToolCall, before: Output, inverse: Output) -> None:
        if self.file is not None:
            await asyncio.to_thread(self.file.take_back, call, before, inverse)
        elif self.take_back is not None:
            await self.take_back(call, before, inverse)

    async def reason(self, call: ToolCall, purpose: str) -> str:
        """Which element of the page as it is now the call means, and why; nothing if no page is open."""
        from playwright.async_api import Error

        with suppress(Error, ToolFailure):
            page, selector = await self.session.seen(call), optional_selector(call)
            if page is not None and selector is not None and not self.session.dialogs.is_asking(page):
                return self.secrets.hidden(await element_reason(page, selector, purpose))
        return ""

    async def close(self) -> None:
        """Disconnect from the browser, which lives on."""
        await self.session.close()

    async def _acted(self, page: Page, call: ToolCall) -> Output:
        dialogs = self.session.dialogs
        before, turned_away = page.url, len(self.session.guard.turned_away)
        answered = await self._answered(page, call)
        if answered is None:
            await wait_until_loaded(page, "domcontentloaded", SETTLING_S)
            await self._watch(page, call)
            answered = await self._until_lost(page, self._done_or_asked(page, call))
        output: dict[str, Any] = dict(answered or {})
        if not dialogs.is_asking(page):
            await self._settled(call, before, turned_away)
            await self._judged(page, call, turned_away)
        if dialogs.is_asking(page) and not await dialogs.granted(page, call):
            question = dialogs.question(page)
            if call.is_last:  # nothing more comes that could answer it
                await dialogs.cancel(page)
                advice = question["answer"].partition("; ")[2]
                raise ToolFailure(f"the page asks {question['text']!r} and got Cancel: {advice}")
            output["dialogs"] = [*dialogs.told(page), question]
        else:
            output |= await self._received(call, before)
            if told := dialogs.told(page):
                output["dialogs"] = told
        if notes := self.session.notes():
            output["note"] = "; ".join(notes)
        return output

    async def _watch(self, page: Page, call: ToolCall) -> None:
        """Look at the page before something is pressed that may send what is on it."""
        outcomes = self.session.outcomes
        if (unanswered := outcomes.pop(page, None)) is not None:
            unanswered.end()
        if self.closes and may_send(call):
            outcomes[page] = Outcome(page, call)
            await outcomes[page].begin()

    async def _judged(self, page: Page, call: ToolCall, turned_away: int) -> None:
        """Wait for the page's answer to what was sent; ToolFailure if it was turned away. A question keeps it open."""
        outcome = self.session.outcomes.get(page)
        if outcome is None:
            return
        dialogs, here = self.session.dialogs, self.session.tabs.current(call) if self.session.is_connected else None
        try:
            if here is not None and not self.session.tabs.offers:
                await dialogs.until_done_or_asked(here, outcome.settle(here, dialogs))
                outcome = await pressed_again(self.session, here, call, outcome)
                outcome = await answered_yes(self.session, here, call, outcome)
            if outcome.question and call.is_last:  # what comes in the same command would answer it
                raise ToolFailure(f"the page asks {quoted(outcome.question)} first: click what answers it")
        except ToolFailure as failure:
            if outcome.is_lost and (why := self._not_allowed(turned_away)):
                raise ToolFailure(f"{UNLOADED}{why}") from failure
            raise
        finally:
            if not dialogs.is_asking(page):
                del self.session.outcomes[page]
                outcome.end()

    async def _answered(self, page: Page, call: ToolCall) -> Output | None:
        """How the call answers what the page asks, maybe only once it is through with what was done before."""
        dialogs = self.session.dialogs
        if not self.any_state and not dialogs.is_asking(page):
            is_waiting = call.tool == "browsers.wait" and call.args.get("state") != "hidden"  # it looks on its own
            is_look = (self.looks and not is_waiting) or dialogs.is_answer(call)
            await dialogs.until_done_or_asked(page, until_over(page, is_look=is_look))
        asked = dialogs.question(page) if dialogs.is_asking(page) else None
        answered = await dialogs.answer(page, call)
        if asked and answered is None and (not self.looks or asked["kind"] == "beforeunload"):
            raise ToolFailure(f"the page asked {asked['text']!r} and got Cancel: answer it first")
        return answered

    async def _done_or_asked(self, page: Page, call: ToolCall) -> Output | None:
        asked = self.session.dialogs.until_found_or_asked
        if self.looks:
            return await asked(page, call, self.act(page, call), lambda: False)
        acts_now(page)
        try:
            return await asked(page, call, self.act(page, call), lambda: not is_sought(page))
        finally:
            has_acted(page, is_timed=self.closes or self.changes, run_id=call.run_id)

    async def _until_lost(self, page: Page, work: Coroutine[Any, Any, Output | None]) -> Output | None:
        """What the work gives, unless the page closes, crashes or goes with its browser meanwhile.

        A click or a key that closes its own page has done what it was to do.
        """
        if self.any_state:
            return await work
        doing = asyncio.ensure_future(work)
        lost = asyncio.ensure_future(self.session.tabs.lost(page).wait())
        try:
            await asyncio.wait({doing, lost}, return_when=asyncio.FIRST_COMPLETED)
            if lost.done():
                await asyncio.wait({doing}, timeout=GRACE_S)
            if doing.done() and (doing.exception() is None or not page.is_closed()):
                return doing.result()
        finally:
            lost.cancel()
            doing.cancel()
        if page.is_closed() and self.session.is_connected and self.closes:
            return {"page": "closed"}
        raise ToolFailure(self._loss(page))

    def _loss(self, page: Page) -> str:
        if not self.session.is_connected:
            return GONE
        return CRASHED if self.session.tabs.is_crashed(page) else "the page was closed meanwhile: open it again"

    async def _settled(self, call: ToolCall, before: str, turned_away: int) -> None:
        """Wait until the page that the call led to can be worked with; ToolFailure if it could not be loaded."""
        if not self.session.is_connected:
            return
        await self.session.tabs.settle(may_open=self.closes)
        page = self.session.tabs.current(call)
        if page is None or self.session.dialogs.is_asking(page):
            return
        await wait_until_loaded(page, "domcontentloaded", SETTLING_S)
        if is_no_page(page) and page.url != before:
            raise ToolFailure(f"{UNLOADED}{self._not_allowed(turned_away)}")

    def _not_allowed(self, turned_away: int) -> str:
        """Which origin was turned away since there were so many: the true reason why a page could not be reached."""
        origins = self.session.guard.turned_away[turned_away:]
        return f": {origins[-1]} is not among the allowed origins" if origins else ""

    async def _received(self, call: ToolCall, before: str) -> Output:
        """What the page had the browser download since something was pressed on it, put away."""
        if not self.session.is_connected:
            return EMPTY
        tabs = self.session.tabs
        self.session.is_pressed |= self.closes
        if self.closes and call.is_last and (page := tabs.current(call)) and page.url == before:
            await until_offered(tabs.offers)
        offers, tabs.offers[:] = list(tabs.offers), ()
        if not offers or self.receive is None or not self.session.is_pressed:
            return EMPTY
        try:
            async with asyncio.timeout(RECEIVING_S):
                return await self.receive(offers[0], call)
        except (TimeoutError, ToolFailure) as problem:
            why = problem.problem if isinstance(problem, ToolFailure) else "it takes long"
            return {"problem": f'a download began and was not kept ({why}): say "download" and its name'}

    async def _kept(self, page: Page, call: ToolCall, failure: ToolFailure) -> ToolFailure:
        """The failure, naming the picture of the page that is kept."""
        problem = self.secrets.hidden(failure.problem)
        if call.keep and await self.keep(page, call):
            problem = f"{problem} (`goalwright show` has a picture of the page)"
        return ToolFailure(problem, is_transient=failure.is_transient)

    async def keep(self, page: Page, call: ToolCall) -> str:
        """A picture and an outline of the page in the run's folder; where the picture is, nothing if there is none."""
        if page.is_closed() or self.session.dialogs.is_asking(page) or self.session.tabs.is_crashed(page):
            return ""
        return await keep_picture(page, picture_file(call), self.secrets)
