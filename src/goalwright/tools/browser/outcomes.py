"""Whether a page took what a press sent to it: a look before, one after the answer has settled, and what is new."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, urlsplit
from weakref import WeakKeyDictionary

from goalwright.errors import ToolFailure
from goalwright.language.tables import table
from goalwright.tools.browser.answer_rest import Rest
from goalwright.tools.browser.answer_words import signs
from goalwright.tools.browser.answered import Answered
from goalwright.tools.browser.browser_keys import browser_key
from goalwright.tools.browser.deed_names import is_sending
from goalwright.tools.browser.dialogs import Dialogs
from goalwright.tools.browser.doubts import doubt
from goalwright.tools.browser.loading import wait_until_loaded
from goalwright.tools.browser.own_questions import own_question
from goalwright.tools.browser.page_code import script
from goalwright.tools.browser.page_looks import Form, Note, PageLook, Pressed, read_look, read_pressed
from goalwright.tools.browser.rejections import UNREACHED_TEXT, Judgement, judge, new_notes, quoted
from goalwright.tools.browser.selector_arg import optional_selector
from goalwright.tools.browser.site_answers import PageAnswers, SiteAnswers, question

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, JSHandle, Page, Request

    from goalwright.contracts import ToolCall

MOST_S = 20.0
LOOK_S = 3.0
STIRRING_S = 0.3
"""How long a page may take to stir when something is pressed that does not look like it."""
READING_S = 3.0
UNLOADED = "the page that this led to could not be loaded"
_PAUSE_S = 0.05
_FRAMES = 30
_AT_WORK = f"the page has not answered within {MOST_S:g} s: check what became of it"
_ASKED_BEFORE = """(then) => performance.getEntriesByType('resource').filter(({ startTime, initiatorType }) =>
  startTime < then && /^(fetch|xmlhttprequest)$/.test(initiatorType)).map(({ name }) => name)"""
_ENTER = frozenset({"Enter", "NumpadEnter"})


@cache
def _watching() -> str:
    given = json.dumps({**signs(), "sending": table("outcomes")["sending"]})
    return f"(how) => ({script('watch')})({given}, {script('is_busy')}, ({script('pending')})(true), how)"


def may_send(call: ToolCall) -> bool:
    """Whether a call presses something that may send what is on the page."""
    key = browser_key(str(call.args.get("key", "Enter"))).rpartition("+")[2]
    return key in _ENTER and call.args.get("button", "left") == "left"


_begun: WeakKeyDictionary[Page, Outcome] = WeakKeyDictionary()


async def watch_again(page: Page) -> None:
    """Let what is pressed next on a page be what is judged: what was pressed so far only led to it."""
    if (outcome := _begun.get(page)) is not None:
        for watched in (outcome._watchers, outcome._presses, outcome._looks):
            watched.clear()
        await outcome.begin()


class Outcome:
    """One press and the page's answer to it. A question that the page asks in between is part of it."""

    def __init__(self, page: Page, call: ToolCall) -> None:
        selector = optional_selector(call)
        self._page = page
        self._named = selector is not None and call.tool == "browsers.click" and is_sending(selector.words())
        self._answers = SiteAnswers(page, frozenset(signs()["reads"]), READING_S)
        self._watchers: dict[Frame, JSHandle] = {}
        self._presses: dict[Frame, asyncio.Task[str | None]] = {}
        self._looks: dict[Frame, asyncio.Task[str | None]] = {}
        self._unseen: frozenset[Frame] = frozenset()
        self._began_ms = 0.0
        self._before = PageLook()
        self._pressed: Pressed | None = None
        self._form: Form | None = None
        self._passing: set[Note] = set()
        self.question = ""
        """What the page asks in a box of its own, before it does what was pressed."""
        self.is_asked_by_control = False
        """Whether it is what was pressed that asks, by what it is called now."""

    async def begin(self) -> None:
        """Watch the page before anything is pressed. Each answer that is waited for makes a click slower: only one is.

        A document tells at the moment of the press what it shows, as it may be gone after that. The others of a page
        with frames are looked at now.
        """
        _begun[self._page] = self
        frames = self._page.frames[:_FRAMES]
        self._unseen, self._began_ms = frozenset(frames[1:]), time.time() * 1_000
        await _all(self._watch(frame, is_answer=False) for frame in frames)
        for frame, watcher in self._watchers.items():
            self._presses[frame] = asyncio.ensure_future(_told(watcher, "watcher.press"))
            if len(frames) > 1:
                self._looks[frame] = asyncio.ensure_future(_told(watcher, "watcher.look()"))

    async def _watch(self, frame: Frame, *, is_answer: bool) -> JSHandle:
        how = {"isNamed": self._named, "isAnswer": is_answer}
        self._watchers[frame] = await frame.evaluate_handle(_watching(), how)
        return self._watchers[frame]

    def end(self) -> None:
        """Stop watching; what watches in the page ends by itself."""
        self._answers.stop()
        for task in (*self._presses.values(), *self._looks.values()):
            task.cancel()

    async def settle(self, page: Page, dialogs: Dialogs) -> None:
        """Wait until the page has answered what was sent, if something was; ToolFailure if it was turned away."""
        await self._note_press()
        self._page = page  # what was pressed may have opened another one
        if not self._is_sending():
            if self._answer.is_lost:
                raise ToolFailure(UNLOADED)
            await self._need_effect()
            return
        self._form = self._sent_form()
        clock = asyncio.get_running_loop().time
        end, rest = clock() + MOST_S, Rest()
        while not page.is_closed() and not dialogs.is_asking(page):
            await wait_until_loaded(page, "domcontentloaded", max(end - clock(), _PAUSE_S))
            if self._answer.is_lost:  # the browser shows a page of its own
                raise ToolFailure(f"not accepted: {UNREACHED_TEXT}")
            is_late = clock() >= end
            if not is_late and not self._answers.is_quiet(page):
                await asyncio.sleep(_PAUSE_S)
                continue
            look = await self._looked()
            seen = self._seen(look, dialogs, await self._answers.data(page), await self._usual())
            judged = judge(seen)
            self._passing |= set(new_notes(seen))
            rest.note(look, self._answer.last_s, judged.problem)
            left_ms = self._left_ms(look, judged, rest)
            is_at_work = not self._answers.is_quiet(page) or (look.is_busy and not self._before.is_busy)
            if judged.problem and (is_late or (not is_at_work and left_ms <= 0)):
                raise ToolFailure(f"not accepted: {judged.problem}")
            if is_late and (is_at_work or not look.born_ms):  # or it cannot be seen at all
                raise ToolFailure(_AT_WORK)
            if is_late or (not is_at_work and left_ms <= 0):
                self.question = own_question(seen)
                self.is_asked_by_control = "" != look.control != seen.control and look.control in self.question
                is_told = self.question or dialogs.is_declined(page)
                if not is_told and (why := doubt(seen, judged)):
                    raise ToolFailure(f"not confirmed: {why}")
                return
            await asyncio.sleep(_PAUSE_S if is_at_work else max(left_ms / 1_000, _PAUSE_S))

    async def _need_effect(self) -> None:
        """ToolFailure if what was pressed is no more than a text, and the page did not stir."""
        if self._pressed is None or not self._pressed.is_idle:
            return
        await asyncio.sleep(STIRRING_S)
        told = [await _told(watcher, "watcher.hasStirred()") for watcher in self._watchers.values()]
        if told and set(told) == {"false"} and not self._answer.asked and not self._answer.last_s:
            raise ToolFailure(f"{quoted(self._pressed.name)} is a text that does nothing when it is clicked")

    async def control(self) -> ElementHandle | None:
        """What was pressed, if it is still there."""
        handles = await _all(each.evaluate_handle("(watcher) => watcher.control()") for each in self._watchers.values())
        return next((found for handle in handles if (found := handle.as_element()) is not None), None)

    @property
    def deed(self) -> str:
        """What the pressed control does by its name."""
        return "" if self._pressed is None else self._pressed.deed or self._pressed.name

    @property
    def is_lost(self) -> bool:
        """Whether the connection broke, or was not allowed, on the way to another page."""
        return self._answer.is_lost

    @property
    def _answer(self) -> PageAnswers:
        return self._answers.of(self._page)

    async def _note_press(self) -> None:
        """Learn what was pressed, and what the documents showed at that moment, those that are gone by now too."""
        shown = {frame: json.loads(text) for frame, text in await _all(map(_paired, self._looks.items())) if text}
        pressed = [(frame, task.result()) for frame, task in self._presses.items() if task.done()]
        told = [(frame, json.loads(text)) for frame, text in pressed if text]
        if not any(each["maySend"] for _, each in told):  # it may have sent something all the same
            asked = ((frame, _told(watcher, "watcher.told()")) for frame, watcher in self._watchers.items())
            told += [(frame, json.loads(text)) for frame, text in await _all(map(_paired, asked)) if text]
        for frame, each in told:
            self._pressed = read_pressed(each)
            shown |= {frame: each["before"]} if each["before"] else {}
        self._unseen -= shown.keys()
        if shown:
            self._before = read_look(shown.values())
        elif self._pressed is not None:
            self._before = PageLook(forms=(self._pressed.form,))

    def _is_sending(self) -> bool:
        pressed = self._pressed
        if self._named or (pressed is not None and (pressed.may_send or pressed.is_sent)):
            return True
        return self._answer.is_writing or any(self._form_in(request) is not None for request in self._answer.asked)

    def _form_in(self, request: Request) -> Form | None:
        """The form whose fields are in the address that was asked for."""
        asked = {name for name, _ in parse_qsl(urlsplit(request.url).query, keep_blank_values=True)}
        return next((form for form in self._forms_at(request) if asked & form.fields.keys()), None)

    def _forms_at(self, request: Request) -> list[Form]:
        place = request.url.partition("?")[0]
        return [form for form in self._before.forms if form.action.partition("?")[0].partition("#")[0] == place]

    def _sent_form(self) -> Form | None:
        asked = self._answer.asked
        posting = [form for each in asked for form in self._forms_at(each) if form.method == each.method.lower()]
        if self._pressed is not None and (self._pressed.form.fields or not posting):
            return self._pressed.form
        filled = [form for form in self._before.forms if form.passwords or any(form.fields.values())]
        return next(iter([*posting, *filled]), None)

    async def _looked(self) -> PageLook:
        frames = self._page.frames[:_FRAMES]
        seen = await _all(_paired((frame, self._seen_in(frame))) for frame in frames)
        return read_look(look for frame, look in seen if self._is_comparable(frame, look))

    def _is_comparable(self, frame: Frame, look: Mapping[str, Any]) -> bool:
        """Whether what is new in a frame can be told: not if it hung before the press and has the same page."""
        return frame not in self._unseen or float(look["born"]) > self._began_ms

    async def _seen_in(self, frame: Frame) -> Mapping[str, Any]:
        watcher = self._watchers.get(frame)
        if watcher is None or (seen := await _told(watcher, "watcher.look()")) is None:  # another document is there
            seen = await (await self._watch(frame, is_answer=True)).evaluate("(watcher) => watcher.look()")
        return cast("Mapping[str, Any]", json.loads(seen))

    async def _usual(self) -> frozenset[str]:
        """What the page had asked its site for before the press; found out only where it could matter."""
        if not self._answer.failed_read():
            return frozenset()
        asked = await _all([self._page.evaluate(_ASKED_BEFORE, self._before.now_ms)])
        return frozenset(question(url) for urls in asked for url in urls)

    def _seen(self, look: PageLook, dialogs: Dialogs, data: str, usual: frozenset[str]) -> Answered:
        answers = self._answer
        return Answered(
            before=self._before,
            after=look,
            form=self._form,
            control=self._pressed.name if self._pressed is not None else "",
            failed_write=answers.failed_write,
            failed_read=answers.failed_read(usual),
            data=data,
            alerts=dialogs.alerts(self._page),
            is_stuck=look.is_stuck and not answers.last_s,
            deed=self._pressed.deed if self._pressed is not None else "",
            is_made=answers.is_made,
            is_led_on=answers.is_led_on,
            is_written=answers.is_writing,
            passing=tuple(self._passing),
        )

    def _left_ms(self, look: PageLook, judged: Judgement, rest: Rest) -> float:
        """How long to wait for more: while the form is still there, the answer may yet come."""
        is_here = any(self._form is not None and form.is_like(self._form) for form in look.forms)
        is_asking = self._answer.sent is not None and self._answer.sent.method == "GET"
        is_left = look.born_ms != self._before.born_ms and not is_here
        is_silent = (
            not is_left and not look.is_changed and not self._answer.last_s
        )  # nothing at all was seen of it so far
        is_unanswered = (is_here or is_silent) and not is_asking and not judged.is_answered
        return rest.left_ms(look, judged, is_here=is_unanswered, is_left=is_left)


async def _told(watcher: JSHandle, asked: str) -> str | None:
    """What a watcher tells; nothing if its document is gone."""
    from playwright.async_api import Error

    with suppress(Error):
        return cast("str | None", await watcher.evaluate(f"(watcher) => {asked}"))
    return None


async def _paired(pair: tuple[Frame, Awaitable[Any]]) -> tuple[Frame, Any]:
    return pair[0], await pair[1]


async def _all(asked: Iterable[Any]) -> list[Any]:
    """What can be had in time of what is asked of frames, in their order."""
    from playwright.async_api import Error

    async def had(each: Awaitable[Any]) -> list[Any]:
        with suppress(Error, TimeoutError):  # frames come and go, and one may hang
            return [await asyncio.wait_for(each, LOOK_S)]
        return []

    return [given for each in await asyncio.gather(*map(had, asked)) for given in each]
