"""Values of things that are not inputs of their kind: calendars behind a field, sliders, fields that hold a color."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

from goalwright.contracts.selector import SelectorStep
from goalwright.errors import ToolFailure
from goalwright.tools.browser.in_page import hold_in
from goalwright.tools.browser.input_values import DATE_ORDER, date_of, input_value
from goalwright.tools.browser.locating import find_all
from goalwright.tools.browser.pointing import ACTION_MS, press_on
from goalwright.tools.browser.sliding import slide
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, Page

_COLOR = re.compile(r"#?[0-9a-fA-F]{6}")
# What an element is: whether it only takes what a calendar gives, whether it slides, and what it holds.
_SORT = """(el) => [el.tagName === 'INPUT' && el.readOnly,
    el.tagName !== 'INPUT'
        && (el.getAttribute('role') === 'slider' || /handle|thumb|knob/i.test(el.getAttribute('class') || '')),
    el.tagName === 'INPUT' && el.type === 'text' ? el.value : '']"""
# A color in figures; nothing if it is not one.
_FIGURES = """(_el, text) => { const brush = document.createElement('canvas').getContext('2d');
    return CSS.supports('color', text) ? (brush.fillStyle = text, brush.fillStyle) : ''; }"""
OPENING_S = 2.0
MOST_MONTHS = 600


async def set_widget(element: ElementHandle, wanted: str) -> bool:
    """Give an element the value in the way that it takes it; whether it is one that needs a way of its own."""
    is_fixed, is_slider, value = await element.evaluate(_SORT)
    if is_fixed and date_of(wanted) is not None:
        await pick_day(element, wanted)
    elif is_slider:
        await slide(element, wanted)
    elif _COLOR.fullmatch(value) and (figures := await element.evaluate(_FIGURES, wanted.strip())):
        await element.fill(figures if value.startswith("#") else figures.lstrip("#").upper(), timeout=ACTION_MS)
        await element.press("Tab", timeout=ACTION_MS)
    else:
        return False
    return True


async def clock_or_calendar(page: Page, wanted: str) -> ElementHandle | None:
    """The only field for a time or a date on the page, if that is what is wanted."""
    for kind in ("time", "date"):
        with suppress(ToolFailure):
            input_value(kind, wanted)
            found = await find_all(page, (SelectorStep("role", role=kind),), "select")
            if len(found) == 1:
                return found[0]
    return None


async def pick_day(field: ElementHandle, wanted: str) -> None:
    """Open the calendar of a field that cannot be typed into, turn it to the month, and click the day."""
    frame = await field.owner_frame()
    if frame is None:
        raise ToolFailure("the page has changed meanwhile: try again")
    day = date.fromisoformat(input_value("date", wanted, await frame.evaluate(DATE_ORDER)))
    await press_on(field)
    for _ in range(MOST_MONTHS):
        element, is_day = await _next(frame, day)
        await press_on(element)
        if is_day:
            return
    raise ToolFailure(f"{day.isoformat()} is too far from the month that the calendar shows")


async def _next(frame: Frame, day: date) -> tuple[ElementHandle, bool]:
    """What to click next on the way to the day, once the calendar shows it."""
    code = "([year, month, day]) => page.dayStep(year, month, day)"

    async def step() -> tuple[ElementHandle, bool] | None:
        parts = await (await hold_in(frame, code, [day.year, day.month, day.day])).get_properties()
        element = parts["0"].as_element()
        return None if element is None else (element, bool(await parts["1"].json_value()))

    if (found := await until(step, OPENING_S)) is None:
        raise ToolFailure(f"there is no calendar to pick {day.isoformat()} in")
    return found
