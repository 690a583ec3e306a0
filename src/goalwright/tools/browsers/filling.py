"""Typing, pressing keys, and setting the value of every sort of input."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall, Verdict
from goalwright.errors import ToolFailure
from goalwright.tools.browsers.at_once import at_once
from goalwright.tools.browsers.locating import find_all, find_one, look_at
from goalwright.tools.browsers.pointing import ACTION_MS
from goalwright.tools.browsers.selectors import parse_selector

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

_TEXTBOX = parse_selector("role=textbox")
_KIND = """(el) => el.tagName === 'INPUT' ? el.type
    : el.tagName === 'TEXTAREA' ? 'textarea' : el.isContentEditable ? 'editable' : ''"""
_VALUE = "(el) => el.value !== undefined ? el.value : el.innerText"
_DATE = re.compile(r"\d+")
# Inputs whose value is set as a whole, in the form that HTML has for it.
_WHOLE = frozenset({"date", "time", "datetime-local", "month", "week", "color", "range"})


async def type_text(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Type into the field that the selector means; without one into the focused field, or the only one there is."""
    selector, text = call.args.get("selector"), call.args["text"]
    if selector and await at_once(page, selector, "type", lambda spot, _: spot.fill(text, timeout=ACTION_MS)):
        return {"typed": len(text)}
    await fill(await field(page, selector), text)
    return {"typed": len(text)}


async def is_typed(page: Page, call: ToolCall) -> Verdict:
    """Whether the field holds the text, where it can be read back."""
    selector = call.args.get("selector")
    try:
        if selector is None:
            value = await (await field(page, None, patience_s=0.5)).evaluate(_VALUE)
        else:
            value = await look_at(page, selector, "type", _VALUE, patience_s=0.5)
    except ToolFailure:
        return "unobservable"  # pages take fields away once they are filled
    return "yes" if str(value).strip() == str(call.args["text"]).strip() else "unobservable"


async def press(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Press a key, in the field that the selector means if there is one."""
    key, selector = call.args["key"], call.args.get("selector")
    if not selector:
        await page.keyboard.press(key)
    elif not await at_once(page, selector, "type", lambda spot, _: spot.press(key, timeout=ACTION_MS)):
        await (await find_one(page, selector, "type")).press(key, timeout=ACTION_MS)
    return {"pressed": key}


async def field(page: Page, selector: str | None, *, patience_s: float = 5.0) -> ElementHandle:
    """The field to type into."""
    if selector is not None:
        return await find_one(page, selector, "type", patience_s=patience_s)
    focused = (await page.evaluate_handle("() => document.activeElement")).as_element()
    if focused is not None and await focused.evaluate(f"(el) => !!({_KIND})(el) && el !== document.body"):
        return focused
    found = await find_all(page, _TEXTBOX, "type")
    if len(found) == 1:
        return found[0]
    return await find_one(page, "role=textbox", "type", patience_s=patience_s)


async def fill(element: ElementHandle, text: str) -> None:
    """Put a text into a field in place of what is there, as typing would."""
    kind = await element.evaluate(_KIND)
    if kind in _WHOLE:
        await element.fill(await whole_value(element, kind, text), timeout=ACTION_MS)
        return
    if not kind:
        inner = await element.query_selector("input, textarea, [contenteditable]")
        if inner is None:
            raise ToolFailure("nothing can be typed into that: name a field")
        element = inner
    await element.fill(text, timeout=ACTION_MS)


async def whole_value(element: ElementHandle, kind: str, text: str) -> str:
    """The text as the input wants it: dates are read in the order that the page's language has."""
    if kind in ("date", "datetime-local") and not re.match(r"\d{4}-\d\d-\d\d", text):
        order = await element.evaluate(
            """() => new Intl.DateTimeFormat(navigator.language).formatToParts(new Date())
                .map((part) => part.type).filter((type) => ['year', 'month', 'day'].includes(type))"""
        )
        numbers = _DATE.findall(text)
        if len(numbers) >= 3:
            if len(numbers[0]) == 4:
                order = ["year", "month", "day"]
            parts = dict(zip(order, numbers, strict=False))
            return f"{parts['year']:0>4}-{parts['month']:0>2}-{parts['day']:0>2}"
    if kind == "time" and (found := re.fullmatch(r"(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap])\.?m\.?", text.strip(), re.I)):
        hour = int(found[1]) % 12 + (12 if found[3].lower() == "p" else 0)
        return f"{hour:02}:{found[2]}"
    return text.strip()
