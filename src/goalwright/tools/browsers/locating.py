"""Finding the one element that a selector means, in any frame, waiting for it if need be."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from goalwright.errors import ToolFailure
from goalwright.tools.browsers.selectors import Step, parse_selector

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, Page

T = TypeVar("T")
PATIENCE_S = 5.0
SETTLING_S = 0.3
_PAUSE_S = 0.05
_LISTED = 5
_GIVEN = "find, describe, uncovered, reach, isReady, roleOf, nameOf, visible, clean, walk, controls, besideText, isControl"


@cache
def page_code() -> str:
    """The code that looks at a page, as an expression that gives its functions."""
    folder = resources.files("goalwright.tools.browsers")
    parts = [folder.joinpath(f"page_{part}.js").read_text(encoding="utf-8") for part in ("names", "search", "points")]
    return f"(() => {{ {' '.join(parts)} return {{ {_GIVEN} }}; }})()"


class Found(NamedTuple):
    """An element, and whether it can be used for what it was looked for just as it is."""

    element: ElementHandle
    is_ready: bool = False


async def find_one(page: Page, selector: str, purpose: str, *, patience_s: float = PATIENCE_S) -> ElementHandle:
    """The element that a selector means. None in time, or several that cannot be told apart: ToolFailure."""
    return (await find_ready(page, selector, purpose, patience_s=patience_s)).element


async def find_ready(page: Page, selector: str, purpose: str, *, patience_s: float = PATIENCE_S) -> Found:
    """The element that a selector means, as `find_one` has it, with whether it is ready."""
    steps = parse_selector(selector)
    return await _the_one(page, selector, purpose, patience_s, lambda: _found(page, steps, purpose))


async def look_at(page: Page, selector: str, purpose: str, look: str, *, patience_s: float = PATIENCE_S) -> Any:
    """What `look`, a function of an element, gives for the one that a selector means, as `find_one` has it."""
    steps = parse_selector(selector)
    return await _the_one(page, selector, purpose, patience_s, lambda: look_at_all(page, steps, purpose, look))


async def find_all(page: Page, steps: Sequence[Step], purpose: str) -> list[ElementHandle]:
    """Everything the steps mean, the main frame first."""
    return [found.element for found in await _found(page, steps, purpose)]


async def look_at_all(page: Page, steps: Sequence[Step], purpose: str, look: str) -> list[Any]:
    """What `look` gives for everything the steps mean, the main frame first."""
    code = f"([steps, purpose]) => {{ const page = {page_code()}; return page.find(steps, purpose).map({look}); }}"

    async def in_frame(frame: Frame) -> list[Any]:
        return list(await frame.evaluate(code, _request(steps, purpose)))

    return await _in_frames(page, steps, in_frame)


async def _the_one(
    page: Page, selector: str, purpose: str, patience_s: float, ask: Callable[[], Awaitable[list[T]]]
) -> T:
    """The only thing that asking gives, asked again and again until there is one; ToolFailure if there never is."""
    loop = asyncio.get_running_loop()
    end = loop.time() + patience_s
    several_since: float | None = None
    while True:
        found = await ask()
        if len(found) == 1:
            return found[0]
        now = loop.time()
        if len(found) > 1:
            several_since = several_since if several_since is not None else now
            if now - several_since >= SETTLING_S:
                raise ToolFailure(await _ambiguity(page, selector, purpose))
        else:
            several_since = None
        if now >= end:
            raise ToolFailure(await _absence(page, selector, patience_s))
        await asyncio.sleep(_PAUSE_S)


async def _found(page: Page, steps: Sequence[Step], purpose: str) -> list[Found]:
    # What is the only one and ready comes by itself: a list would have to be asked for what is in it.
    code = f"""([steps, purpose]) => {{
        const page = {page_code()}, found = page.find(steps, purpose);
        return found.length === 1 && page.isReady(found[0], purpose) ? found[0] : found;
    }}"""

    async def in_frame(frame: Frame) -> list[Found]:
        given = await frame.evaluate_handle(code, _request(steps, purpose))
        if (element := given.as_element()) is not None:
            return [Found(element, is_ready=True)]
        properties = await given.get_properties()
        await given.dispose()
        elements = [handle.as_element() for handle in properties.values()]
        return [Found(element) for element in elements if element is not None]

    return await _in_frames(page, steps, in_frame)


async def _in_frames(page: Page, steps: Sequence[Step], ask: Callable[[Frame], Awaitable[list[T]]]) -> list[T]:
    """What all frames give together, the main frame first."""
    from playwright.async_api import Error

    async def asked(frame: Frame) -> list[T]:
        try:
            return await ask(frame)
        except Error as error:
            if "is not a valid selector" in error.message:
                raise ToolFailure(f"{steps[-1].value!r} is no CSS selector") from None
            return []  # the frame has gone, or is on its way to another page

    frames = page.frames
    if len(frames) == 1:
        return await asked(frames[0])
    return [found for each in await asyncio.gather(*map(asked, frames)) for found in each]


def _request(steps: Sequence[Step], purpose: str) -> list[Any]:
    return [[step.request() for step in steps], purpose]


async def _ambiguity(page: Page, selector: str, purpose: str) -> str:
    seen = await look_at_all(page, parse_selector(selector), purpose, "page.describe")
    more = f" and {len(seen) - _LISTED} more" if len(seen) > _LISTED else ""
    described = "; ".join(map(_words, seen[:_LISTED]))
    return f'{selector} may be any of {len(seen)}: {described}{more}; say which, such as "the second"'


async def _absence(page: Page, selector: str, patience_s: float) -> str:
    title = (await page.title())[:60]
    return f"there is no {selector} on this page ({title or page.url[:60]}), not within {patience_s:g} s"


async def describe(element: ElementHandle) -> str:
    """An element in a few words, with what tells it from others."""
    return _words(await element.evaluate(f"(el) => {page_code()}.describe(el)"))


def _words(seen: Mapping[str, Any]) -> str:
    name = f" {seen['name']!r}" if seen["name"] else ""
    marks = f" {seen['marks']}" if seen["marks"] else ""
    return f"{seen['kind']}{name}{marks} at {seen['x']},{seen['y']}"
