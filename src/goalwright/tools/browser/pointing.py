"""Clicking and hovering, on a point of the element that nothing covers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from weakref import WeakKeyDictionary

from goalwright.contracts import ToolCall
from goalwright.contracts.selector import Selector
from goalwright.errors import ToolFailure
from goalwright.named_tuple import NamedTuple
from goalwright.tools.browser.aftermath import acts_now, has_acted, until_over
from goalwright.tools.browser.at_once import told_at_once
from goalwright.tools.browser.each import is_for_all, on_each
from goalwright.tools.browser.in_page import hold_in, look_in
from goalwright.tools.browser.loading import wait_until_loaded
from goalwright.tools.browser.locating import act_on, describe, find_all, find_one
from goalwright.tools.browser.page_code import script
from goalwright.tools.browser.selector_arg import selector_arg
from goalwright.tools.browser.sorting import ORDERS, sort_by
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Locator, Page, Position

ACTION_MS = 5_000
COVERED_S = 3.0
MOST_PRESSES = 50
_IS_OUT = "(el) => el.disabled === true || Boolean(el.closest('[aria-disabled=true], .disabled, :disabled'))"
# A list that stays open for more choices lies over what is next on the page until its field is left.
_LEAVE = "() => { const at = document.activeElement; if (at && at.tagName === 'INPUT') at.blur(); }"

# When something on a page was last clicked.
clicked_when: WeakKeyDictionary[Page, float] = WeakKeyDictionary()

HARMLESS = " && !page.harmOf(el)"
"""What else tells that an element may be pressed without approval."""
HARMLESS_ENTER = " && !page.enterHarmOf(el)"
"""What else tells that Enter may be pressed on an element without approval."""

Button: TypeAlias = Literal["left", "middle", "right"]


class Press(NamedTuple):
    """How a thing is clicked: with which button, how often, and what it has to be then: open, closed or chosen.

    What cannot be taken back may be done only if that was approved: `may_harm`.
    """

    button: Button = "left"
    times: int = 1
    state: str = ""
    may_harm: bool = False

    @property
    def fits(self) -> str:
        """What tells whether an element can be clicked just as it is, may be, and is not yet as it has to be."""
        is_harmless = "" if self.may_harm else HARMLESS
        is_other = f" && page.toTurn(el, {json.dumps(self.state)}) === el" if self.state else ""
        return f"(el) => page.isReady(el, purpose, steps){is_harmless}{is_other}"


_ONCE = Press()


async def click(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Click what the selector means; an option is chosen in its list instead.

    What is to be open, closed or chosen, and already is by what the page says, is left as it is.
    """
    selector, given = selector_arg(call), call.args
    how = Press(
        given.get("button") or "left", int(given.get("clicks") or 1), given.get("state") or "", call.risk == "high"
    )
    clicked_when[page] = asyncio.get_running_loop().time()
    if how.state == "gone":
        return await press_until_gone(page, selector, how)
    if how.state in ORDERS:
        return await sort_by(page, selector, how.state)
    if is_for_all(selector):
        return {"clicked": await on_each(page, selector, "click", lambda element: _pressed(element, how))}

    def clicked(spot: Locator) -> Awaitable[object]:
        return spot.click(button=how.button, click_count=how.times, timeout=ACTION_MS)

    done = await told_at_once(page, selector, "click", clicked, fits=how.fits)
    if done is None:
        return await act_on(page, selector, "click", partial(_clicked, how=how))
    return {"clicked": done.words, "why": done.why} if done.why else {"clicked": done.words}


async def press_until_gone(page: Page, selector: Selector, how: Press) -> Mapping[str, Any]:
    """Press what a selector means again and again until it is gone or disabled; ToolFailure if it never is."""
    once = how._replace(state="")
    told = ""
    for presses in range(MOST_PRESSES):
        found = await find_all(page, selector.steps, "click") if presses else [await find_one(page, selector, "click")]
        if presses and (not found or await found[0].evaluate(_IS_OUT)):
            return {"clicked": told, "times": presses}
        if len(found) > 1:
            found = [await find_one(page, selector, "click")]
        told = told or await describe(found[0])
        acts_now(page)
        await _pressed(found[0], once)
        has_acted(page, is_timed=True)
        await wait_until_loaded(page, "domcontentloaded", COVERED_S)
        await until_over(page, is_look=True)
    raise ToolFailure(f"{told} was pressed {MOST_PRESSES} times and is still there")


async def _clicked(element: ElementHandle, how: Press) -> Mapping[str, Any]:
    told = await describe(element)
    await _pressed(element, how)
    return {"clicked": told}


async def _pressed(element: ElementHandle, how: Press) -> None:
    turning = "(el, state) => page.toTurn(el, state)"
    target = (await hold_in(element, turning, how.state)).as_element() if how.state else element
    if target is None:
        return
    if not how.may_harm:
        await refuse_harm(target)
    if how.button == "left" and await target.evaluate("(el) => el.tagName === 'OPTION'"):
        await choose(target)
    else:
        await press_on(target, how)


async def refuse_harm(element: ElementHandle, *, is_enter: bool = False) -> None:
    """ToolFailure if pressing an element, or Enter on it, does what cannot be taken back."""
    ask = "enterHarmOf" if is_enter else "harmOf"
    if harm := await look_in(element, f"(el) => page.{ask}(el)"):
        told = await describe(element)
        if is_enter and not await look_in(element, "(el) => page.harmOf(el)"):
            problem = f"Enter in {told} presses a button that {harm} something"
            raise ToolFailure(f"{problem}: click that button by its name, so that it is asked for approval")
        raise ToolFailure(f"{told} {harm} something: click it by that name, so that it is asked for approval")


async def hover(page: Page, call: ToolCall) -> Mapping[str, Any]:
    return await act_on(page, selector_arg(call), "hover", _hovered)


async def _hovered(element: ElementHandle) -> Mapping[str, Any]:
    target, point = await reach(element)
    await target.hover(position=point, timeout=ACTION_MS)
    return {"hovered": await describe(element)}


async def press_on(element: ElementHandle, how: Press = _ONCE) -> None:
    """Click an element where it can be reached."""
    target, point = await reach(element)
    await target.click(position=point, button=how.button, click_count=how.times, timeout=ACTION_MS)


async def choose(option: ElementHandle) -> None:
    """Choose an option of a list, beside what is chosen there already if the list allows it."""
    await option.evaluate(script("choose"))


async def reach(element: ElementHandle) -> tuple[ElementHandle, Position]:
    """Where to click an element: itself or, if that is hidden, its label, and a point of it that nothing covers.

    It is scrolled clear of what lies over the page. What covers it may go by itself; ToolFailure if it stays.
    """
    seen: dict[str, Any] = {}

    async def is_free() -> bool:
        is_first = not seen
        seen.update(await look_in(element, "(el) => page.reach(el)"))
        if is_first and seen["point"] is None and seen["cover"] is not None:
            await element.evaluate(_LEAVE)
        return seen["point"] is not None

    if await until(is_free, COVERED_S, pause_s=0.1):
        return await _way(element, seen["label"]), seen["point"]
    told, cover = await describe(element), seen["cover"]
    if cover is None:
        raise ToolFailure(f"{told} cannot be seen: open or unfold what it is in first", is_transient=True)
    by = f"{cover['kind']} {cover['name']!r}".removesuffix(" ''")
    raise ToolFailure(f"{told} is covered by {by}: close that first", is_transient=True)


async def _way(element: ElementHandle, label: int) -> ElementHandle:
    if label < 0:
        return element
    return (await element.evaluate_handle("(el, at) => el.labels[at]", label)).as_element() or element
