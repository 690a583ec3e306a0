"""Clicking and pointing, on pages that move, cover, load and redraw themselves while that happens."""

from __future__ import annotations

from typing import Any

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

TITLED = "onclick=\"document.title = 'clicked'\""
CLICKED = {
    "appears late": "<div id=a></div>"
    "<script>setTimeout(() => { a.innerHTML = `<button %s>Go</button>`; }, 300)</script>",
    "is enabled late": "<button id=a disabled %s>Go</button>"
    "<script>setTimeout(() => { a.disabled = false; }, 300)</script>",
    "slides in": """<style>@keyframes in { from { margin-left: 600px } to { margin-left: 0 } }</style>
        <button style="animation: in .4s linear" %s>Go</button>""",
    "is uncovered late": """<button %s>Go</button><div id=a style="position: fixed; inset: 0; background: #fff">Loading
        </div><script>setTimeout(() => a.remove(), 300)</script>""",
    "is partly covered": """<button style="width: 300px; height: 60px" %s>Go</button>
        <div style="position: absolute; left: 0; top: 0; width: 200px; height: 90px; background: #fff">banner</div>""",
    "lies below": '<div style="height: 3000px"></div><button %s>Go</button>',
    "lies in a part that scrolls": """<div style="height: 80px; overflow: auto"><div style="height: 900px">x</div>
        <button %s>Go</button></div>""",
    "comes under a header that stays": """<style>body { margin: 0; height: 4000px } header { position: sticky; top: 0;
        height: 200px; background: #ccc }</style><header>Site</header><div style="height: 400px"></div>
        <button id=a %s>Go</button><script>scrollTo({ top: 420, behavior: 'instant' })</script>""",
    "comes under a footer that stays": """<style>footer { position: fixed; inset: auto 0 0; height: 300px;
        background: #ccc }</style><div style="height: 480px"></div><button %s>Go</button>
        <div style="height: 2000px"></div><footer>F</footer>""",
    "is a link around blocks": '<a href="#" %s><div>Go</div></a>',
    "breaks over two lines": '<div style="width: 70px">some text <a href="#" %s>Go <br> on</a></div>',
    "has something to click in its middle": """<div role=button style="width: 200px; text-align: center" %s>
        Go<button onclick="event.stopPropagation()" style="width: 120px; height: 50px"></button></div>""",
    "has a layer of its own over it": """<style>a { position: relative; display: block } a::after { content: '';
        position: absolute; inset: 0 }</style><a href="#" %s><span>Go</span></a>""",
    "is drawn anew all the time": """<div id=a></div><script>
        // A browser makes no click of a press on one button and a release on the next one that is in its place.
        let isDown = false; onpointerdown = () => { isDown = true };
        const draw = () => { if (!isDown) a.innerHTML = `<button %s>Go</button>`; };
        draw(); let n = 0; const t = setInterval(() => { draw(); if (++n > 12) clearInterval(t); }, 60)</script>""",
}


@pytest.mark.parametrize("body", CLICKED.values(), ids=CLICKED)
@pytest.mark.sampled(2)
def test_what_is_clicked(same_tab: PageDesk, body: str) -> None:
    selector = "text=Go on" if "<br>" in body else "text=Go"
    same_tab.show(body.replace("%s", TITLED))
    assert "Go" in same_tab.do("click", selector=selector)["clicked"]
    assert same_tab.do("read")["title"] == "clicked"


FOLDS = {
    "details": "<details%s><summary id=fold>Size</summary>x</details>",
    "an accordion": """<h2><button id=fold aria-expanded=%s>Size</button></h2><script>fold.onclick = () =>
        fold.setAttribute('aria-expanded', fold.getAttribute('aria-expanded') === 'false')</script>""",
}


@pytest.mark.parametrize("sort", FOLDS)
@pytest.mark.parametrize("is_open", [True, False], ids=["open", "shut"])
@pytest.mark.parametrize("state", ["open", "closed"])
def test_what_is_open_or_shut_already_stays_so(same_tab: PageDesk, sort: str, is_open: bool, state: str) -> None:
    marks = {"details": ("", " open"), "an accordion": ("false", "true")}[sort]
    same_tab.show(FOLDS[sort].replace("%s", marks[is_open]))
    same_tab.do("click", selector='role=section[name="Size"]', state=state)
    told = "fold.parentElement.open" if sort == "details" else "fold.getAttribute('aria-expanded') === 'true'"
    assert same_tab.evaluate(told) is (state == "open")


def test_what_is_chosen_already_stays_so(same_tab: PageDesk) -> None:
    same_tab.show("""<table><tr><td><input type=checkbox id=ann><td>Ann<tr><td><input type=checkbox id=bob checked>
        <td>Bob</table><div role=option aria-selected=true id=red onclick="red.remove()">Red</div>""")
    for name in ("Ann", "Bob", "Red"):
        same_tab.do("click", selector=f"text={name}", state="chosen")
    assert same_tab.evaluate("[ann.checked, bob.checked, red.isConnected]") == [True, True, True]


@pytest.mark.parametrize(
    "row",
    [
        "<div id=row style='cursor: pointer'><input type=checkbox id=box aria-label=Mark> <b>Bank</b> Statement</div>",
        "<table><tr id=row><td><input type=checkbox id=box><td>Bank</table>",
        "<div id=row><input type=checkbox id=box> <span>Bank</span></div>",
    ],
    ids=["mail", "table", "list"],
)
def test_a_click_on_a_name_is_not_one_on_the_box_in_its_row(same_tab: PageDesk, row: str) -> None:
    same_tab.show(f"{row}<script>row.onclick = () => {{ document.title = 'opened'; }}</script>")
    same_tab.do("click", selector="text=Bank")
    assert same_tab.evaluate("[box.checked, document.title]") == [False, "opened"]
    same_tab.do("check", selector="label=Bank")
    assert same_tab.evaluate("box.checked")


def test_an_entry_that_is_wider_than_its_text_is_clicked_on_the_text(same_tab: PageDesk) -> None:
    body = "<ul role=tree><li role=treeitem><span id=name ondblclick=\"document.title = 'opened'\">letter</span></ul>"
    same_tab.show(body)
    same_tab.do("click", selector="text=letter", clicks=2)
    assert same_tab.evaluate("document.title") == "opened"


def test_a_box_is_clicked_by_the_text_behind_it(same_tab: PageDesk) -> None:
    same_tab.show("<input type=radio name=d id=a>Standard <input type=radio name=d id=b>Express")
    same_tab.do("click", selector="text=Express")
    assert same_tab.evaluate("b.checked")


def test_a_thing_is_clicked_twice_or_with_another_button(same_tab: PageDesk) -> None:
    told = "onclick='said.append(1)' ondblclick='said.append(2)' oncontextmenu='said.append(3); return false'"
    same_tab.show(f"<button {told}>Go</button><b onmousedown=1><u {told}>Row</u></b><p id=said></p>")
    same_tab.do("click", selector="text=Go", clicks=2)
    assert same_tab.evaluate("said.textContent") == "112"
    same_tab.do("click", selector="text=Go", button="right")
    same_tab.do("click", selector="text=Row", button="right")
    same_tab.do("click", selector="text=Row", clicks=2)
    assert same_tab.evaluate("said.textContent") == "11233112"


def test_a_click_that_leads_on_is_followed_to_its_page(desk: PageDesk, site: Site) -> None:
    site.page("<p>there", "There", path="/there")
    desk.do("navigate", url=site.page("<a href=/there>On</a>"))
    desk.do("click", selector='role=link[name="On"]')
    assert desk.do("read")["title"] == "There"


def test_pointing_shows_what_only_shows_then(same_tab: PageDesk) -> None:
    body = """<style>i { visibility: hidden } b:hover + i { visibility: visible }</style>
        <b>Help</b><i id=tip>It is a tip</i>"""
    same_tab.show(body)
    assert same_tab.do("hover", selector="text=Help")["hovered"].startswith("b 'Help'")
    same_tab.do("wait", selector="#tip", state="visible")


@pytest.mark.parametrize(
    ("steps", "title"),
    [
        ([("click", {"selector": "text=More"})], "open"),
        ([("click", {"selector": 'role=tab[name="Two"]'}), ("click", {"selector": "text=Second panel"})], "two"),
        ([("click", {"selector": "text=Ask"}), ("click", {"selector": 'role=dialog >> role=button[name="OK"]'})], "ok"),
        ([("click", {"selector": "text=Ask"}), ("press", {"key": "Escape"})], "closed"),
    ],
    ids=["accordion", "tabs", "dialog", "dialog closed by a key"],
)
def test_parts_of_a_page_are_opened_and_used(
    same_tab: PageDesk, steps: list[tuple[str, dict[str, Any]]], title: str
) -> None:
    body = """<details ontoggle="document.title = 'open'"><summary>More</summary>folded</details>
        <div role=tablist><button role=tab>One</button><button role=tab onclick="p2.hidden = false">Two</button></div>
        <div id=p2 role=tabpanel hidden><button onclick="document.title = 'two'">Second panel</button></div>
        <button onclick="dlg.showModal()">Ask</button><button>OK</button>
        <dialog id=dlg onclose="document.title = dlg.returnValue || 'closed'">Sure?
        <form method=dialog><button value=ok>OK</button><button value=no>Cancel</button></form></dialog>"""
    same_tab.show(body)
    for name, args in steps:
        same_tab.do(name, **args)
    same_tab.do("wait", seconds=0.1)
    assert same_tab.do("read")["title"] == title


def test_what_stays_covered_is_told_with_what_covers_it(same_tab: PageDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goalwright.tools.browser.pointing.COVERED_S", 0.3)
    cover = (
        "<div role=dialog aria-label=Cookies style='position: fixed; inset: 0; background: #fff'><p>We use them</div>"
    )
    same_tab.show(f"<button>Go</button>{cover}")
    with pytest.raises(ToolFailure, match=r"button 'Go'.* is covered by dialog 'Cookies': close that first"):
        same_tab.do("click", selector="text=Go")
    with pytest.raises(ToolFailure, match=r"button 'Go'.* is covered by dialog 'Cookies'"):
        same_tab.do("hover", selector="text=Go")


IDLE = """<p>You may make it by <strong>Create this page</strong>.</p>
    <a href="?made" title="Create this page [e]"><svg width=20 height=20></svg></a>
    <a href="?id=tea">Tea</a><p>Hits: <a href="?id=tea&s=kettle">Tea</a></p>"""


def test_a_text_that_does_nothing_is_not_clicked_in_place_of_what_does(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(IDLE))
    desk.do("click", selector="text=Create this page")
    assert desk.evaluate("location.search") == "?made"
    desk.do("click", selector="text=Tea")  # two links that lead to one place
    assert desk.evaluate("new URLSearchParams(location.search).get('id')") == "tea"


def test_a_text_that_does_nothing_when_it_is_clicked_is_told(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<p>Open <b>Reports</b> first</p><p id=other onclick='title += 1'>Lists</p>"))
    with pytest.raises(ToolFailure, match="does nothing when it is clicked"):
        desk.do("click", selector="text=Reports")
    desk.do("click", selector="text=Lists")
