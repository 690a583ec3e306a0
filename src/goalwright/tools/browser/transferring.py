"""Moving things between two lists that stand side by side, with the button between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from goalwright.contracts.selector import Selector
from goalwright.errors import ToolFailure
from goalwright.tools.browser.in_page import hold_in
from goalwright.tools.browser.options import OPTIONS, pieces_of, positions_of
from goalwright.tools.browser.pointing import ACTION_MS, press_on
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

MOVES = {"move": True, "take_out": False}
"""Modes of choosing that move something, by whether it goes into the list that is named."""
MOVING_S = 3.0


async def transfer(page: Page, selector: Selector, wanted: str, mode: str) -> list[str]:
    """Move what is named into a list, or out of it, and read it back; what was moved."""
    name = selector.last.value or selector.last.name or ""
    moved = []
    for option in pieces_of(wanted):
        await _move(page, name, option, is_into=MOVES[mode])
        moved.append(option)
    return moved


async def _move(page: Page, name: str, option: str, *, is_into: bool) -> None:
    found = await until(lambda: _lists(page, name, option, is_into=is_into), MOVING_S)
    if found is None:
        raise ToolFailure(
            f"there are no two lists side by side, one of them {name!r}, that have {option!r}: check the names"
        )
    source, way, is_there = found
    if is_there:
        return
    if way is None:
        raise ToolFailure(f"nothing between the two lists moves {option!r}: name the button that does")
    await _chosen(source, option)
    await press_on(way)

    async def is_moved() -> bool:
        seen = await _lists(page, name, option, is_into=is_into)
        return seen is not None and seen[2]

    if not await until(is_moved, MOVING_S):
        raise ToolFailure(f"{option!r} was chosen and the button pressed, and it has not moved")


async def _chosen(source: ElementHandle, option: str) -> None:
    options = await source.evaluate(OPTIONS)
    if options is None:
        code = """(el, name) => [...el.querySelectorAll('[role=option]')]
            .find((one) => page.isCalled(one.innerText, name))"""
        entry = (await hold_in(source, code, option)).as_element()
        if entry is not None:
            await press_on(entry)
        return
    await source.select_option(index=positions_of(option, options), timeout=ACTION_MS)


async def _lists(
    page: Page, name: str, option: str, *, is_into: bool
) -> tuple[ElementHandle, ElementHandle | None, bool] | None:
    """The list that the option goes out of, what moves it, and whether it is where it is to be."""
    code = """([option, name, isInto]) => {
        const found = page.transferOf(option, name, isInto);
        return found && [found.from, found.way, found.isThere]; }"""
    given: Any = await hold_in(page.main_frame, code, [option, name, is_into])
    parts = await given.get_properties()
    source = parts["0"].as_element() if "0" in parts else None
    if source is None:
        return None
    return source, parts["1"].as_element(), bool(await parts["2"].json_value())
