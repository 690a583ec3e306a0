"""What a page asks in a box of the browser's own: alert, confirm, prompt, and "leave this page?".

An alert is noted. Leaving a page is what the action asked for, so the page may be left. A question (confirm or prompt)
stays open for the next action on the page: a click on OK or Cancel, Enter or Escape answers it, typing fills its field.
Any other action, and the end of the command, answers it with Cancel, as closing the box would.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from goalwright.dataclass import dataclass
from goalwright.errors import ToolFailure
from goalwright.language.tables import words
from goalwright.tools.browser.secret_box import is_secret
from goalwright.tools.browser.selector_arg import selector_arg

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Dialog, Page

    from goalwright.contracts import ToolCall

T = TypeVar("T")
SHOWN = 500
_KEYS = {"enter": True, "return": True, "escape": False, "esc": False}


@dataclass(slots=True)
class _Question:
    """A box that waits for its answer, and the action that it holds up."""

    dialog: Dialog
    held_up: asyncio.Task[Any] | None = None
    typed: str | None = None


class Dialogs:
    """The boxes of all pages of a browser."""

    def __init__(self) -> None:
        self._open: dict[Page, _Question] = {}
        self._told: dict[Page, list[Mapping[str, str]]] = {}
        self._asking: dict[Page, asyncio.Event] = {}
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

    async def until_done_or_asked(self, page: Page, work: Awaitable[T]) -> T | None:
        """What the work gives; None once the page asks something, which holds the work up until it is answered."""
        task = asyncio.ensure_future(work)
        asked = self._asking.setdefault(page, asyncio.Event())
        asked.clear()
        asking = asyncio.ensure_future(asked.wait())
        try:
            await asyncio.wait({task, asking}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            task.cancel()
            raise
        finally:
            asking.cancel()
        if not task.done() and page in self._open:
            self._open[page].held_up = asyncio.ensure_future(_quietly(task))
            return None
        return await task

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
        is_yes = _meaning(call)
        await self._close(page, accept=bool(is_yes))
        return None if is_yes is None else {"answered": "OK" if is_yes else "Cancel"}

    async def cancel_all(self) -> None:
        """Answer all open questions with Cancel."""
        for page in list(self._open):
            await self._close(page, accept=False)
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
            await question.held_up

    def _appeared(self, dialog: Dialog) -> None:
        page = dialog.page
        if page is not None and dialog.type in ("confirm", "prompt"):
            self._open[page] = _Question(dialog)
            self._asking.setdefault(page, asyncio.Event()).set()
            return
        if page is not None:
            self._tell(page, dialog, "OK")
        task = asyncio.ensure_future(_quietly(dialog.accept()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def question(self, page: Page) -> Mapping[str, str]:
        """The open question of a page in words."""
        dialog = self._open[page].dialog
        answer = 'open: it gets Cancel when the command ends; for OK add ", then click OK" to the command'
        return {"kind": dialog.type, "text": dialog.message[:SHOWN], "answer": answer}

    def _tell(self, page: Page, dialog: Dialog, answer: str) -> None:
        text = dialog.message or ("leave it without saving?" if dialog.type == "beforeunload" else "")
        told = {"kind": dialog.type, "text": text[:SHOWN], "answer": answer}
        self._told.setdefault(page, []).append(told)


def _meaning(call: ToolCall) -> bool | None:
    """Whether a call says yes or no to a question; None if it is about something else."""
    if call.tool == "browsers.press":
        return _KEYS.get(str(call.args["key"]).casefold())
    if call.tool != "browsers.click":
        return None
    last = selector_arg(call).last
    label = (last.name or (last.value if last.way in ("text", "label") else "")).strip().casefold()
    return True if label in words("pages", "yes") else False if label in words("pages", "no") else None


async def _quietly(work: Awaitable[Any]) -> None:
    """Let work finish; how it ends no longer matters."""
    with suppress(Exception):
        await work
