"""Dates that a page takes in three parts: lists or fields for the day, the month and the year."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.language.tables import table
from goalwright.tools.browser.in_page import hold_in
from goalwright.tools.browser.input_values import DATE_ORDER, date_of
from goalwright.tools.browser.options import OPTIONS, Option, choose_options
from goalwright.tools.browser.pointing import ACTION_MS

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle


async def set_date_parts(control: ElementHandle, wanted: str) -> bool:
    """Give a date to the three parts that a control is one of; whether it is one, and a date is wanted."""
    if date_of(wanted) is None:
        return False
    day = date_of(wanted, await control.evaluate(DATE_ORDER))
    parts = await (await hold_in(control, "(el) => page.datePartsOf(el) || []")).get_properties()
    elements = [handle.as_element() for handle in parts.values()]
    if day is None or not elements:
        return False
    for part, names in zip(elements, _spellings(day), strict=True):
        if part is not None:
            await _set(part, names)
    return True


def _spellings(day: date) -> tuple[Sequence[str], ...]:
    """How the day, the month and the year may be written, the plainest first."""
    month = table("dates")["months"][day.month - 1]
    return (
        (str(day.day), f"{day.day:02}"),
        (str(day.month), f"{day.month:02}", month, month[:3]),
        (str(day.year), f"{day.year % 100:02}"),
    )


async def _set(part: ElementHandle, names: Sequence[str]) -> None:
    options: list[Option] | None = await part.evaluate(OPTIONS)
    if options is None:
        if await part.evaluate("(el) => el.getAttribute('role') === 'spinbutton' && el.isContentEditable"):
            await part.focus()
            await part.type(names[1] if len(names[0]) < len(names[1]) else names[0], timeout=ACTION_MS)
            return
        await part.fill(names[0], timeout=ACTION_MS)
        return
    called = {name.casefold() for name, _, _ in options}
    fitting = [name for name in names if name in called]
    if not fitting:
        raise ToolFailure(f"there is no {' or '.join(names)} in that list of days, months or years")
    await choose_options(part, fitting[0], options)
