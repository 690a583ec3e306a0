"""What goes wrong on a page is told in a sentence, and the page is kept as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

COVER = "<div id=cover style='position: fixed; inset: 0; background: white'>in the way</div>"
CASES = {
    "missing": ("<p>x", "text=nothing", "there is no .*nothing.* on this page"),
    "several": ("<p>one <button>A</button><p>two <button>A</button>", "text=A", "may be any of 2"),
    "covered": (f"<button>Go</button>{COVER}", "text=Go", "cover"),
    "disabled": ("<button disabled>Go</button>", "text=Go", "it is disabled"),
}


@pytest.mark.parametrize(("body", "selector", "problem"), CASES.values(), ids=CASES)
def test_what_hinders_a_click_is_told_with_the_page_as_it_was(
    desk: PageDesk,
    site: Site,
    pictures: Path,
    monkeypatch: pytest.MonkeyPatch,
    body: str,
    selector: str,
    problem: str,
) -> None:
    monkeypatch.setattr("goalwright.tools.browser.locating.PATIENCE_S", 2.0)
    monkeypatch.setattr("goalwright.tools.browser.pointing.ACTION_MS", 2_000)
    monkeypatch.setattr("goalwright.tools.browser.pointing.COVERED_S", 2.0)
    url = site.page(body, "Trouble")
    desk.do("navigate", url=url)
    with pytest.raises(ToolFailure, match=problem) as caught:
        desk.do("click", selector=selector)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith("(`goalwright show` has a picture of the page)")
    picture = pictures / f"a{desk.calls}.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.with_suffix(".txt").read_text().startswith(f"{url}\nTrouble\n")


def test_an_element_that_comes_late_is_waited_for(desk: PageDesk, site: Site) -> None:
    script = "setTimeout(() => document.body.innerHTML = '<button onclick=\"document.title = 1\">Go</button>', 600)"
    desk.do("navigate", url=site.page(f"<script>{script}</script>"))
    desk.do("click", selector="text=Go")
    assert desk.do("read")["title"] == "1"


def test_a_page_that_goes_away_under_a_wait_is_followed(desk: PageDesk, site: Site) -> None:
    site.page("<p>arrived", path="/next")
    desk.do("navigate", url=site.page("<script>setTimeout(() => location = '/next', 300)</script><p>first"))
    desk.do("wait", selector="text=arrived")
    assert desk.do("read")["text"] == "arrived"


def test_a_page_that_closes_under_a_wait_is_told(desk: PageDesk, site: Site) -> None:
    site.page("<script>setTimeout(() => window.close(), 500)</script><p>popup", path="/popup")
    desk.do("navigate", url=site.page("<button onclick=\"window.open('/popup')\">open</button>"))
    desk.do("click", selector="text=open")
    with pytest.raises(ToolFailure, match="the page was closed meanwhile"):
        desk.do("wait", selector="text=never")
    assert desk.do("read")["text"] == "open"
