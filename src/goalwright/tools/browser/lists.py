"""Lists and menus that pages build themselves: opening one, and choosing only in what that has brought up."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browser.in_page import hold_in, look_in
from goalwright.tools.browser.locating import REPLACED
from goalwright.tools.browser.options import no_option
from goalwright.tools.browser.pointing import ACTION_MS, press_on, reach
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, JSHandle

OPENING_S = 2.0
SUGGESTING_S = 0.6
TAKING_S = 1.0
MOST_SCROLLS = 300
_GLANCE_S = 0.3
_TRIES = 3
_PAUSE_S = 0.05


async def seen_before(control: ElementHandle) -> JSHandle:
    """All that can be seen on the page of a control that is about to be opened."""
    return await hold_in(control, "(el) => page.seenBefore(el)")


async def choose_in_list(control: ElementHandle, wanted: str, *, is_editable: bool) -> str:
    """Choose in the list of a control, which is opened, scrolled and typed into if need be; what was chosen."""
    before = await seen_before(control)
    option = await _opened(control, wanted, before)
    if option is None:
        field = control if is_editable else await _found(control, "searchOf", before)
        if field is not None:
            await field.fill(wanted, timeout=ACTION_MS)
            option = await _shown(control, wanted, before, OPENING_S)
    return await _taken(control, wanted, before, option)


async def take_in_list(control: ElementHandle, wanted: str, *, is_editable: bool) -> str | None:
    """Choose in the list of a control if it has that; None if it has not."""
    if is_editable:
        return await take_suggestion(control, wanted)
    before = await seen_before(control)
    option = await _opened(control, wanted, before)
    return None if option is None else await _taken(control, wanted, before, option)


async def _opened(control: ElementHandle, wanted: str, before: JSHandle) -> ElementHandle | None:
    """The option in what a control shows; what shows none is clicked first."""
    option = await _shown(control, wanted, None, 0)
    if option is None and not await _names(control, None):
        # What says that it is open may have been closed since.
        if not await _names(control, before):
            await press_on(control)
        option = await _shown(control, wanted, before, OPENING_S)
    return option


async def choose_in_menu(control: ElementHandle, wanted: str) -> str:
    """Choose in the menu of something that opens one by being pointed at, or clicked; what was chosen."""
    before = await seen_before(control)
    target, point = await reach(control)
    await target.hover(position=point, timeout=ACTION_MS)
    option = await _shown(control, wanted, before, _GLANCE_S)
    if option is None and not await look_in(control, "(el) => page.leadsAway(el)"):
        await press_on(control)
        option = await _shown(control, wanted, before, OPENING_S)
    return await _taken(control, wanted, before, option)


async def take_suggestion(control: ElementHandle, wanted: str) -> str | None:
    """Choose what a field suggests when it is clicked, or when the text is typed; None if that is not suggested."""
    before = await seen_before(control)
    await press_on(control)
    option = await _shown(control, wanted, before, _GLANCE_S)
    if option is None:
        await control.fill(wanted, timeout=ACTION_MS)
        option = await _shown(control, wanted, before, SUGGESTING_S)
    return None if option is None else await _taken(control, wanted, before, option)


async def _taken(control: ElementHandle, wanted: str, before: JSHandle, option: ElementHandle | None) -> str:
    if option is None:
        names = await _names(control, before)
        with suppress(Exception):  # closing the list again is a courtesy
            await control.press("Escape", timeout=ACTION_MS)
        raise ToolFailure(no_option(wanted, names))
    name, is_chosen = await look_in(option, "(el) => [page.nameOf(el), page.isChosenAmong(el)]")
    if not is_chosen:
        option = await _pressed(control, wanted, before, option)
        await _read_back(control, option, name, before)
    return str(name)


async def _read_back(control: ElementHandle, option: ElementHandle, name: str, before: JSHandle) -> None:
    """ToolFailure if a list says that an option is not chosen, though it was clicked."""
    from playwright.async_api import Error

    taking = "(el, [option, name, before]) => page.isTaken(el, option, name, before)"
    with suppress(Error):  # the page may have gone on with what was chosen
        if not await until(lambda: look_in(control, taking, [option, name, before]), TAKING_S):
            raise ToolFailure(f"{name!r} was clicked in the list and is not chosen: the page does not let it be")


async def _pressed(control: ElementHandle, wanted: str, before: JSHandle, option: ElementHandle) -> ElementHandle:
    """Click an option, looked for again if its list redraws itself before that is done; the one that was clicked."""
    from playwright.async_api import Error

    for _ in range(_TRIES):
        try:
            await press_on(option)
        except Error as error:
            again = await _shown(control, wanted, before, _GLANCE_S)
            if again is None or not REPLACED.search(error.message):
                raise
            option = again
        else:
            return option
    await press_on(option)
    return option


async def _names(control: ElementHandle, before: JSHandle | None) -> list[str]:
    return list(await look_in(control, "(el, before) => page.optionNames(el, before)", before))


async def _shown(
    control: ElementHandle, wanted: str, before: JSHandle | None, patience_s: float
) -> ElementHandle | None:
    """The option once it can be seen; what is only there while in sight is scrolled to."""
    loop = asyncio.get_running_loop()
    began, scrolls = loop.time(), 0
    while True:
        found = await _found(control, "optionOf", wanted, before)
        waited_s = loop.time() - began
        if found is not None or before is None:
            return found
        scrolling = "(el, before) => page.scrollOn(el, before)"
        if waited_s >= _GLANCE_S and scrolls < MOST_SCROLLS and await look_in(control, scrolling, before):
            scrolls += 1
        elif waited_s >= patience_s:
            return None
        await asyncio.sleep(_PAUSE_S)


async def _found(control: ElementHandle, look: str, *given: object) -> ElementHandle | None:
    code = f"(el, given) => page.{look}(el, ...given)"
    return (await hold_in(control, code, list(given))).as_element()
