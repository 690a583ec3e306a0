"""Finding the one element that a selector means, in any frame, waiting for it if need be."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

from goalwright.contracts.selector import Selector
from goalwright.errors import ToolFailure
from goalwright.tools.browser.at_once import held, in_words, is_installed, looked
from goalwright.tools.browser.frames import Steps, in_frames, request
from goalwright.tools.browser.grid_scrolling import MOST_SCROLLS, scrolled_home, scrolled_on
from goalwright.tools.browser.in_page import hold_in, look_in, note_frame
from goalwright.tools.browser.marking import unmark
from goalwright.tools.browser.not_found import absence, ambiguity
from goalwright.tools.browser.page_failures import plain
from goalwright.tools.browser.page_rest import PageRest
from goalwright.tools.browser.paging import is_counted, turn_over, turned
from goalwright.tools.browser.revealing import DEEPEST, reveal
from goalwright.tools.browser.row_guard import AnotherRow, guarded
from goalwright.tools.browser.waiting import until_changed

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, Page

T = TypeVar("T")
PATIENCE_S = 5.0
SETTLING_S = 0.3
_AGAIN_S = 1.0
# Pages on which an element is being looked for.
_sought: WeakSet[Page] = WeakSet()
REPLACED = re.compile(r"not attached to the DOM|is detached|JSHandle is disposed")


def is_sought(page: Page) -> bool:
    """Whether something is still being looked for on a page, so that nothing has been done to it yet."""
    return page in _sought


async def find_one(page: Page, selector: Selector, purpose: str, *, patience_s: float | None = None) -> ElementHandle:
    """The element that a selector means. None in time, or several that cannot be told apart: ToolFailure."""
    return await _the_one(page, selector, purpose, patience_s, lambda steps: find_all(page, steps, purpose))


async def act_on(page: Page, selector: Selector, purpose: str, work: Callable[[ElementHandle], Awaitable[T]]) -> T:
    """What the work gives for the element that a selector means.

    Pages redraw themselves at any time: an element that was replaced before anything was done to it is looked for
    again. One that is there and not ready in time is a ToolFailure.
    """
    from playwright.async_api import Error
    from playwright.async_api import TimeoutError as Waited

    end = asyncio.get_running_loop().time() + PATIENCE_S
    while True:
        found = await find_one(page, selector, purpose)
        try:
            return await guarded(found, selector.steps, purpose, work)
        except AnotherRow:
            if asyncio.get_running_loop().time() >= end:
                raise
        except Waited as error:
            problem = plain(error, is_browser_gone=False).problem
            raise ToolFailure(f"{await describe(found)}: {problem}") from None
        except Error as error:
            if not REPLACED.search(error.message) or asyncio.get_running_loop().time() >= end:
                raise


async def look_at(page: Page, selector: Selector, purpose: str, look: str, *, patience_s: float | None = None) -> Any:
    """What `look`, a function of an element, gives for the one that a selector means, as `find_one` has it."""
    return await _the_one(page, selector, purpose, patience_s, lambda steps: look_at_all(page, steps, purpose, look))


async def find_all(page: Page, steps: Steps, purpose: str) -> list[ElementHandle]:
    """Everything the steps mean, the main frame first."""
    # A single element comes by itself: asking a list for what is in it costs another round trip.
    code = """([steps, purpose]) => {
        const found = page.find(steps, purpose);
        return found.length === 1 ? found[0] : found;
    }"""

    async def in_frame(frame: Frame, steps: Steps) -> list[ElementHandle]:
        given = await hold_in(frame, code, request(steps, purpose))
        if (element := given.as_element()) is not None:
            note_frame(element, frame)
            return [element]
        properties = await given.get_properties()
        await given.dispose()
        elements = [handle.as_element() for handle in properties.values()]
        if not elements:  # a page's own scripts may hide what can be seen
            elements = [*await held(frame, steps, purpose)]
        return [element for element in elements if element is not None]

    return await in_frames(page, steps, purpose, in_frame)


async def look_at_all(page: Page, steps: Steps, purpose: str, look: str) -> list[Any]:
    """What `look` gives for everything the steps mean, the main frame first."""
    code = f"([steps, purpose]) => page.find(steps, purpose).map({look})"

    async def in_frame(frame: Frame, steps: Steps) -> list[Any]:
        if is_installed(page):
            return await looked(frame, steps, purpose, look)
        return list(await look_in(frame, code, request(steps, purpose)))

    return await in_frames(page, steps, purpose, in_frame)


async def _the_one(
    page: Page, selector: Selector, purpose: str, patience_s: float | None, ask: Callable[[Steps], Awaitable[list[T]]]
) -> T:
    """The only thing that asking gives, asked again until there is one; ToolFailure if there never is.

    What is not there soon may be hidden, so that something has to be opened, or be named with the part it is in.
    """
    _sought.add(page)
    unmark(page)
    try:
        return await _met(page, selector, purpose, PATIENCE_S if patience_s is None else patience_s, ask)
    finally:
        _sought.discard(page)


async def _met(
    page: Page, selector: Selector, purpose: str, patience_s: float, ask: Callable[[Steps], Awaitable[list[T]]]
) -> T:
    loop = asyncio.get_running_loop()
    steps: Steps = selector.steps
    end = loop.time() + patience_s
    several_since: float | None = None
    look_behind_at, openings, pages, scrolls = loop.time() + SETTLING_S, 0, 0, 0
    tried: dict[Frame, list[ElementHandle]] = {}
    began, rest = loop.time(), PageRest(page, patience_s)
    while True:
        found, is_untried = await ask(steps), False
        if len(found) == 1:
            return found[0]
        now = loop.time()
        if len(found) > 1:
            several_since = several_since if several_since is not None else now
            if now - several_since >= SETTLING_S or now >= end:
                raise ToolFailure(await ambiguity(page, selector, steps, purpose, look_at_all))
        else:
            several_since = None
            if now >= look_behind_at and openings < DEEPEST:
                if (onward := await _on_next_page(page, selector, steps, purpose, pages)) is not None:
                    steps, end, pages = onward, loop.time() + patience_s, pages + 1
                    continue
                is_opened = await reveal(page, selector.steps, purpose, tried)
                if is_opened:  # what was in it has the same time to show itself as what was there at first
                    rest, end = PageRest(page, patience_s), max(end, loop.time() + _AGAIN_S)
                is_untried = not is_opened and not steps[0].is_loose
                steps = steps if is_opened else tuple(step._replace(is_loose=True) for step in steps)
                if not is_opened and scrolls < MOST_SCROLLS and openings and await scrolled_on(page, steps):
                    end, scrolls = max(end, loop.time() + _AGAIN_S), scrolls + 1
                    continue
                look_behind_at, openings = loop.time() + (SETTLING_S if is_opened else _AGAIN_S), openings + 1
        if not is_untried and (now >= end or (not found and openings and await rest.is_over())):
            await scrolled_home(page, scrolls)
            raise ToolFailure(await absence(page, selector, purpose, loop.time() - began, look_at_all))
        due = look_behind_at if several_since is None else several_since + SETTLING_S
        await until_changed(page, (due if due > now else end) - now)


async def _on_next_page(page: Page, selector: Selector, steps: Steps, purpose: str, pages: int) -> Steps | None:
    """Go on to the next page where what is meant may be on one: the steps as they are there. None if it is not."""
    if is_counted(steps, purpose):
        return await turned(page, steps, pages)
    return steps if selector.is_paged and await turn_over(page, pages) else None


async def describe(element: ElementHandle) -> str:
    """An element in a few words, with what tells it from others."""
    return in_words(await look_in(element, "(el) => page.describe(el)"))
