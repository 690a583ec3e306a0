"""Choosing: options of lists, checkboxes, radio buttons, spinners and sliders."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall, Verdict
from goalwright.errors import ToolFailure
from goalwright.tools.browsers.at_once import at_once
from goalwright.tools.browsers.filling import fill
from goalwright.tools.browsers.frames import page_code
from goalwright.tools.browsers.locating import find_all, find_one, look_at
from goalwright.tools.browsers.pointing import ACTION_MS, press_on
from goalwright.tools.browsers.selectors import parse_selector

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Locator, Page

_JOINTS = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*;\s*")
_NAMES = "(el) => el.options ? [...el.options].map((option) => option.label.replace(/\\s+/g, ' ').trim()) : null"
_CHECKED = "(el) => el.checked !== undefined ? el.checked : el.getAttribute('aria-checked') === 'true'"


async def select(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Choose an option, or several named together, in the list that the selector means, or the only one there is."""
    wanted, selector = call.args["option"], call.args.get("selector")
    chosen: list[str] = []

    async def choose(spot: Locator, names: Sequence[str]) -> None:
        positions = _positions(wanted, names)
        chosen.extend(names[position] for position in positions)
        await spot.select_option(index=positions)

    if selector and await at_once(page, selector, "select", choose, look=_NAMES):
        return {"selected": chosen}
    control = await _control(page, selector, wanted)
    role, names = await control.evaluate(f"(el) => [{page_code()}.roleOf(el), ({_NAMES})(el)]")
    if role in ("spinbutton", "slider", "textbox", "searchbox", "date", "time", "color"):
        await _set_value(control, role, wanted)
        return {"selected": [wanted]}
    if names is None:
        await press_on(await find_one(page, f"{selector} >> text={wanted}", "click"))
        return {"selected": [wanted]}
    positions = _positions(wanted, names)
    await control.select_option(index=positions)
    return {"selected": [names[position] for position in positions]}


async def check(page: Page, call: ToolCall) -> Mapping[str, Any]:
    return await _set_checked(page, call, wanted=True)


async def uncheck(page: Page, call: ToolCall) -> Mapping[str, Any]:
    return await _set_checked(page, call, wanted=False)


async def is_checked(page: Page, call: ToolCall) -> Verdict:
    return await _is_as_wanted(page, call, wanted=True)


async def is_unchecked(page: Page, call: ToolCall) -> Verdict:
    return await _is_as_wanted(page, call, wanted=False)


async def _set_checked(page: Page, call: ToolCall, *, wanted: bool) -> Mapping[str, Any]:
    selector = call.args["selector"]
    if await at_once(page, selector, "check", lambda spot, _: spot.set_checked(wanted, timeout=ACTION_MS)):
        return {"checked": wanted}
    element = await find_one(page, selector, "check")
    if await element.evaluate(_CHECKED) != wanted:
        await press_on(element)
    return {"checked": wanted}


async def _is_as_wanted(page: Page, call: ToolCall, *, wanted: bool) -> Verdict:
    try:
        is_checked = await look_at(page, call.args["selector"], "check", _CHECKED, patience_s=0.5)
    except ToolFailure:
        return "unobservable"
    return "yes" if is_checked == wanted else "no"


async def _control(page: Page, selector: str | None, wanted: str) -> ElementHandle:
    """The list to choose in: the one named, else the only one, else the one that has the option."""
    if selector is not None:
        return await find_one(page, selector, "select")
    lists = await find_all(page, parse_selector("role=combobox"), "select")
    having = [item for item in lists if await _has(item, wanted)]
    if len(having) == 1:
        return having[0]
    return await find_one(page, "role=combobox", "select")


async def _has(control: ElementHandle, wanted: str) -> bool:
    names = await control.evaluate("(el) => el.options ? [...el.options].map((option) => option.label.trim()) : []")
    return wanted.casefold() in [name.casefold() for name in names]


def _positions(wanted: str, names: Sequence[str]) -> list[int]:
    """Where the options that were named are; a name that holds a comma or an "and" is one name if an option has it."""
    at = {name: index for index, name in reversed(list(enumerate(names)))}
    at |= {name.casefold(): index for index, name in reversed(list(enumerate(names))) if name.casefold() not in at}
    found = _cut(wanted.strip(), at)
    if found is None:
        shown = ", ".join(repr(name) for name in names[:10])
        raise ToolFailure(f"there is no option {wanted!r} in that list: it has {shown}")
    return found


def _cut(text: str, at: Mapping[str, int]) -> list[int] | None:
    """The text as names of options joined by commas and "and", the longest first name that works; None if it is not."""
    whole = at.get(text, at.get(text.casefold()))
    if whole is not None:
        return [whole]
    for joint in reversed(list(_JOINTS.finditer(text))):
        first = at.get(text[: joint.start()], at.get(text[: joint.start()].casefold()))
        if first is not None:
            rest = _cut(text[joint.end() :], at)
            if rest is not None:
                return [first, *rest]
    return None


async def _set_value(control: ElementHandle, role: str, wanted: str) -> None:
    if role == "slider" and await control.evaluate("(el) => el.tagName !== 'INPUT'"):
        raise ToolFailure("that slider has no value that can be set: move it with keys")
    await fill(control, wanted)
    await control.press("Tab")
