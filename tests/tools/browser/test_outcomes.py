"""A page that turns away what was sent is a failure, with the page's own words; one that takes it is not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping

import pytest

from goalwright.errors import ToolFailure
from tools.browser.answering_pages import ACCEPTING, REJECTING, Case
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site, serving

AT_ONCE = 3


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with serving() as site:
        yield site


async def problem(desk: PageDesk, site: Site, case: Case, tab: int) -> str:
    """Why what the case presses failed; nothing if it did not."""
    await desk.doing(desk.call("navigate", tab=tab, url=case.put(site)))
    try:
        await desk.doing(desk.call("press" if "key" in case.press else "click", tab=tab, **case.press))
    except ToolFailure as failure:
        return failure.problem
    return ""


def problems(desk: PageDesk, site: Site, cases: Mapping[str, Case]) -> Mapping[str, str]:
    """Why each case failed. Several tabs work at the same time: most of the time is spent waiting."""
    waiting, found = list(cases.items()), {}

    async def work(tab: int) -> None:
        while waiting:
            name, case = waiting.pop(0)
            found[name] = await problem(desk, site, case, tab)

    async def work_all() -> None:
        await asyncio.gather(*(work(tab) for tab in range(1, AT_ONCE + 1)))

    desk.run(work_all())
    return found


def test_there_are_pages_of_many_sorts() -> None:
    assert len(REJECTING) >= 40
    assert len(ACCEPTING) >= 25


@pytest.fixture(scope="module")
def rejected(same_tab: PageDesk, pages: Site) -> Mapping[str, str]:
    return problems(same_tab, pages, REJECTING)


@pytest.mark.parametrize("name", REJECTING)
def test_a_page_that_turns_it_away_is_a_failure_in_its_own_words(rejected: Mapping[str, str], name: str) -> None:
    assert REJECTING[name].says in rejected[name]
    assert rejected[name]


@pytest.fixture(scope="module")
def accepted(same_tab: PageDesk, pages: Site) -> Mapping[str, str]:
    return problems(same_tab, pages, ACCEPTING)


@pytest.mark.parametrize("name", ACCEPTING)
def test_a_page_that_takes_it_is_no_failure(accepted: Mapping[str, str], name: str) -> None:
    assert accepted[name] == ""
