"""Typing, and setting the value of every sort of input."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from goalwright.contracts import ToolCall, Verdict
from goalwright.contracts.selector import Selector
from goalwright.errors import ToolFailure
from goalwright.tools.browser.at_once import READY, at_once, at_same
from goalwright.tools.browser.date_parts import set_date_parts
from goalwright.tools.browser.in_page import look_in
from goalwright.tools.browser.input_values import DATE_ORDER, VALUED, date_of, input_value
from goalwright.tools.browser.lists import take_in_list
from goalwright.tools.browser.locating import PATIENCE_S, act_on, describe, find_one, look_at
from goalwright.tools.browser.options import OPTIONS, choose_options
from goalwright.tools.browser.page_code import script
from goalwright.tools.browser.pointing import ACTION_MS, clicked_when, press_on
from goalwright.tools.browser.selector_arg import optional_selector, selector_arg
from goalwright.tools.browser.sliding import press_to
from goalwright.tools.browser.text_places import PLACES, put_line, replace_in_editor
from goalwright.tools.browser.typed_dates import put_date
from goalwright.tools.browser.widgets import pick_day

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, Locator, Page

REACTING_S = 1.0
_SORT = """(el) => el.tagName === 'INPUT' ? el.type : el.tagName === 'SELECT' ? 'select'
    : el.tagName === 'TEXTAREA' ? 'textarea' : el.isContentEditable ? 'editable' : ''"""
_FIXED = f"(el) => [({_SORT})(el), Boolean(el.readOnly)]"
_VALUE = f"""(el) => [({_SORT})(el),
    el.tagName === 'SELECT' ? [...el.selectedOptions].map((one) => one.label).join(', ')
    : el.value !== undefined ? el.value : el.innerText]"""
_INNER = (
    "(el) => el.querySelector('input:not([type=hidden]), textarea, [contenteditable]:not([contenteditable=false])')"
)
# The role of an editor: a field in it only takes its keys, and holds nothing of what it shows.
_EDITOR = "textbox"

# A color as #rrggbb; what is none leaves the one that was there.
_COLOR = """(el, text) => { const brush = document.createElement('canvas').getContext('2d');
    brush.fillStyle = '#010203'; brush.fillStyle = text; return brush.fillStyle; }"""
_NO_COLOR = "#010203"
_LIMITS = "(el) => [el.min || '0', el.max || '100', el.step && el.step !== 'any' ? el.step : '']"
# A page that listens to keys instead of changes hears one that does nothing.
_IDLE_KEY = """(el) => { for (const type of ['keydown', 'keyup']) el.dispatchEvent(
    new KeyboardEvent(type, { key: 'Shift', code: 'ShiftLeft', bubbles: true, composed: true })); }"""
_SUGGESTS = """(el) => /^(list|both)$/.test(el.getAttribute('aria-autocomplete'))
    || el.getAttribute('role') === 'combobox'"""
# Whether a text may be put into a field at once, in place of what is there: by whether that is to be replaced.
_AT_ONCE = ("(el) => page.isReady(el, purpose, steps) && !el.value", READY)
# The field without a name that was last typed into on a page, and when.
_nameless: WeakKeyDictionary[Page, tuple[ElementHandle, float]] = WeakKeyDictionary()
# When something was last typed into a field of a page that suggests what fits.
typed_when: WeakKeyDictionary[Page, float] = WeakKeyDictionary()
_TYPED = frozenset({"text", "search", "email", "tel", "url", "password", "textarea", "editable"})
_WIDGETS = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})


async def type_text(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Type into the field that the selector means; without one into the focused field, or the only one there is.

    What a field of text holds stays, and the text comes where the cursor is, unless the call says otherwise.
    """
    selector, text = optional_selector(call), call.args["text"]
    mode = "replace" if not text else call.args.get("mode") or "insert"

    async def filled(element: ElementHandle) -> None:
        if mode in PLACES:
            await put_line(element, text, mode, str(call.args.get("line") or ""))
            return
        await fill(element, text, mode)
        _noted(page, await element.evaluate(_SUGGESTS))

    if selector is None:
        nameless = await _next_field(page)
        await filled(nameless)
        _nameless[page] = (nameless, asyncio.get_running_loop().time())
    elif (
        mode in PLACES
        or date_of(text) is not None
        or not await at_once(
            page, selector, "type", lambda spot: _typed_at(spot, text), fits=_AT_ONCE[mode == "replace"]
        )
    ):
        await act_on(page, selector, "type", filled)
    return {"typed": len(text)}


async def search(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Search in a field of the page."""
    query = str(call.args["query"])

    async def searched(element: ElementHandle) -> None:
        await fill(element, query)
        await element.press("Enter", timeout=ACTION_MS)

    await act_on(page, selector_arg(call), "type", searched)
    return {"searched": query}


async def is_typed(page: Page, call: ToolCall) -> Verdict:
    """Whether the field holds the text, where that can be read back: pages may reformat what they get."""
    selector, text = optional_selector(call), str(call.args["text"])
    if selector is not None and selector.last.way == "login":
        return "unobservable"  # nothing is typed where one is logged in already
    try:
        if selector is None:
            kind, value = await (await field(page, None, patience_s=0.5)).evaluate(_VALUE)
        else:
            kind, value = await look_at(page, selector, "type", _VALUE, patience_s=0.5)
        order = await page.evaluate(DATE_ORDER) if kind in ("date", "datetime-local") else ()
        wanted = text if kind == "color" else input_value(kind, text, order)
    except ToolFailure:
        return "unobservable"  # pages remove fields once they are filled
    held = str(value).strip()
    is_held = held.casefold() == wanted.strip().casefold() or (
        text and call.args.get("mode") != "replace" and kind in _TYPED and _bare(wanted) in _bare(held)
    )
    if is_held or (kind == "color" and not wanted.startswith("#")):
        return "yes"
    is_cut = held and (wanted.startswith(held) or _has_lost(wanted, held)) and date_of(text) is None
    return "no" if is_cut else "unobservable"  # a date may be in three parts


def _has_lost(wanted: str, held: str) -> bool:
    """Whether a field took in some of the letters and digits, and nothing else; zeros come and go with formats."""
    asked, there = (
        Counter(char for char in text.casefold() if char.isalnum() and char != "0") for text in (wanted, held)
    )
    return bool(asked - there) and not there - asked


async def field(page: Page, selector: Selector | None, *, patience_s: float | None = None) -> ElementHandle:
    if selector is not None:
        return await find_one(page, selector, "type", patience_s=patience_s)
    focused = await _focused(page.main_frame)
    return focused or await find_one(page, Selector.parse("role=textbox"), "type", patience_s=patience_s)


async def fill(element: ElementHandle, text: str, mode: str = "replace") -> None:
    """Put a text into a field, as typing would; in a list it is chosen.

    In a field of text it takes the place of what is there, or comes at the cursor (`insert`) or the end (`append`).
    """
    kind, is_fixed = await element.evaluate(_FIXED)
    if is_fixed and date_of(text) is not None:
        await pick_day(element, text)
    elif is_fixed and await _stays_fixed(element):
        if await take_in_list(element, text, is_editable=False) is None:
            raise ToolFailure(f"{await describe(element)} cannot be edited, and has no {text!r} to choose")
    elif await set_date_parts(element, text):
        return
    elif kind == "text" and mode != "append" and date_of(text) is not None:
        await put_date(element, text, _typed)
    elif kind in _TYPED:
        await (_typed(element, text) if mode == "replace" or kind == "password" else _written(element, text, mode))
    elif kind == "range" and not await look_in(element, "(el) => page.visible(el)"):
        await press_to(element, await _fitting(element, kind, text))
    elif kind in VALUED:
        await element.fill(await _fitting(element, kind, text), timeout=ACTION_MS)
    elif kind == "select":
        await choose_options(element, text, await element.evaluate(OPTIONS))
    else:
        await _filled_inside(element, text, mode)


async def _filled_inside(element: ElementHandle, text: str, mode: str) -> None:
    """Put a text into what an element that is no field itself has for it."""
    inner = (await element.evaluate_handle(_INNER)).as_element()
    role = await look_in(element, "(el) => page.roleOf(el)")
    if inner is not None and role != _EDITOR:
        await fill(inner, text, mode)
    elif mode == "replace" and await element.evaluate(script("editor_text")) is not None:
        await replace_in_editor(element, text)
    elif role in _WIDGETS:
        await _typed_where_it_goes(element, text, mode)
    else:
        raise ToolFailure(f"nothing can be typed into {await describe(element)}: name a field")


async def _stays_fixed(element: ElementHandle) -> bool:
    """Whether a field stays read-only when it has the focus: some are so only to keep browsers from filling them in."""
    await element.focus()
    return bool(await element.evaluate("(el) => el.readOnly"))


async def held_value(element: ElementHandle, text: str) -> str:
    """The text as the element holds it once it is put there."""
    kind = await element.evaluate(_SORT)
    return await _fitting(element, kind, text) if kind in VALUED else text


async def _typed_at(spot: Locator, text: str) -> None:
    await spot.fill(text, timeout=ACTION_MS)
    _noted(spot.page, await at_same(spot.page, f"(el) => {{ ({_IDLE_KEY})(el); return ({_SUGGESTS})(el); }}"))


async def _next_field(page: Page) -> ElementHandle:
    """The field to type into when none is named. After a click the page may show another one, which is waited for.

    The one that was filled before, and still holds its text, is not the next one: ToolFailure if there is no other.
    """
    loop = asyncio.get_running_loop()
    last, typed_at = _nameless.get(page, (None, 0.0))
    clicked_at = clicked_when.get(page, -PATIENCE_S)
    if last is None or clicked_at < typed_at:
        return await field(page, None)
    end = clicked_at + PATIENCE_S
    while True:
        await page.evaluate(f"(most_ms) => ({script('quiet')})(null, most_ms)", REACTING_S * 1000)
        found = await field(page, None)
        if not await _holds_still(found, last):
            return found
        if loop.time() >= end:
            raise ToolFailure(f"{await describe(found)} holds what was typed before: name the field you mean")


async def _holds_still(found: ElementHandle, last: ElementHandle) -> bool:
    """Whether a field is the one that was filled last, and is not empty."""
    from playwright.async_api import Error

    with suppress(Error):  # the page of the last one is gone, so this is another field
        return bool(await found.evaluate("(el, last) => el === last && Boolean(el.value || el.innerText)", last))
    return False


def _noted(page: Page, is_suggesting: object) -> None:
    if is_suggesting:
        typed_when[page] = asyncio.get_running_loop().time()


async def _typed(element: ElementHandle, text: str) -> None:
    from playwright.async_api import Error

    await element.fill(text, timeout=ACTION_MS)
    with suppress(Error):  # the page may have removed the field
        await element.evaluate(_IDLE_KEY)


async def _written(element: ElementHandle, text: str, mode: str) -> None:
    """Write a text at the cursor of a field, or at its end if it has none; what the field holds stays."""
    await element.wait_for_element_state("editable", timeout=ACTION_MS)
    held, holds = await element.evaluate(script("insert"), [text, mode == "append"])
    if _bare(held) and _bare(held) not in _bare(holds) and _bare(text) not in _bare(holds):
        raise ToolFailure(f"{await describe(element)} took neither the text nor kept what it held: look at it")


def _bare(text: str) -> str:
    """A text without what pages change of it: spaces, line ends and case."""
    return "".join(text.split()).casefold()


async def _fitting(element: ElementHandle, kind: str, text: str) -> str:
    """The text as the input takes it: dates are read in the order that the page's language has."""
    if kind == "color":
        color = str(await element.evaluate(_COLOR, text.strip()))
        if not color.startswith("#") or (color == _NO_COLOR and text.strip() != _NO_COLOR):
            raise ToolFailure(f"{text!r} is not a color: write it like #ff8800, or orange")
        return color
    value = input_value(kind, text, await element.evaluate(DATE_ORDER))
    if kind == "range":
        least, most, step = await element.evaluate(_LIMITS)
        if not float(least) <= float(value) <= float(most):
            by = f" in steps of {step}" if step else ""
            raise ToolFailure(f"{await describe(element)} takes {least} to {most}{by}, not {value}")
    return value


async def _focused(frame: Frame) -> ElementHandle | None:
    """The field that keys go to, if they go to one."""
    element = await active(frame)
    return element if element is not None and await element.evaluate(_SORT) in _TYPED | VALUED else None


async def active(frame: Frame) -> ElementHandle | None:
    """The element that keys go to, in any frame."""
    element = (await frame.evaluate_handle(script("active"))).as_element()
    inner = None if element is None else await element.content_frame()
    return element if inner is None else await active(inner)


async def _typed_where_it_goes(widget: ElementHandle, text: str, mode: str) -> None:
    """Type into a widget that takes keys in some other place, such as an editor with a hidden field.

    That field may hold nothing of what the editor shows: keys, which the editor knows, move the cursor and select.
    """
    frame = await widget.owner_frame()
    is_there = await widget.evaluate("(el) => el.contains(el.getRootNode().activeElement)")
    if not is_there:
        await press_on(widget)
    into = None if frame is None else await _focused(frame)
    if into is None or frame is None:
        raise ToolFailure(f"nothing can be typed into {await describe(widget)}: name a field")
    if mode == "replace":
        await into.press("ControlOrMeta+a", timeout=ACTION_MS)
        await into.press("Delete", timeout=ACTION_MS)
    elif mode == "append" or not is_there:
        await into.press("ControlOrMeta+End", timeout=ACTION_MS)
    await frame.page.keyboard.insert_text(text)
