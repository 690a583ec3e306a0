"""Opening, closing and changing tabs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall, Verdict
from goalwright.contracts.selector import SelectorStep
from goalwright.errors import ToolFailure
from goalwright.language.numerals import numerals
from goalwright.language.tables import table, words
from goalwright.tools.browser.in_page import look_in
from goalwright.tools.browser.locating import find_all
from goalwright.tools.browser.navigating import Navigation
from goalwright.tools.browser.pointing import press_on
from goalwright.tools.browser.session import Session

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

_FIGURES = re.compile(r"#?(\d+)")
_LISTED = 8


class Tabbing:
    """What a person does with tabs."""

    def __init__(self, session: Session, navigation: Navigation) -> None:
        self._session = session
        self._navigation = navigation
        self._changes: dict[tuple[str, str], Mapping[str, str]] = {}

    async def new_tab(self, before: Page, call: ToolCall) -> Mapping[str, Any]:
        """Open a tab, empty or at an address, and work in it from now on."""
        url = call.args.get("url")
        if url:
            self._session.guard.check(url)
        page = await self._session.context.new_page()
        await self._session.tabs.put(call, page)
        await self._note(call, before, opened=page)
        told = await self._navigation.go(page, url) if url else {"url": page.url}
        return {**told, "tab": self._session.tabs.pages.index(page) + 1}

    async def has_new_tab(self, page: Page, call: ToolCall) -> Verdict:
        """Whether the page is the one that was asked for; an empty tab looks like any other."""
        return await self._navigation.has_arrived(page, call) if call.args.get("url") else "unobservable"

    async def close_tab(self, page: Page, call: ToolCall) -> Mapping[str, Any]:
        """Close the tab; the last one leaves an empty one behind, so that the browser stays."""
        tabs = self._session.tabs
        told = {"closed": page.url}
        if len(tabs.pages) == 1:
            await tabs.put(call, await self._session.context.new_page())
        await page.close()
        left = tabs.current(call)
        if left is not None:
            await tabs.put(call, left)
            await left.bring_to_front()
        return told

    async def switch_tab(self, page: Page, call: ToolCall) -> Mapping[str, Any]:
        """Go to the tab with that number, that place, or that title or address; else to the page's own tab."""
        tabs, target = self._session.tabs.pages, call.args["target"]
        if not await _is_known(target, tabs) and (own := await _tab_of(page, target)) is not None:
            await press_on(own)
            await self._note(call, page)
            return {"url": page.url, "title": await page.title(), "tab": tabs.index(page) + 1}
        found = tabs[await _position(target, tabs, page)]
        await self._session.tabs.put(call, found)
        await self._note(call, page)
        await found.bring_to_front()
        return {"url": found.url, "title": await found.title(), "tab": tabs.index(found) + 1}

    async def changed(self, call: ToolCall, _before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What undo needs: the tab that was used before, and the one that was opened."""
        return self._changes.get((call.run_id, call.action_id))

    async def change_back(self, call: ToolCall, _before: Mapping[str, Any], inverse: Mapping[str, Any]) -> None:
        """Go back to the tab that was used before, if it is still there."""
        if not await self._session.connect(start=False):
            return
        tabs = self._session.tabs
        named = {await tabs.name_of(page): page for page in tabs.pages}
        back = named.get(inverse["back_to"])
        if back is not None:
            await tabs.put(call, back)
            await back.bring_to_front()
        opened = named.get(inverse.get("opened", ""))
        if opened is not None and len(named) > 1:
            await opened.close()

    async def _note(self, call: ToolCall, before: Page, opened: Page | None = None) -> None:
        tabs = self._session.tabs
        change = {"back_to": await tabs.name_of(before)}
        if opened is not None:
            change["opened"] = await tabs.name_of(opened)
        self._changes[call.run_id, call.action_id] = change


async def _is_known(target: str, tabs: Sequence[Page]) -> bool:
    """Whether a text is a number or a place of a tab, or the whole title or address of one."""
    wanted = _bare(target)
    if wanted in table("pages")["tab_steps"] or _place(wanted) is not None:
        return True
    said = target.strip().casefold()
    return any([said in ((await page.title()).casefold(), page.url.casefold()) for page in tabs])


async def _tab_of(page: Page, target: str) -> ElementHandle | None:
    """The only tab that a page itself has of that name, or what looks like one."""
    name, looking = target.strip(), "(el, name) => page.isCalled(page.nameOf(el), name) && page.isMenu(el)"
    for step in (SelectorStep("role", role="tab", name=name), SelectorStep("text", name)):
        called = [tab for tab in await find_all(page, (step,), "click") if await look_in(tab, looking, name)]
        if called:
            return called[0] if len(called) == 1 else None
    return None


def _bare(target: str) -> str:
    wanted = target.strip().casefold()
    while (shorter := _noise().sub("", wanted)) != wanted:
        wanted = shorter
    return wanted


@cache
def _noise() -> re.Pattern[str]:
    """Words around the number of a tab."""
    before, after = ("|".join(map(re.escape, table("pages")[group])) for group in ("before_tab", "after_tab"))
    return re.compile(rf"^(?:{before})\s+|\s+(?:{after})$")


def _place(wanted: str) -> int | None:
    """The place that a number, or a word for one, counts up to; None if it is neither."""
    known, figures = numerals(), _FIGURES.fullmatch(wanted)
    number = int(figures[1]) if figures else known.ordinal(wanted.removeprefix("#")) or known.units.get(wanted)
    return -1 if wanted in words("words", "last") else number - 1 if number else None


async def _position(target: str, tabs: Sequence[Page], here: Page) -> int:
    wanted = _bare(target)
    steps: dict[str, int] = table("pages")["tab_steps"]
    if wanted in steps:
        return (tabs.index(here) + steps[wanted]) % len(tabs)
    place = _place(wanted)
    if place is not None:
        if not -1 <= place < len(tabs):
            raise ToolFailure(f"there is no tab {target}: {len(tabs)} {'is' if len(tabs) == 1 else 'are'} open")
        return place % len(tabs)
    return await _named(target, tabs)


async def _named(target: str, tabs: Sequence[Page]) -> int:
    """The tab whose title or address is the text, else the only one that has it in it."""
    wanted = target.strip().casefold()
    titles = [await page.title() for page in tabs]

    def listed(places: Sequence[int]) -> str:
        return "; ".join(f"{at + 1} {titles[at] or tabs[at].url}"[:80] for at in places[:_LISTED])

    for fits in (lambda text: text == wanted, lambda text: wanted in text):
        found = [at for at, page in enumerate(tabs) if fits(titles[at].casefold()) or fits(page.url.casefold())]
        if len(found) == 1:
            return found[0]
        if found:
            raise ToolFailure(f"{target!r} may be any of {len(found)} tabs: {listed(found)}; give its number")
    raise ToolFailure(f"there is no tab {target!r}: the tabs are {listed(range(len(tabs)))}")
