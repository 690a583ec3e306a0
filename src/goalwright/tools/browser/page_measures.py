"""What several things on a page come to: how many they are, their sum, their texts, or a table with its header."""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING, Any

from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.errors import ToolFailure
from goalwright.tools.browser.frames import Steps
from goalwright.tools.browser.in_page import look_in
from goalwright.tools.browser.locating import PATIENCE_S, find_one, look_at_all
from goalwright.tools.browser.paging import turn_over
from goalwright.tools.browser.sums import worked_out
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import Page

_CHOOSING = frozenset({"most", "least", "all"})
# What no attribute is: things that are not so are all that have the attribute.
_NOTHING = "\x1f\x1f"
_TEXT = "(el) => page.valueIn(el)"
_WORTH = "(el) => page.worth(page.valueIn(el))"


async def measured(page: Page, selector: Selector, measure: str) -> str:
    """The count, sum or average of what a selector means, its texts a line each, or its table as CSV."""
    if measure == "table":
        return await _table(page, selector)
    if measure == "solve":
        return await _solved(page, selector)
    if measure == "count":
        return str(len(await _seen_over(page, selector, _TEXT)))
    if measure == "list":
        texts = [str(text) for text in await _seen_over(page, selector, _TEXT)]
        return "\n".join(text for text in texts if text)
    values = await _seen_over(page, selector, _WORTH)
    if not values or any(value is None or math.isnan(value) for value in values):
        raise ToolFailure(f"not every {selector.words()} is a number: name something that is one in all of them")
    total = math.fsum(values)
    return _written(total if measure == "sum" else total / len(values))


async def _seen_over(page: Page, selector: Selector, look: str) -> list[Any]:
    """What a look gives for everything a selector means, on the pages behind this one too if it says so."""
    seen = await _seen(page, selector, look)
    turns = 0
    while selector.is_paged and await turn_over(page, turns):
        turns += 1
        seen += await _seen(page, selector, look)  # a page without any such thing is not taken for one with none
    return seen


async def _solved(page: Page, selector: Selector) -> str:
    """The answer to the one sum that a part of the page asks."""
    given = await look_at_all(page, selector.steps, "read", "(el) => page.sumsIn(el)")
    asked = [sum_ for sums in given for sum_ in sums]
    if len(asked) != 1:
        raise ToolFailure(f"there {'is no sum' if not asked else f'are {len(asked)} sums'} on this page to work out")
    return worked_out(asked[0])


async def _seen(page: Page, selector: Selector, look: str) -> list[Any]:
    """What a look gives for everything a selector means. None at all is an answer only if there is something to choose
    from."""
    steps: Steps = selector.steps
    chosen = [_unchosen(step) for step in steps if step.way not in _CHOOSING]

    async def there() -> list[Any]:
        return await look_at_all(page, [*steps, SelectorStep("all")], "read", look) or await look_at_all(
            page, [*chosen, SelectorStep("all")], "read", look
        )

    if not await until(there, PATIENCE_S):
        raise ToolFailure(f"there is no {selector.words()} on this page after waiting {PATIENCE_S:g} s")
    return await look_at_all(page, [*steps, SelectorStep("all")], "read", look)


def _unchosen(step: SelectorStep) -> SelectorStep:
    """A step that finds all things that a condition can be asked of, whether they meet it or not."""
    if step.way != "where":
        return step
    return SelectorStep("where", f"{step.value.partition(']')[0]}] not {_NOTHING}")


async def _table(page: Page, selector: Selector) -> str:
    rows = await _rows(page, selector)
    turns = 0
    while selector.is_paged and await turn_over(page, turns):
        turns += 1
        more = await _rows(page, selector)
        rows += more[more[:1] == rows[:1] :]  # each page has the header again
    if not rows:
        raise ToolFailure("that table has no rows")
    if len(rows) == 1 and await _has_heads_alone(page, selector):
        raise ToolFailure("that table shows its header and no rows: what is below it may be a table of its own")
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


async def _has_heads_alone(page: Page, selector: Selector) -> bool:
    table = await find_one(page, selector, "read")
    return not await table.evaluate("(el) => el.querySelector('td, [role=cell], [role=gridcell], [role=rowheader]')")


async def _rows(page: Page, selector: Selector) -> list[list[str]]:
    table = await find_one(page, selector, "read")
    return list(await look_in(table, "(el) => page.tableRows(el)"))


def _written(number: float) -> str:
    rounded = round(number, 2)
    return str(int(rounded)) if rounded == int(rounded) else f"{rounded:.2f}"
