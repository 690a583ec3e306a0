"""The options of the browser's own lists: which of them a text names, and choosing them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from goalwright.errors import ToolFailure
from goalwright.tools.browser.pointing import ACTION_MS

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

Option: TypeAlias = tuple[str, bool, str]
"""An option's name, whether it is off, and its value."""
OPTIONS = """(el) => el.tagName === 'SELECT' ? [...el.options].map((option) => [
    option.label.replace(/\\s+/g, ' ').trim(), option.disabled || !!option.closest('optgroup[disabled]'),
    option.value]) : null"""
"""What gives the options of one of the browser's own lists; null for anything else."""
_KEPT = "(el) => el.multiple ? [...el.selectedOptions].map((option) => option.index) : []"
ANYTHING = "*"
_JOINTS = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*;\s*")
_INNER = re.compile(r"\((.+)\)$")
# Signs before a word, which people do not say; those behind a name, or before a figure, belong to it: C++, -5.
_BETWEEN = re.compile(r"[\W_]+(?=[^\W\d])|\s+")
_PARTS_OF_NAMES = tuple("-\N{HYPHEN}+#")
_SHOWN = 10


async def choose_options(
    control: ElementHandle, wanted: str, options: Sequence[Option], *, is_added: bool = False
) -> list[str]:
    """Choose the options that a text names in a list; what they are called.

    A list that holds several keeps those that are chosen already if they are added.
    """
    positions = positions_of(wanted, options)
    for position in positions:
        if options[position][1]:
            raise ToolFailure(f"the option {options[position][0]!r} is disabled: choose another one")
    # A list that is hidden has a widget of the page's in its place, which follows it.
    is_hidden = not await control.is_visible()
    kept = await control.evaluate(_KEPT) if is_added else []
    await control.select_option(index=[*kept, *positions], timeout=ACTION_MS, force=is_hidden)
    return [options[position][0] for position in positions]


def positions_of(wanted: str, options: Sequence[Option]) -> list[int]:
    """Where the options that were named are; a name that holds a comma or an "and" is one name if an option has it."""
    names = [name for name, _, _ in options]
    at = {name: index for index, name in reversed(list(enumerate(names)))}
    at |= {name.casefold(): index for index, name in reversed(list(enumerate(names))) if name.casefold() not in at}
    found = _cut(wanted.strip(), at)
    if found is None and is_pattern(wanted) and (fitting := matching(wanted, names)) is not None:
        found = [at[fitting]]
    found = found or _short_for(wanted.strip(), options)
    if not found:
        raise ToolFailure(no_option(wanted, names))
    return found


def _short_for(wanted: str, options: Sequence[Option]) -> list[int] | None:
    """The only option that a text is another name for, else the only one that has its words and begins with them."""
    same = [place for place, option in enumerate(options) if _is_same(wanted, option)]
    if same:
        return same if len(same) == 1 else None
    words = re.compile(rf"(?<!\w){re.escape(wanted.casefold())}(?!\w)") if wanted else None
    having = [place for place, option in enumerate(options) if words and words.search(option[0].casefold())]
    if len(having) != 1:
        return None
    name = options[having[0]][0].casefold()
    return having if name.startswith(wanted.casefold()) and name[len(wanted) :][:1] not in _PARTS_OF_NAMES else None


def _is_same(wanted: str, option: Option) -> bool:
    """Whether a text is an option's name but for its signs or its case, what stands in its brackets, or its value."""
    name, said = option[0].casefold(), wanted.casefold()
    inner = _INNER.search(name)
    plain = _BETWEEN.sub(" ", name).strip()
    return bool(said) and (
        said in {option[2].casefold(), inner[1] if inner else name}
        or _BETWEEN.sub(" ", said).strip() in {plain, plain.removeprefix("+")} - {""}
    )


def pieces_of(wanted: str) -> list[str]:
    """A text as the names that it joins with commas and "and"."""
    return [piece for piece in _JOINTS.split(wanted.strip()) if piece]


def is_pattern(wanted: str) -> bool:
    """Whether a text stands for all names that start or end as it does."""
    return ANYTHING in wanted


def matching(wanted: str, names: Sequence[str]) -> str | None:
    """The first name that starts and ends as a pattern does, best letter by letter; None if there is none."""
    start, _, end = (part.strip() for part in wanted.partition(ANYTHING))
    for same in (str, str.casefold):
        for name in names:
            if same(name).startswith(same(start)) and same(name).endswith(same(end)):
                return name
    return None


def no_option(wanted: str, names: Sequence[str]) -> str:
    """The sentence for an option that a list does not have."""
    shown = ", ".join(repr(name) for name in names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")
    return f"there is no option {wanted!r} in that list" + (f": it has {shown}" if shown else ": it is empty")


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
