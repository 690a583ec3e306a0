"""The quick way to the usual case: one look that finds the element and tells all about it, then the act itself.

Each element that a script holds makes Playwright load its own code into the page once more, and each question costs a
round trip. So the page's code is a selector engine of Playwright's: it comes with that code, once for each document,
and the page's own scripts cannot reach it. What a look gives comes as the text of an element that is made for that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

from goalwright.errors import ToolFailure
from goalwright.tools.browsers.frames import FRAME_S, page_code, request
from goalwright.tools.browsers.page_failures import plain
from goalwright.tools.browsers.selectors import Step, parse_selector

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, ElementHandle, Frame, Locator, Page, Playwright

_ENGINE = """(() => {
    let kept = null;
    const answer = (value) => {
        const told = document.createElement("output");
        told.textContent = JSON.stringify(value);
        return [told];
    };
    return {
        queryAll(_root, asked) {
            const [steps, purpose, look] = JSON.parse(decodeURIComponent(asked));
            if (!steps.length && !(kept && kept.isConnected)) throw new Error("Element is not attached to the DOM");
            const page = %s, found = steps.length ? page.find(steps, purpose) : [kept];
            kept = found.length === 1 ? found[0] : null;
            return look ? answer(found.map(eval(look))) : found;
        },
        query(root, asked) { return this.queryAll(root, asked)[0]; },
    };
})()"""
_KEPT: Sequence[Any] = ([], "", "")
_READY = "(el) => page.isReady(el, purpose) && [page.describe(el), ({look})(el)]"
_REPLACED = re.compile(r"not attached to the DOM|is detached")
_numbers = count()
# Playwright takes a name only once, and a browser that is connected to anew needs the engine anew.
_names: WeakKeyDictionary[BrowserContext, str] = WeakKeyDictionary()

Act = Callable[["Locator", Any], Awaitable[object]]


async def install(playwright: Playwright, context: BrowserContext) -> None:
    """Let the pages of a browser be looked at in the quick way."""
    name = f"goalwright{next(_numbers)}"
    await playwright.selectors.register(name, script=_ENGINE % page_code(), content_script=True)
    _names[context] = name


def is_installed(page: Page) -> bool:
    return page.context in _names


async def looked(frame: Frame, steps: Sequence[Step], purpose: str, look: str) -> list[Any]:
    """What `look`, a function of an element, gives for everything the steps mean in a frame."""
    text = await frame.text_content(_asking(frame, [*request(steps, purpose), look]), timeout=FRAME_S * 1000)
    return list(json.loads(text or "[]"))


async def held(frame: Frame, steps: Sequence[Step], purpose: str) -> list[ElementHandle]:
    """Everything the steps mean in a frame, as this world sees it."""
    if frame.page.context not in _names:
        return []
    return await frame.query_selector_all(_asking(frame, [*request(steps, purpose), ""]))


async def at_once(
    page: Page, selector: str, purpose: str, act: Act, *, look: str = "() => null"
) -> Mapping[str, Any] | None:
    """The description of the one element that a selector means, once `act` was done to it, given what `look` saw.

    None if nothing was done: there is not exactly one yet, it is not ready, or the page has frames.
    """
    from playwright.async_api import Error
    from playwright.async_api import TimeoutError as Waited

    if len(page.frames) > 1 or not is_installed(page):
        return None
    try:
        seen = await looked(page.main_frame, parse_selector(selector), purpose, _READY.format(look=look))
    except Error:
        return None  # whoever looks more closely tells why
    if len(seen) != 1 or not seen[0]:
        return None
    described: Mapping[str, Any] = seen[0][0]
    try:
        await act(page.locator(_asking(page.main_frame, _KEPT)), seen[0][1])
    except Waited as error:
        problem = plain(error, is_browser_gone=False).problem
        raise ToolFailure(f"{in_words(described)}: {problem}") from None
    except Error as error:
        if not _REPLACED.search(error.message):
            raise
        return None
    return described


def _asking(frame: Frame, asked: Sequence[Any]) -> str:
    return f"{_names[frame.page.context]}={quote(json.dumps(asked))}"


def in_words(described: Mapping[str, Any]) -> str:
    """An element in a few words, with what tells it from others."""
    name = f" {described['name']!r}" if described["name"] else ""
    near = f" by {described['near']!r}" if described["near"] else ""
    marks = f" {described['marks']}" if described["marks"] else ""
    return f"{described['kind']}{name}{near}{marks} at {described['x']},{described['y']}"
