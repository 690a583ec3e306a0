"""Putting the entries of a list in order by dragging each to its place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from goalwright.errors import ToolFailure
from goalwright.tools.browser.in_page import hold_in, look_in

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

ORDERS = {"ascending": 1, "descending": -1}
MOST_ENTRIES = 50
_KEYS = """(el) => { const keyOf = (text) => [page.worth(text), text];
    return page.entriesIn(el).map((one) => keyOf(page.seenText(one)))
        .map(([worth, text]) => [Number.isNaN(worth) ? null : worth, text]); }"""
_ENTRY = "(el, at) => page.entriesIn(el)[at]"


async def sort_entries(
    holder: ElementHandle, order: str, move: Callable[[ElementHandle, int], Awaitable[None]]
) -> Mapping[str, Any]:
    """Bring the entries of a list into an order, by their numbers if all have one; `move` takes an entry to a place.

    ToolFailure if the page puts one elsewhere, or there are too many.
    """
    keys = await _keys(holder)
    if len(keys) > MOST_ENTRIES:
        raise ToolFailure(f"there are {len(keys)} entries, and at most {MOST_ENTRIES} are put in order by dragging")
    wanted = sorted(keys, reverse=ORDERS[order] < 0)
    moves = 0
    for place, key in enumerate(wanted):
        keys = await _keys(holder)
        if keys[place] == key:
            continue
        entry = (await hold_in(holder, _ENTRY, keys.index(key, place))).as_element()
        if entry is None:
            break
        await move(entry, place)
        moves += 1
    if await _keys(holder) != wanted:
        raise ToolFailure(f"the entries were dragged and are not {order}: the page put them elsewhere")
    return {"sorted": order, "moves": moves}


async def _keys(holder: ElementHandle) -> list[tuple[float, str]]:
    given = await look_in(holder, _KEYS)
    is_counted = all(worth is not None for worth, _ in given)
    return [(float(worth), "") if is_counted else (0.0, text.casefold()) for worth, text in given]
