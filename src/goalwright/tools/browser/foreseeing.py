"""Finding all fields that are about to be filled before the first of them is, so that no form stays half filled in."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from goalwright.contracts import PlannedAction, ToolCall
from goalwright.contracts.selector import Selector
from goalwright.errors import ContractViolation, ToolFailure
from goalwright.tools.browser.each import is_for_all
from goalwright.tools.browser.locating import find_one, look_at_all
from goalwright.tools.browser.selector_arg import optional_selector

if TYPE_CHECKING:
    from playwright.async_api import Page

TYPING = "browsers.type"
# What a field is looked for to do with it, by the tool.
_PURPOSES = {TYPING: "type", "browsers.select": "select", "browsers.check": "check", "browsers.uncheck": "check"}
_THERE = "() => true"
_PLACE = "(el) => [...document.querySelectorAll('input, textarea')].indexOf(el)"
# The last action up to which the fields on a page were found beforehand.
_foreseen: WeakKeyDictionary[Page, frozenset[str]] = WeakKeyDictionary()


async def foresee(page: Page, call: ToolCall) -> None:
    """Find every field that is filled right after this one; ToolFailure if one is not there, before anything is typed.

    What a choice or a click brings to the page is not there yet, so nothing behind one is looked for. A field that is
    hidden now is one that can be shown later.
    """
    if call.action_id in _foreseen.get(page, ()):
        return
    coming = [*_fields(call)]
    _foreseen[page] = frozenset(action.action_id for action, _, _ in coming)
    if not coming:
        return
    found = await asyncio.gather(*(_is_there(page, selector, purpose) for _, selector, purpose in coming))
    for is_there, (_, selector, purpose) in zip(found, coming, strict=True):
        if not is_there:
            await find_one(page, selector, purpose)  # it may be about to come; if not, this says what there is
    if (own := optional_selector(call)) is not None:
        await _need_apart(page, [own, *(selector for _, selector, purpose in coming if purpose == "type")])


async def _need_apart(page: Page, selectors: Sequence[Selector]) -> None:
    """ToolFailure if two that are called otherwise are one field: what is typed into it first would be lost."""
    seen: dict[int, Selector] = {}
    for selector in dict.fromkeys(selectors):
        found = await look_at_all(page, selector.steps, "type", _PLACE)
        at = found[0] if len(found) == 1 else -1
        if at >= 0 and at in seen:
            both = f"{seen[at].words()} and {selector.words()}"
            raise ToolFailure(
                f"{both} are the same field on this page, and nothing was typed: say which fields are meant"
            )
        seen[at] = selector


def _fields(call: ToolCall) -> Iterator[tuple[PlannedAction, Selector, str]]:
    for action in call.ahead:
        purpose = _PURPOSES.get(action.tool or "")
        selector = _selector(action)
        if purpose is None or selector is None:
            return
        yield action, selector, purpose
        if purpose != "type":
            return


def _selector(action: PlannedAction) -> Selector | None:
    """What an action names, if it is one thing that the plan itself tells, and no part of a form for logging in."""
    said = action.args.get("selector")
    try:
        selector = Selector.parse(said) if isinstance(said, str) else None
    except ContractViolation:
        return None
    is_one = selector is not None and not is_for_all(selector) and selector.last.way != "login"
    return selector if is_one else None


async def _is_there(page: Page, selector: Selector, purpose: str) -> bool:
    loose = tuple(step._replace(is_loose=True) for step in selector.steps)
    if await look_at_all(page, selector.steps, purpose, _THERE) or await look_at_all(page, loose, purpose, _THERE):
        return True
    return bool(await look_at_all(page, loose, "attached", _THERE))
