"""The quick way to the usual case: a look at the element and the act itself, sent together.

Each element that a script holds makes Playwright load its own code into the page again, and each question costs a
round trip. So our code is one of Playwright's selector engines: it is loaded with Playwright's own, once for each
document, and the page's scripts cannot reach it. What a look gives comes back as the text of an element made for that.
The act finds its element by the same code at the moment it begins, and does not begin unless that is the only one.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

from goalwright.contracts.selector import Selector
from goalwright.errors import ToolFailure
from goalwright.language.tables import table
from goalwright.named_tuple import NamedTuple
from goalwright.tools.browser.frames import FRAME_S, Steps, request
from goalwright.tools.browser.page_code import page_code, script
from goalwright.tools.browser.page_failures import plain

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, ElementHandle, Frame, Locator, Page, Playwright

_NOT_AT_ONCE = "this cannot be done at once"
TELLING = "(el) => ({ ...page.describe(el), passed: page.passedOver() })"
"""What gives an element and what was passed over for it, of which `as_told` makes words."""
READY = "(el) => page.isReady(el, purpose, steps)"
_REPLACED = re.compile(rf"not attached to the DOM|is detached|{_NOT_AT_ONCE}")
_numbers = count()
# Playwright takes a name only once, and each new connection to a browser needs the engine again.
_names: WeakKeyDictionary[BrowserContext, str] = WeakKeyDictionary()

Act = Callable[["Locator"], Awaitable[object]]


async def install(playwright: Playwright, context: BrowserContext) -> None:
    """Make the quick way available in the pages of a browser."""
    name = f"goalwright{next(_numbers)}"
    engine = f"({script('engine')})(() => {page_code()}, {json.dumps(_NOT_AT_ONCE)})"
    await playwright.selectors.register(name, script=engine, content_script=True)
    _names[context] = name


def is_installed(page: Page) -> bool:
    return page.context in _names


async def looked(frame: Frame, steps: Steps, purpose: str, look: str) -> list[Any]:
    """What `look`, a function of an element, gives for everything the steps mean in a frame."""
    text = await frame.text_content(_asking(frame, [*request(steps, purpose), look]), timeout=FRAME_S * 1000)
    return list(json.loads(text or "[]"))


def located(frame: Frame, steps: Steps, purpose: str) -> Locator:
    """Whatever the steps mean in a frame, when it is asked for."""
    return frame.locator(_asking(frame, [*request(steps, purpose), ""]))


async def held(frame: Frame, steps: Steps, purpose: str) -> list[ElementHandle]:
    """Everything the steps mean in a frame, as this world sees it."""
    if frame.page.context not in _names:
        return []
    return await frame.query_selector_all(_asking(frame, [*request(steps, purpose), ""]))


async def at_once(page: Page, selector: Selector, purpose: str, act: Act, *, fits: str = READY) -> bool:
    """Act on the one element that a selector means.

    False if nothing was done: there is not exactly one yet, `fits` says that it is not ready, or the page has frames.
    """
    from playwright.async_api import Error
    from playwright.async_api import TimeoutError as Waited

    if len(page.frames) > 1 or not is_installed(page):
        return False
    frame, steps = page.main_frame, selector.steps
    try:
        await act(page.locator(_asking(frame, [*request(steps, purpose), "", fits])))
    except Waited as error:
        told = (await _told(frame, steps, purpose)) or Told(selector.words())
        raise ToolFailure(f"{told.words}: {plain(error, is_browser_gone=False).problem}") from None
    except Error as error:
        if _REPLACED.search(error.message):
            return False  # the slower way finds out why
        raise
    return True


class Told(NamedTuple):
    """An element in words, and why it was meant where others were called so."""

    words: str
    why: str = ""


async def told_at_once(page: Page, selector: Selector, purpose: str, act: Act, *, fits: str = READY) -> Told | None:
    """What `at_once` does; the element in words, as it was before, and None if nothing was done."""
    if len(page.frames) > 1 or not is_installed(page):
        return None
    telling = asyncio.ensure_future(_told(page.main_frame, selector.steps, purpose))
    try:
        is_done = await at_once(page, selector, purpose, act, fits=fits)
        return (await telling or Told(selector.words())) if is_done else None
    finally:
        telling.cancel()


async def _told(frame: Frame, steps: Steps, purpose: str) -> Told | None:
    """The first element that the steps mean in words; None if there is none."""
    from playwright.async_api import Error

    with suppress(Error):
        return next(map(as_told, await looked(frame, steps, purpose, TELLING)), None)
    return None


def as_told(seen: Mapping[str, Any]) -> Told:
    """An element that `TELLING` gave, in words."""
    reasons = table("outcomes")["passed_over"]
    others = [f"not {in_words(other)}, which {reasons[other['why']]}" for other in seen["passed"]]
    return Told(in_words(seen), "; ".join(others))


async def at_same(page: Page, look: str) -> Any:
    """What `look` gives for the element that `at_once` acted on; None if the page has removed it."""
    from playwright.async_api import Error

    with suppress(Error):
        return next(iter(await looked(page.main_frame, (), "", look)), None)
    return None


def _asking(frame: Frame, asked: Sequence[Any]) -> str:
    return f"{_names[frame.page.context]}={quote(json.dumps(asked))}"


def each_in_words(seen: Sequence[Mapping[str, Any]]) -> list[str]:
    """Elements in a few words, with the position of those that nothing else tells apart."""
    alike = Counter(map(in_words, seen))
    return [in_words(one) if alike[in_words(one)] == 1 else f"{in_words(one)} at {one['x']},{one['y']}" for one in seen]


def in_words(described: Mapping[str, Any]) -> str:
    """An element in a few words, with what tells it from others."""
    name = f" {described['name']!r}" if described["name"] else ""
    near = f" by {described['near']!r}" if described["near"] else ""
    marks = f" {described['marks']}" if described["marks"] else ""
    place = "" if name or near or marks else f" at {described['x']},{described['y']}"
    return f"{described['kind']}{name}{near}{marks}{place}"
