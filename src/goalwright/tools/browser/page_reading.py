"""Looking at a page: its text, where a text is on it, its picture, and waiting for something to be seen."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goalwright.contracts import Before, ToolCall
from goalwright.contracts.selector import Selector
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.disk.written_file import WrittenFile
from goalwright.errors import ToolFailure
from goalwright.tools.browser.aftermath import since_acted_s
from goalwright.tools.browser.failure_pictures import picture_file
from goalwright.tools.browser.loading import wait_until_loaded
from goalwright.tools.browser.locating import find_one, look_at, look_at_all
from goalwright.tools.browser.page_code import script
from goalwright.tools.browser.page_measures import measured
from goalwright.tools.browser.secrets import Secrets
from goalwright.tools.browser.selector_arg import optional_selector

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page

MOST_TEXT = 1_000_000
MOST_MATCHES = 50
AROUND = 60
WAIT_S = 30.0
_PAUSE_S = 0.1
_GOING_ON_S = 5.0
_WRITTEN = frozenset({"textbox", "textarea", "editor"})
# State -> whether it holds, given how many such elements there are and how many of them can be seen.
_STATES: Mapping[str, Any] = {
    "attached": lambda there, _seen: there > 0,
    "detached": lambda there, _seen: there == 0,
    "visible": lambda _there, seen: seen > 0,
    "hidden": lambda _there, seen: seen == 0,
}


class PageReading:
    """What can be seen of a page."""

    def __init__(self, roots: AllowedRoots, secrets: Secrets) -> None:
        self.pictured = WrittenFile(roots)
        self._secrets = secrets

    async def read(self, page: Page, call: ToolCall) -> Mapping[str, Any]:
        """The text of the page with its frames, or of the one element that the selector means."""
        selector = optional_selector(call)
        if (measure := call.args.get("measure")) and selector is not None:
            given, title = await asyncio.gather(measured(page, selector, measure), page.title())
            return {"text": self._secrets.hidden(given)[:MOST_TEXT], "url": page.url, "title": title}
        if selector and (selector.last.way == "field" or selector.last.role in _WRITTEN):
            element = await find_one(page, selector, "read")
            if (held := await element.evaluate(script("editor_text"))) is not None:
                return {"text": self._secrets.hidden(held)[:MOST_TEXT], "url": page.url, "title": await page.title()}
        look = script("text")
        if selector and selector.last.role == "section":
            look = f"(el) => /^H[1-6]$/.test(el.tagName) ? page.sectionText(el) : ({look})(el)"
        asked = look_at(page, selector, "read", look) if selector else page_text(page)
        given, title = await asyncio.gather(asked, page.title())
        text = _word(self._secrets.hidden(str(given or "")), selector)
        seen: dict[str, Any] = {"text": text[:MOST_TEXT], "url": page.url, "title": title}
        if len(text) > MOST_TEXT:
            seen["cut_at"] = MOST_TEXT
        return seen

    async def find(self, page: Page, call: ToolCall) -> Mapping[str, Any]:
        """Where a text is on the page, each time with what is around it."""
        text = re.sub(r"\s+", " ", await page_text(page))
        wanted = re.compile(re.escape(re.sub(r"\s+", " ", call.args["text"].strip())), re.IGNORECASE)
        found = list(wanted.finditer(text))
        around = [text[max(0, at.start() - AROUND) : at.end() + AROUND].strip() for at in found[:MOST_MATCHES]]
        return {"count": len(found), "matches": around, "url": page.url, "title": await page.title()}

    async def screenshot(self, page: Page, call: ToolCall, before: Before) -> Mapping[str, Any]:
        """A picture of what is seen of the page, at the path, else in the run's folder."""
        path = call.args.get("path")
        kind = "jpeg" if path and Path(path).suffix.lower() in (".jpg", ".jpeg") else "png"
        # With the caret, as a person sees the page: hiding it costs as much as the picture.
        taking = page.screenshot(type=kind, mask=self._secrets.masks(page), caret="initial")  # type: ignore[arg-type]  # one of the two
        title, picture = await asyncio.gather(page.title(), taking)
        if path:
            await asyncio.to_thread(self.pictured.put, call, before, picture)
        elif call.keep:
            file = picture_file(call)
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file.write_bytes(picture)
            path = str(file)
        else:
            raise ToolFailure("there is nowhere to put the picture: name a file")
        return {"text": f"the picture is {path}", "path": path, "bytes": len(picture), "url": page.url, "title": title}

    async def wait(self, page: Page, call: ToolCall) -> Mapping[str, Any]:
        """Wait for some seconds, counted from what the same command did last, or until an element is in a state."""
        seconds, selector = call.args.get("seconds"), optional_selector(call)
        if not selector:
            await _slept(max(0.0, float(seconds or 0) - since_acted_s(page, call.run_id)), call)
            return {"waited_s": float(seconds or 0)}
        state = call.args.get("state") or "visible"
        if state not in _STATES:
            raise ToolFailure(f"{state!r} is not a state to wait for: use {', '.join(_STATES)}")
        loop, patience = asyncio.get_running_loop(), float(seconds or WAIT_S)
        began = loop.time()
        while not await _is_in(page, selector, state):
            if loop.time() - began >= patience:
                raise ToolFailure(f"{selector.words()} did not become {state} within {patience:g} s")
            await _slept(_PAUSE_S, call)
        return {"state": state, "waited_s": round(loop.time() - began, 1)}


def _word(text: str, selector: Selector | None) -> str:
    """The word of a text that a selector ends in; all of it if it names none."""
    last = selector.last if selector else None
    if last is None or last.way != "word":
        return text
    words = text.split()
    if not -len(words) <= last.place < len(words):
        raise ToolFailure(f"that text has only {len(words)} word{'' if len(words) == 1 else 's'}")
    return words[last.place].strip(".,;:!?()[]{}\"'")


async def page_text(page: Page) -> str:
    """The text of a page as it is seen, that of its frames after its own."""
    from playwright.async_api import Error

    try:
        texts = [await _text_of(page.main_frame)]
    except Error:  # it has gone on to another page, or its own scripts stand in the way
        await wait_until_loaded(page, "domcontentloaded", _GOING_ON_S)
        texts = [(await page.main_frame.inner_text("body", timeout=_GOING_ON_S * 1_000)).strip()]
    for frame in page.frames[1:]:
        with suppress(Error):  # frames come and go
            texts.append(await _text_of(frame))
    return "\n\n".join(text for text in texts if text)


async def _text_of(frame: Frame) -> str:
    return str(await frame.evaluate(script("page_text"))).strip()


async def _is_in(page: Page, selector: Selector, state: str) -> bool:
    purpose = "attached" if state in ("attached", "detached") else "read"
    seen = await look_at_all(page, selector.steps, purpose, "page.visible")
    return bool(_STATES[state](len(seen), sum(seen)))


async def _slept(seconds: float, call: ToolCall) -> None:
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while (left := end - loop.time()) > 0:
        if call.stop.is_set():
            raise ToolFailure("stopped while waiting")
        await asyncio.sleep(min(left, _PAUSE_S))
