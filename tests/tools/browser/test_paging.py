"""Results that are counted over the pages that they are shown on."""

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

RESULTS = """<input><button>Search</button><div id=all></div><ul id=bar></ul><script>const heard = [];
    const shown = (at) => {
        const hit = (number) => `<div class=hit><h3><a href=#>Hit ${number}</a></h3><p>what it says</p></div>`;
        all.innerHTML = [1, 2, 3].map((number) => hit(at * 3 + number)).join('');
        const sort = { [at ? '' : '<']: 'disabled', [at < 2 ? '' : '>']: 'disabled', [at + 1]: 'active' };
        const names = ['<', '1', '2', '3', '>'];
        bar.innerHTML = names.map((name) => `<li class='${sort[name] || ''}'><a href=#>${name}</a>`).join('');
        bar.lastElementChild.firstElementChild.onclick = () => setTimeout(() => shown(at + 1), 200);
    };
    shown(FIRST);
    onclick = (event) => heard.push(event.target.textContent);</script>"""


@pytest.mark.parametrize(("place", "clicked"), [(1, "Hit 2"), (6, "> > Hit 7")])
def test_results_are_counted_over_their_pages(desk: PageDesk, site: Site, place: int, clicked: str) -> None:
    desk.do("navigate", url=site.page(RESULTS.replace("FIRST", "0")))
    desk.do("click", selector=f"role=article >> nth={place}")
    assert desk.evaluate("heard.join(' ')") == clicked


def test_results_behind_the_last_page_are_not_there(hasty_desk: PageDesk, site: Site) -> None:
    hasty_desk.do("navigate", url=site.page(RESULTS.replace("FIRST", "0")))
    with pytest.raises(ToolFailure, match="there is no"):
        hasty_desk.do("click", selector="role=article >> nth=11")
    assert hasty_desk.evaluate("heard.join(' ')") == "> >"


STAYING = {
    "a further page": RESULTS.replace("FIRST", "1"),
    "steps of a form": "<div><h3>One</h3></div><div><h3>Two</h3></div><p><b>1</b> of 4 <button>Next</button></p>"
    "<script>const heard = []; onclick = (event) => heard.push(1);</script>",
}


def test_a_further_page_stays_however_long_it_is_looked_at(
    desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goalwright.tools.browser.locating.PATIENCE_S", 3.0)
    desk.do("navigate", url=site.page(STAYING["a further page"]))
    with pytest.raises(ToolFailure, match="there is no"):
        desk.do("click", selector="role=article >> nth=4")
    assert desk.evaluate("heard.length") == 0


def test_a_next_page_that_does_not_come_is_told(desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goalwright.tools.browser.paging.COMING_S", 0.5)
    desk.do("navigate", url=site.page(RESULTS.replace("FIRST", "0").replace("200)", "60_000)")))
    with pytest.raises(ToolFailure, match="the next page of results did not come"):
        desk.do("click", selector="role=article >> nth=4")
    assert desk.evaluate("heard.join(' ')") == ">"


@pytest.mark.parametrize("sort", STAYING)
def test_pages_are_turned_from_the_first_one_only(hasty_desk: PageDesk, site: Site, sort: str) -> None:
    hasty_desk.do("navigate", url=site.page(STAYING[sort]))
    with pytest.raises(ToolFailure, match="there is no"):
        hasty_desk.do("click", selector="role=article >> nth=4")
    assert hasty_desk.evaluate("heard.length") == 0
