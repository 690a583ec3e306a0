"""The options of lists that browsers have themselves: which of them a text names, and choosing them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browsers.pointing import ACTION_MS
from goalwright.tools.browsers.suggestions import is_pattern, matching

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

OPTIONS = """(el) => el.tagName === 'SELECT' ? [...el.options].map((option) => [
    option.label.replace(/\\s+/g, ' ').trim(), option.disabled || !!option.closest('optgroup[disabled]')]) : null"""
"""What gives the options of a list with whether they are off; null if it is none of the browser's own."""
_JOINTS = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*;\s*")
_SHOWN = 10


async def choose_options(control: ElementHandle, wanted: str, options: Sequence[tuple[str, bool]]) -> list[str]:
    """Choose the options that a text names in a list; what they are called."""
    names = [name for name, _ in options]
    positions = positions_of(wanted, names)
    for position in positions:
        if options[position][1]:
            raise ToolFailure(f"the option {names[position]!r} is disabled: choose another one")
    # A list that is hidden has a widget of the page's in its place, which follows it.
    is_hidden = not await control.is_visible()
    await control.select_option(index=positions, timeout=ACTION_MS, force=is_hidden)
    return [names[position] for position in positions]


def positions_of(wanted: str, names: Sequence[str]) -> list[int]:
    """Where the options that were named are; a name that holds a comma or an "and" is one name if an option has it."""
    at = {name: index for index, name in reversed(list(enumerate(names)))}
    at |= {name.casefold(): index for index, name in reversed(list(enumerate(names))) if name.casefold() not in at}
    found = _cut(wanted.strip(), at)
    if found is None and is_pattern(wanted) and (fitting := matching(wanted, names)) is not None:
        found = [at[fitting]]
    if found is None:
        raise ToolFailure(no_option(wanted, names))
    return found


def no_option(wanted: str, names: Sequence[str]) -> str:
    """The sentence for an option that a list does not have."""
    shown = ", ".join(repr(name) for name in names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")
    return f"there is no option {wanted!r} in that list" + (f": it has {shown}" if shown else ", nor any other")


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
