"""Going places: arrivals, redirects, errors in words, history."""

from __future__ import annotations

import socket

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Answer, Site


def test_an_address_is_opened_and_its_page_told(desk: PageDesk, site: Site) -> None:
    url = site.page("<p>hello", "Hello")
    done = desk.done("navigate", url=url)
    assert done.output == {"url": url, "title": "Hello"}
    assert done.verdict == "yes"


def test_redirects_of_the_site_and_of_the_page_are_followed(desk: PageDesk, site: Site) -> None:
    end = site.page("<p>end", "End")
    site.pages["/moved"] = Answer(status=302, headers={"Location": end})
    site.pages["/script"] = f"<script>location.replace('{end}')</script>"
    site.pages["/meta"] = f"<meta http-equiv=refresh content='0;url={end}'>"
    for path in ("/moved", "/script"):
        done = desk.done("navigate", url=site.at(path))
        assert desk.do("read")["url"] == end, path
        assert done.verdict == "yes"
    desk.do("navigate", url=site.at("/meta"))
    desk.do("wait", selector="text=end")


def test_an_arrival_that_a_crash_put_in_doubt_is_seen_by_looking(desk: PageDesk, site: Site) -> None:
    here, there = site.page("<p>here"), site.page("<p>there")
    desk.do("navigate", url=here)
    desk.command()
    tool = desk.tool("navigate")
    assert desk.run(tool.verify(desk.call("navigate", url=here), {})) == "yes"
    assert desk.run(tool.verify(desk.call("navigate", url=there), {})) == "no"


def test_what_a_site_answers_instead_of_a_page_is_told(desk: PageDesk, site: Site) -> None:
    site.pages["/broken"] = Answer("sorry", 503)
    assert desk.do("navigate", url=site.at("/missing"))["problem"] == "the site answered 404 (not found)"
    assert desk.do("navigate", url=site.at("/broken"))["status"] == 503


def test_a_slow_page_is_waited_for(desk: PageDesk, site: Site) -> None:
    site.pages["/slow"] = Answer("<title>Slow</title>at last", delay_s=1.0)
    assert desk.do("navigate", url=site.at("/slow"))["title"] == "Slow"
    desk.do("navigate", url=site.page("<a href=/slow>go</a>"))
    desk.do("click", selector="text=go")
    assert desk.do("read")["text"] == "at last"


def test_network_errors_are_told_in_words(desk: PageDesk, site: Site) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    site.pages["/around"] = Answer(status=302, headers={"Location": "/around"})
    for url, problem in (
        (f"http://127.0.0.1:{free}/", "refuses connections"),
        ("http://nowhere.invalid/", "there is no site nowhere.invalid"),
        (site.at("/around"), "redirects in a loop"),
        (site.address.replace("http:", "https:"), "has no working https"),
    ):
        with pytest.raises(ToolFailure, match=problem):
            desk.do("navigate", url=url)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "chrome://version", "javascript:alert(1)", "data:text/html,x"])
def test_only_web_addresses_are_opened(desk: PageDesk, url: str) -> None:
    for verb in ("navigate", "new_tab"):
        with pytest.raises(ToolFailure, match="only http and https addresses"):
            desk.do(verb, url=url)


def test_back_forward_and_reload_go_through_the_history(desk: PageDesk, site: Site) -> None:
    first, second = site.page("<p>first"), site.page("<p>second")
    desk.do("navigate", url=first)
    desk.do("navigate", url=second)
    assert desk.do("back")["url"] == first
    assert desk.do("forward")["url"] == second
    with pytest.raises(ToolFailure, match="no page to go forward to"):
        desk.do("forward")
    hits = len(site.hits)
    desk.do("reload")
    assert len(site.hits) == hits + 1


def test_a_link_that_leads_nowhere_is_a_failure(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<a href='http://nowhere.invalid/'>go</a>"))
    with pytest.raises(ToolFailure, match="could not be loaded"):
        desk.do("click", selector="text=go")


def test_launching_a_browser_that_runs_brings_it_to_the_front(desk: PageDesk) -> None:
    assert desk.do("launch")["browser"] == "running"
