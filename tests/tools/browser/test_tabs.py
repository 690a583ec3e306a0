"""Tabs: the page that an action works in, popups, crashes, and what a person does with tabs."""

from __future__ import annotations

import asyncio

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Answer, Site

OPENERS = {
    "window.open": "<button onclick=\"window.open('/popup')\">open</button>",
    "target blank": "<a href=/popup target=_blank>open</a>",
    "without an opener": "<a href=/popup target=_blank rel=noopener>open</a>",
}


@pytest.mark.parametrize("body", OPENERS.values(), ids=OPENERS)
@pytest.mark.parametrize("delay_s", [0.0, 0.5])
@pytest.mark.sampled(2)
def test_a_page_that_a_click_opens_is_worked_in_from_then_on(
    desk: PageDesk, site: Site, body: str, delay_s: float
) -> None:
    site.pages["/popup"] = Answer("<title>Popup</title>the popup", delay_s=delay_s)
    desk.do("navigate", url=site.page(body))
    desk.do("click", selector="text=open")
    assert desk.do("read")["text"] == "the popup"
    desk.do("close_tab")
    assert desk.do("read")["text"] == "open"


def test_a_popup_of_an_earlier_command_is_not_waited_for(
    desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.pages["/popup"] = "<title>Popup</title>the popup"
    desk.do("navigate", url=site.page(OPENERS["target blank"]))
    desk.do("click", selector="text=open")
    desk.command()
    monkeypatch.setattr("goalwright.tools.browser.tabs.POPUP_S", 3600.0)
    assert desk.do("read")["text"] == "the popup"
    desk.do("close_tab")
    assert desk.do("read")["text"] == "open"


def test_a_popup_that_closes_itself_gives_its_opener_back(desk: PageDesk, site: Site) -> None:
    site.pages["/popup"] = "<title>Popup</title><button onclick=window.close()>Done</button>"
    desk.do("navigate", url=site.page(OPENERS["window.open"]))
    desk.do("click", selector="text=open")
    desk.do("click", selector="text=Done")
    assert desk.do("read")["text"] == "open"


def test_a_plans_own_tabs_are_beside_the_current_page_and_found_again_by_a_later_command(
    desk: PageDesk, site: Site
) -> None:
    pages = [site.page(f"<p>page {number}") for number in range(3)]

    async def all_at_once() -> None:
        calls = [desk.call("navigate", tab=tab, url=url) for tab, url in enumerate(pages)]
        await asyncio.gather(*(desk.doing(call) for call in calls))

    desk.run_id = "side by side"
    desk.run(all_at_once())
    desk.command()
    assert [desk.do("read", tab=tab)["text"] for tab in range(3)] == ["page 0", "page 1", "page 2"]
    desk.command("another")
    assert desk.do("read")["text"] == "page 0"
    with pytest.raises(ToolFailure, match="no page is open"):
        desk.do("read", tab=1)


@pytest.mark.parametrize(
    ("target", "title"),
    [
        ("2", "Second page"),
        ("the third tab", "Third"),
        ("last", "Third"),
        ("first", "First"),
        ("next", "First"),
        ("previous", "Second page"),
        ("tab 2", "Second page"),
        ("second page", "Second page"),
        ("Second", "Second page"),
        ("2nd", "Second page"),
        ("/needle", "Third"),
    ],
)
@pytest.mark.sampled(2)
def test_a_tab_is_found_by_number_place_title_and_address(desk: PageDesk, site: Site, target: str, title: str) -> None:
    desk.do("navigate", url=site.page("one", "First"))
    desk.do("new_tab", url=site.page("two", "Second page"))
    assert desk.do("new_tab", url=site.page("three", "Third", "/needle"))["tab"] == 3
    assert desk.do("switch_tab", target=target)["title"] == title
    assert desk.do("read")["title"] == title


def test_a_tab_that_is_not_there_or_not_the_only_one_is_told(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("one", "News today"))
    desk.do("new_tab", url=site.page("two", "News of old"))
    for target, problem in (("7", "2 are open"), ("weather", "1 News today; 2 News of old"), ("news", "any of 2 tabs")):
        with pytest.raises(ToolFailure, match=problem):
            desk.do("switch_tab", target=target)


@pytest.mark.parametrize(("target", "title"), [("Reviews", "reviews"), ("details", "details"), ("2", "Second")])
def test_a_tab_of_the_page_itself_is_meant_where_no_other_is_called_so(
    desk: PageDesk, site: Site, target: str, title: str
) -> None:
    desk.do("navigate", url=site.page("two", "Reviews and more"))
    shown = "onclick=\"document.title = 'reviews'\""
    body = f"<div style='cursor: pointer' {shown}>Reviews</div><button role=tab id=t>Details</button><button>2</button>"
    desk.do(
        "new_tab",
        url=site.page(f"{body}<script>t.onclick = () => {{ document.title = 'details'; }}</script>", "Second"),
    )
    assert desk.do("switch_tab", target=target)["tab"] == 2
    assert desk.do("read")["title"] == title


def test_tabs_keep_their_numbers_in_a_later_command(desk: PageDesk, site: Site) -> None:
    for number in range(3):
        desk.do("new_tab", url=site.page("x", f"T{number}"))
    desk.do("switch_tab", target="T0")
    desk.command()
    assert desk.do("read")["title"] == "T0"
    assert [desk.do("switch_tab", target=str(place))["title"] for place in (2, 3, 4)] == ["T0", "T1", "T2"]


def test_opening_and_changing_tabs_is_taken_back(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("one", "One"))
    opened = desk.done("new_tab", url=site.page("two", "Two"))
    switched = desk.done("switch_tab", target="One")
    desk.command()
    desk.undo(switched)
    assert desk.do("read")["title"] == "Two"
    desk.undo(opened)
    desk.undo(opened)
    assert desk.do("read")["title"] == "One"
    assert len(desk.session.tabs.pages) == 1


def test_closing_the_last_tab_leaves_the_browser(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("one"))
    desk.do("close_tab")
    assert desk.do("read")["url"] == "about:blank"


def test_a_page_that_crashes_is_told_and_comes_back(own_desk: PageDesk, site: Site) -> None:
    url = site.page("<p>hello")
    own_desk.do("navigate", url=url)

    async def crash() -> None:
        page = await own_desk.session.page(own_desk.call("read"))
        control = await page.context.new_cdp_session(page)
        crashing = asyncio.ensure_future(control.send("Page.crash"))
        await asyncio.wait_for(own_desk.session.tabs.lost(page).wait(), 20)
        crashing.cancel()

    own_desk.run(crash())
    with pytest.raises(ToolFailure, match="the page has crashed: reload it"):
        own_desk.do("read")
    own_desk.do("navigate", url=url)
    assert own_desk.do("read")["text"] == "hello"
    assert len(own_desk.session.tabs.pages) == 1


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("<title>Order &amp; pay</title>", "Order & pay"),
        ("<title>x</title><script>document.title = 'Written'</script>", "Written"),
        ("", ""),
        ("<title> </title>", ""),
    ],
    ids=["plain", "written by a script", "none", "an empty one"],
)
def test_a_page_is_told_by_its_title_and_by_none_if_it_has_none(
    desk: PageDesk, site: Site, head: str, title: str
) -> None:
    site.pages["/titled"] = f"{head}<p>x"
    assert desk.do("navigate", url=site.at("/titled"))["title"] == title


def test_two_tabs_at_one_address_have_each_its_own_title(desk: PageDesk, site: Site) -> None:
    site.pages["/twin"] = "<title>0</title><script>name = Math.random(); document.title = name</script>"
    first = desk.do("navigate", url=site.at("/twin"))["title"]
    desk.do("new_tab")
    second = desk.do("navigate", url=site.at("/twin"))["title"]
    assert second == desk.do("read")["title"] != first
