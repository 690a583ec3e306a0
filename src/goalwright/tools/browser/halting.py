"""Stopping pages that load or compute forever, without Playwright, which cannot connect to a browser with one."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Set
from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.named_tuple import NamedTuple
from goalwright.tools.browser.dialogs import LEAVING
from goalwright.tools.browser.open_boxes import CANCEL_BOXES

if TYPE_CHECKING:
    from playwright.async_api import Page

    from goalwright.tools.browser.browser_line import BrowserLine

HALT_S = 2.0
BOX_S = 1.0
BUSY_S = 5.0
"""How long a page may go without an answer before its loading is stopped, and then before it is closed."""
_STOPPED = "a page that kept loading was stopped"
_BOXED = "a box that a page had open was answered with Cancel"
_SAID = "a page had said {text!r} in a box"
_ASKED = "a page had asked {text!r} and got Cancel"
_SHOWN = 200
_MOST_BOXES = 10
_CLOSED = "a page that no longer answered was closed"
_VISIBILITY = "document.visibilityState"


class Halted(NamedTuple):
    """What was done, in words, and the names of the pages that are left, those in front first."""

    notes: list[str]
    pages: list[str]


async def stop_loading(page: Page, patience_s: float = HALT_S) -> None:
    """Stop loading a page; what is there of it stays."""
    with suppress(Exception):  # a page that is gone waits for nothing
        async with asyncio.timeout(patience_s):
            control = await page.context.new_cdp_session(page)
            await control.send("Page.stopLoading")
            await control.detach()


async def stop_the_busy(line: BrowserLine, *, is_patient: bool = True) -> Halted:
    """Stop those pages of our browser that do not answer, or all of them if we are not patient.

    One that does not may have a box open, which came when no command was there to see it: that gets Cancel, and the
    page stays as it is. One whose own code keeps it from answering is closed, as a person would do. Where all answer it
    takes milliseconds.
    """
    boxes = _cancelled(line)
    pages = await _attached(line)
    seen = await _shown(line, pages, BOX_S) if is_patient else {}
    if is_patient and (silent := pages.keys() - seen.keys()):
        more, answering = await _unboxed(line, pages, silent)
        boxes += more
        seen |= answering
    late = pages.keys() - seen.keys()
    for session in late:
        line.say("Page.stopLoading", session)
    stopped = await _shown(line, late, BUSY_S if is_patient else HALT_S)
    closed = late - stopped.keys()
    for session in closed:
        line.say("Page.close", session)
    await line.until(lambda: closed <= line.gone, HALT_S)
    notes = [*boxes, *(note for note, done in ((_CLOSED, closed), (_STOPPED, stopped)) if done)]
    seen |= stopped
    return Halted(notes, [pages[session] for session in sorted(seen, key=lambda session: seen[session] != "visible")])


async def _attached(line: BrowserLine) -> dict[str, str]:
    """The names of all pages by sessions with them."""
    asked = {
        line.say("Target.attachToTarget", targetId=page["targetId"], flatten=True): page["targetId"]
        for page in line.pages() or ()
    }
    await line.until(lambda: asked.keys() <= line.answers.keys(), HALT_S)
    results = {name: line.answers.get(number, {}).get("result") for number, name in asked.items()}
    return {result["sessionId"]: name for name, result in results.items() if result}  # a page may be gone by now


async def _unboxed(line: BrowserLine, pages: Mapping[str, str], silent: Set[str]) -> tuple[list[str], dict[str, str]]:
    """Answer what silent pages ask, one thing after the other: what that was, and those of them that answer now."""
    boxes: list[str] = []
    seen: dict[str, str] = {}
    if not line.pids:
        await _hide_for_a_moment(line, pages)
    while len(boxes) < _MOST_BOXES and (more := _cancelled(line)):
        boxes += more
        seen |= await _shown(line, silent - seen.keys(), BOX_S)
    seen |= await _shown(line, silent - seen.keys(), BUSY_S)
    return [_BOXED] if seen and not line.pids else boxes, seen


def _cancelled(line: BrowserLine) -> list[str]:
    """Have the keeper, if there is one, answer open boxes with Cancel: what they said, in words."""
    boxes = (line.ask(CANCEL_BOXES) or {"boxes": ()})["boxes"]
    return [
        (_SAID if box["kind"] == "alert" else _ASKED).format(
            text=(LEAVING if box["kind"] == "beforeunload" else box["text"])[:_SHOWN]
        )
        for box in boxes
    ]


async def _hide_for_a_moment(line: BrowserLine, pages: Mapping[str, str]) -> None:
    """Show another tab for a moment: the boxes of a tab that goes out of sight get Cancel.

    Without a keeper, a box that came before a client was there cannot be answered in any other way.
    """
    opened = line.say("Target.createTarget", url="about:blank")
    await line.until(lambda: opened in line.answers, HALT_S)
    made = line.answers.get(opened, {}).get("result", {}).get("targetId")
    if made is None:
        return
    closed = line.say("Target.closeTarget", targetId=made)
    for name in list(pages.values())[:1]:  # the one that was in front
        closed = line.say("Target.activateTarget", targetId=name)
    await line.until(lambda: closed in line.answers, HALT_S)


async def _shown(line: BrowserLine, sessions: Collection[str], patience_s: float) -> dict[str, str]:
    """Whether each page is shown, as it says; only of those that answer within that time."""
    asked = {line.say("Runtime.evaluate", session, expression=_VISIBILITY): session for session in sessions}
    await line.until(lambda: all(number in line.answers or asked[number] in line.gone for number in asked), patience_s)
    return {
        session: str(line.answers[number].get("result", {}).get("result", {}).get("value"))
        for number, session in asked.items()
        if number in line.answers
    }
