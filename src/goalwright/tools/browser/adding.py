"""Adding an entry to a list by the field that the page has for new ones."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.errors import ToolFailure
from goalwright.tools.browser.filling import fill
from goalwright.tools.browser.in_page import hold_in, look_in
from goalwright.tools.browser.item_pages import begin_new
from goalwright.tools.browser.locating import act_on, describe
from goalwright.tools.browser.outcomes import watch_again
from goalwright.tools.browser.pointing import ACTION_MS, press_on, refuse_harm
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, Page

COMING_S = 2.0
_STANDING = "(text) => page.standing(text)"
_HELD = "(el) => (el.isConnected ? el.value ?? el.innerText : '').trim()"


async def add(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Write a text into the field for new entries and put it into the list, read back; ToolFailure if it is not there.

    Enter does it on most pages; where that leaves the text in the field, the button beside it is pressed.
    """
    text = " ".join(str(call.args["text"]).split())

    async def added(field: ElementHandle) -> Mapping[str, Any]:
        if call.risk != "high":
            await refuse_harm(field, is_enter=True)
        told, frame = await describe(field), await field.owner_frame() or page.main_frame
        before = await _count(frame, text)
        await fill(field, text)
        await field.press("Enter", timeout=ACTION_MS)
        if not await until(lambda: _has_come(frame, text, before), COMING_S):
            await _press_adder(field, text)
            if not await until(lambda: _has_come(frame, text, before), COMING_S):
                raise ToolFailure(f"{text!r} was entered in {told}, and no entry came of it: look at the page")
        return {"added": text}

    kind = str(call.args.get("kind") or "") or None
    try:
        return await act_on(page, Selector((SelectorStep("role", role="adder", name=kind),)), "type", added)
    except ToolFailure as failure:
        if kind is None or not await begin_new(page, kind):
            raise
        return await _kept_new(page, kind, text, failure)


async def _kept_new(page: Page, kind: str, text: str, failure: ToolFailure) -> Mapping[str, Any]:
    """Name a new thing in the form that was opened for it, and keep it; the first failure if there is no such form."""
    field = (await hold_in(page.main_frame, "(kind) => page.nameField(kind)", kind)).as_element()
    keeper = (await hold_in(field, "(el, kind) => page.keeperOf(el, kind)", kind)).as_element() if field else None
    if field is None or keeper is None:
        raise failure
    await fill(field, text)
    await watch_again(page)
    await press_on(keeper)
    return {"added": text}


async def _press_adder(field: ElementHandle, text: str) -> None:
    """Press the button beside a field that still holds a text, if there is one."""
    from playwright.async_api import Error

    with suppress(Error):  # a field that is gone has given its text away
        if await field.evaluate(_HELD) == text:
            way = (await hold_in(field, "(el) => page.adderBy(el)")).as_element()
            if way is not None:
                await press_on(way)


async def _has_come(frame: Frame, text: str, before: int) -> bool:
    from playwright.async_api import Error

    with suppress(Error):  # the page may be loading its answer
        return await _count(frame, text) > before
    return False


async def _count(frame: Frame, text: str) -> int:
    return int(await look_in(frame, _STANDING, text))
