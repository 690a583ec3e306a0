"""What a page asks in a box of the browser's own: alert, confirm, prompt, and "leave this page?".

An alert is noted. A question stays open for the next action on the page: a click on OK or Cancel, Enter or Escape
answers it, typing fills its field. Any other action, and the end of the command, answers it with Cancel, as closing the
box would. Where logging out was said, "really?" gets OK. A yes to what cannot be taken back, and to leaving unsaved
work, counts only if that was approved: if the call, or the one that led to the question, is of high risk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from goalwright.contracts.harm import harm_in, harm_of
from goalwright.dataclass import dataclass
from goalwright.errors import ToolFailure
from goalwright.language.tables import table, words
from goalwright.tools.browser.secret_box import is_secret
from goalwright.tools.browser.selector_arg import selector_arg

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Dialog, Page

    from goalwright.contracts import ToolCall

T = TypeVar("T")
SHOWN = 500
LEAVING = "leave it without saving?"
_KEYS = {"enter": True, "return": True, "escape": False, "esc": False}


@dataclass(slots=True)
class _Question:
    """A box that waits for its answer, and the action that it holds up."""

    dialog: Dialog
    is_approved: bool = False
    held_up: asyncio.Task[Any] | None = None
    typed: str | None = None

    @property
    def text(self) -> str:
        return self.dialog.message or (LEAVING if self.dialog.type == "beforeunload" else "")

    @property
    def harm(self) -> str:
        """What a yes does that cannot be taken back."""
        return "leaves" if self.dialog.type == "beforeunload" else harm_in(self.dialog.message)


class Dialogs:
    """The boxes of all pages of a browser."""

    def __init__(self) -> None:
        self._open: dict[Page, _Question] = {}
        self._told: dict[Page, list[Mapping[str, str]]] = {}
        self._asking: dict[Page, asyncio.Event] = {}
        self._approved: dict[Page, bool] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def watch(self, context: BrowserContext) -> None:
        """Handle every box from now on."""
        context.on("dialog", self._appeared)

    def is_asking(self, page: Page) -> bool:
        """Whether a question is open on the page: nothing else can be done or seen there."""
        return page in self._open

    def told(self, page: Page) -> list[Mapping[str, str]]:
        """What the page said in boxes, since the last call."""
        return self._told.pop(page, [])

    def alerts(self, page: Page) -> list[str]:
        """What the page said in boxes that ask nothing, and was not told yet."""
        return [told["text"] for told in self._told.get(page, ()) if told["kind"] == "alert"]

    def is_declined(self, page: Page) -> bool:
        """Whether a question of the page got Cancel, which was not told yet: nothing is done then, as was said."""
        return any(told["answer"] == "Cancel" for told in self._told.get(page, ()))

    async def until_done_or_asked(self, page: Page, work: Awaitable[T]) -> T | None:
        """What the work gives; None once the page asks something, which holds the work up until it is answered."""
        task = asyncio.ensure_future(work)
        if await self._is_asked_first(page, task):
            self._open[page].held_up = asyncio.ensure_future(_quietly(task))
            return None
        return await task

    async def until_found_or_asked(
        self, page: Page, call: ToolCall, work: Awaitable[Mapping[str, Any]], is_begun: Callable[[], bool]
    ) -> Mapping[str, Any] | None:
        """What the work of a call gives; None once the page asks something because of it.

        What the page asks before the work has begun is of an earlier action: the call answers it, or it gets Cancel and
        the work goes on.
        """
        self._approved[page] = call.risk == "high"
        task = asyncio.ensure_future(work)
        while await self._is_asked_first(page, task):
            if is_begun():
                if await self.granted(page, call):
                    continue
                self._open[page].held_up = asyncio.ensure_future(_quietly(task))
                return None
            if _meaning(call, self._open[page].harm) is not None:
                task.cancel()
                await asyncio.wait({task})
            if (answered := await self.answer(page, call)) is not None:
                return answered
        return await task

    async def _is_asked_first(self, page: Page, task: asyncio.Task[Any]) -> bool:
        """Whether the page asks something before the task is done."""
        asked = self._asking.setdefault(page, asyncio.Event())
        if page not in self._open:
            asked.clear()
        asking = asyncio.ensure_future(asked.wait())
        try:
            await asyncio.wait({task, asking}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            task.cancel()
            raise
        finally:
            asking.cancel()
        return not task.done() and page in self._open

    async def answer(self, page: Page, call: ToolCall) -> Mapping[str, Any] | None:
        """Answer the open question with the call; None if there is none, or the call is about something else."""
        question = self._open.get(page)
        if question is None:
            return None
        if call.tool == "browsers.type" and question.dialog.type == "prompt" and "selector" not in call.args:
            if is_secret(call):
                raise ToolFailure("secrets are typed into pages only, never into a box of the browser")
            question.typed = str(call.args["text"])
            return {"typed": len(question.typed)}
        is_yes = _meaning(call, question.harm)
        if is_yes and question.harm and not (question.is_approved or call.risk == "high"):
            await self._close(page, accept=False)
            name = table("pages")["harm"][question.harm][0].capitalize()
            told = f'the page asks {question.text[:SHOWN]!r} and got Cancel: for a yes say "click {name}"'
            raise ToolFailure(f"{told}, which is asked for approval")
        await self._close(page, accept=bool(is_yes))
        return None if is_yes is None else {"answered": "OK" if is_yes else "Cancel"}

    async def granted(self, page: Page, call: ToolCall) -> bool:
        """Answer OK where the page only asks whether what the call is about is really wanted; whether that was so."""
        question = self._open[page]
        if not _is_asked_for(call, question):
            return False
        await self._close(page, accept=True)
        return True

    async def cancel(self, page: Page) -> None:
        """Answer the open question of a page with Cancel."""
        await self._close(page, accept=False)

    async def cancel_all(self) -> None:
        """Answer all open questions with Cancel."""
        for page in list(self._open):
            await self.cancel(page)
        for task in list(self._tasks):
            with suppress(Exception):
                await task

    async def _close(self, page: Page, *, accept: bool) -> None:
        question = self._open.pop(page)
        with suppress(Exception):  # the page may be gone, and its question with it
            if accept:
                await question.dialog.accept(question.typed or question.dialog.default_value or "")
            else:
                await question.dialog.dismiss()
        self._tell(page, question.dialog, "OK" if accept else "Cancel")
        if question.held_up is not None:
            if question.dialog.type == "beforeunload" and not accept:
                question.held_up.cancel()  # the page that it waits for never comes
            await asyncio.wait({question.held_up})

    def _appeared(self, dialog: Dialog) -> None:
        page = dialog.page
        if page is not None and dialog.type != "alert":
            self._open[page] = _Question(dialog, self._approved.get(page, False))
            self._asking.setdefault(page, asyncio.Event()).set()
            return
        if page is not None:
            self._tell(page, dialog, "OK")
        task = asyncio.ensure_future(_quietly(dialog.accept()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def is_answer(self, call: ToolCall) -> bool:
        """Whether a call may be meant for a question, which may still be about to come."""
        return _meaning(call) is not None

    def question(self, page: Page) -> Mapping[str, str]:
        """The open question of a page in words."""
        question = self._open[page]
        yes = "Leave" if question.harm == "leaves" else "OK"
        answer = f'open: it gets Cancel when the command ends; for {yes} add ", then click {yes}" to the command'
        return {"kind": question.dialog.type, "text": question.text[:SHOWN], "answer": answer}

    def _tell(self, page: Page, dialog: Dialog, answer: str) -> None:
        told = {"kind": dialog.type, "text": _Question(dialog).text[:SHOWN], "answer": answer}
        self._told.setdefault(page, []).append(told)


def _meaning(call: ToolCall, harm: str = "") -> bool | None:
    """Whether a call says yes or no to a question, or to what it does; None if it is about something else."""
    if call.tool == "browsers.press" and "selector" not in call.args:  # a box has no fields that are named
        return _KEYS.get(str(call.args["key"]).casefold())
    if call.tool != "browsers.click":
        return None
    last = selector_arg(call).last
    label = (last.name or (last.value if last.way in ("text", "label") else "")).strip().casefold()
    if harm and harm_of(label) == harm:
        return True
    return True if label in words("pages", "yes") else False if label in words("pages", "no") else None


def _is_asked_for(call: ToolCall, question: _Question) -> bool:
    """Whether a question asks for logging out, which the call says, and for nothing else that would be lost by it."""
    if call.tool != "browsers.click" or question.dialog.type != "confirm" or question.harm:
        return False
    last, said = selector_arg(call).last, question.dialog.message.casefold()
    names = next((names for names in table("pages")["same"] if last.value in names), ())
    is_same = last.way == "login" and any(name in said for name in names)
    return is_same and not any(word in said for word in words("pages", "losing"))


async def _quietly(work: Awaitable[Any]) -> None:
    """Let work finish; how it ends no longer matters."""
    with suppress(Exception):
        await work
