"""Asking our own code in a page. It is long: a document gets it once, and each question is short.

A question is the text of a function, in which `page` has what `page_code` gives and `makePage` makes that new. The page
itself cannot reach it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from goalwright.tools.browser.page_code import page_code

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, JSHandle

_sent: WeakKeyDictionary[Frame, JSHandle] = WeakKeyDictionary()
"""What makes our functions, in the document that each frame last had."""
_frames: WeakKeyDictionary[ElementHandle, Frame] = WeakKeyDictionary()
# What was sent is in another document than what is asked.
_ELSEWHERE = re.compile(r"only in the context they were created|JSHandle is disposed|has been collected")


async def look_in(place: Frame | ElementHandle, code: str, given: object = None) -> Any:
    """What a function gives for an element and what is given, or in a frame for what is given alone."""
    return await _asked(place, "evaluate", code, given)


async def hold_in(place: Frame | ElementHandle, code: str, given: object = None) -> JSHandle:
    """The same, kept in the page."""
    held: JSHandle = await _asked(place, "evaluate_handle", code, given)
    return held


def note_frame(element: ElementHandle, frame: Frame) -> None:
    """Remember where an element is, which would have to be asked for."""
    _frames[element] = frame


async def _asked(place: Frame | ElementHandle, way: str, code: str, given: object) -> Any:
    from playwright.async_api import Error, Frame

    ask = getattr(place, way)
    frame, own = (place, "") if isinstance(place, Frame) else (await _frame_of(place), "el, ")
    if frame is not None:
        question = f"({own}[makePage, given]) => {{ const page = makePage(); return ({code})({own}given); }}"
        for _ in range(2):
            made = _sent.get(frame) or await _send(frame)
            try:
                return await ask(question, [made, given])
            except Error as error:
                if not _ELSEWHERE.search(error.message):
                    raise
                if _sent.get(frame) is made:
                    del _sent[frame]
    making = f"const makePage = () => {page_code()}, page = makePage();"
    return await ask(f"({own}given) => {{ {making} return ({code})({own}given); }}", given)


async def _send(frame: Frame) -> JSHandle:
    _sent[frame] = made = await frame.evaluate_handle(f"() => () => {page_code()}")
    return made


async def _frame_of(element: ElementHandle) -> Frame | None:
    if element not in _frames:
        frame = await element.owner_frame()
        if frame is None:
            return None
        _frames[element] = frame
    return _frames[element]
