"""Picking a day in a calendar that the page draws itself."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browser.frames import page_code
from goalwright.tools.browser.input_values import DATE_ORDER, input_value
from goalwright.tools.browser.pointing import press_on
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame

OPENING_S = 2.0
MOST_MONTHS = 600


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
    code = f"([year, month, day]) => {page_code()}.dayStep(year, month, day)"

    async def step() -> tuple[ElementHandle, bool] | None:
        parts = await (await frame.evaluate_handle(code, [day.year, day.month, day.day])).get_properties()
        element = parts["0"].as_element()
        return None if element is None else (element, bool(await parts["1"].json_value()))

    if (found := await until(step, OPENING_S)) is None:
        raise ToolFailure(f"there is no calendar to pick {day.isoformat()} in")
    return found
