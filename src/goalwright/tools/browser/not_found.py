"""What is said where an element was not found, or several were: what there is, and how to say which is meant."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, TypeAlias

from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.tools.browser.at_once import each_in_words
from goalwright.tools.browser.frames import Steps
from goalwright.tools.browser.marking import mark

if TYPE_CHECKING:
    from playwright.async_api import Page

Look: TypeAlias = "Callable[[Page, Steps, str, str], Awaitable[list[Any]]]"
LISTED = 5
LIKE = 0.6
"""How alike two names are that one may be meant by the other."""
_MOST_NEAR = 30
_FIELDS = "input, select, textarea, [role=textbox], [role=combobox], [contenteditable]"
_PRESSED = "a[href], button, summary, [role=button], [role=link], [role=tab], [role=menuitem], [role=option], label"
_LABELS = "th, dt, label, legend, caption, h1, h2, h3, h4, [role=columnheader], [role=rowheader], [role=heading]"
# What is looked through for near names, by the way that found nothing.
_ALIKE: Mapping[str, str] = {"field": _FIELDS, "label": _FIELDS, "text": _PRESSED, "value": _LABELS}
_CALLED = (
    "(el) => page.visible(el) ? (page.nameOf(el) || page.besideText(el) || el.placeholder || '').slice(0, 40) : ''"
)


async def ambiguity(page: Page, selector: Selector, steps: Steps, purpose: str, look: Look) -> str:
    """That several things may be meant: a few of them, and words that tell one from the others."""
    seen = await look(page, steps, purpose, "(el, _at, all) => page.describe(el, all)")
    mark(page, steps, purpose)
    more = f" and {len(seen) - LISTED} more" if len(seen) > LISTED else ""
    described = "; ".join(each_in_words(seen)[:LISTED])
    what = selector.words()
    said = await _sayings(page, selector, purpose, seen, look)
    such_as = " or ".join(f'"{each}"' for each in (*said, f"the second {what}"))
    return f"{what} may be any of {len(seen)}: {described}{more}; say which, such as {such_as}"


async def _sayings(
    page: Page, selector: Selector, purpose: str, seen: Sequence[Mapping[str, Any]], look: Look
) -> list[str]:
    """How the first of several can be said by what stands near it, if that leaves just one: Delete by Ann Lee."""
    if len(selector.steps) > 1 or selector.last.way != "text" or purpose != "click":
        return []
    for near in dict.fromkeys(str(each["near"]) for each in seen[:LISTED] if each["near"]):
        is_sayable = len(near) <= _MOST_NEAR and near.isprintable() and '"' not in near and ">>" not in near
        steps = (SelectorStep("item", near), *selector.steps)
        if is_sayable and len(await look(page, steps, purpose, "() => 1")) == 1:
            return [f"{selector.last.value} by '{near}'"]
    return []


async def absence(page: Page, selector: Selector, purpose: str, waited_s: float, look: Look) -> str:
    """That there is no such thing, and what there is of its sort."""
    title = (await page.title())[:60]
    there = [repr(name) for name in await _instead(page, selector.steps, purpose, look)]
    instead = f"; there is {', '.join(there)}" if there else ": check its name on the page"
    where = f"on this page ({title or page.url[:60]}) after waiting {waited_s:.1f} s"
    what = selector.words()
    return f"{'nothing is' if what.startswith('what ') else 'there is no'} {what} {where}{instead}"


async def _instead(page: Page, steps: Steps, purpose: str, look: Look) -> list[str]:
    """What things of the sort that the steps look for are called on the page, those with a like name first.

    Of what can be pressed or read there is much on most pages: only what has a like name is named.
    """
    last = steps[-1]
    if last.way == "role" and last.name is not None:
        alike, wanted = SelectorStep("role", role=last.role), last.name
    elif last.way in _ALIKE:
        alike, wanted = SelectorStep("css", _ALIKE[last.way]), last.value
    else:
        return []
    names = await look(page, [*steps[:-1], alike], "read", _CALLED)
    once = list(dict.fromkeys(name for name in names if name))
    near = sorted((name for name in once if likeness(wanted, name) >= LIKE), key=lambda name: -likeness(wanted, name))
    is_any = last.way not in ("text", "value") or purpose in ("type", "select")
    if near or is_any:
        mark(page, [*steps[:-1], alike], "read")
    return [*near, *(name for name in once if is_any and name not in near)][:LISTED]


def likeness(wanted: str, name: str) -> float:
    """How alike two names are, from 0 to 1; a word that both have counts for much."""
    a, b = wanted.casefold(), name.casefold()
    shared = {word for word in a.split() if len(word) > 2} & set(b.split())
    return max(SequenceMatcher(None, a, b).ratio(), LIKE if shared else 0.0)
