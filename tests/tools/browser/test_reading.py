"""Looking at pages: text, finds, pictures, waiting, scrolling, zooming, bookmarks."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from goalwright.contracts import ToolCall
from goalwright.errors import PolicyRefusal, ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

PNG = b"\x89PNG\r\n"


def test_the_text_of_a_page_has_that_of_its_frames_and_none_that_is_hidden(desk: PageDesk, site: Site) -> None:
    site.page("<p>inside", path="/frame")
    url = site.page("<h1>Title</h1><p hidden>secret</p><p>Body</p><iframe src=/frame></iframe>", "The page")
    desk.do("navigate", url=url)
    seen = desk.do("read")
    assert seen == {"text": "Title\n\nBody\n\ninside", "url": url, "title": "The page"}


@pytest.mark.parametrize(
    ("selector", "text"),
    [
        ("role=heading", "Title"),
        ("label=Name", "bob"),
        ("#choice", "Two"),
        ("text=Body", "Body"),
        ("label=Password", ""),
    ],
)
def test_an_element_is_read_as_it_is_seen(desk: PageDesk, site: Site, selector: str, text: str) -> None:
    body = """<h1>Title</h1><input aria-label=Name value=bob><input type=password aria-label=Password value=x>
        <select id=choice><option>One<option selected>Two</select><p>Body</p>"""
    desk.do("navigate", url=site.page(body))
    assert desk.do("read", selector=selector)["text"] == text


def test_a_text_is_found_with_what_is_around_it(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<p>The Quick brown fox</p><p>and a quick   hare</p>"))
    found = desk.do("find", text="quick")
    assert found["count"] == 2
    assert "The Quick brown fox" in found["matches"][0]
    assert desk.do("find", text="turtle")["count"] == 0


def test_a_picture_goes_to_the_path_or_to_the_runs_folder(desk: PageDesk, site: Site, pictures: Path) -> None:
    desk.do("navigate", url=site.page("<h1>Hello"))
    path = desk.root / "shot.png"
    path.unlink(missing_ok=True)
    desk.do("screenshot", path=str(path))
    assert path.read_bytes().startswith(PNG)
    with pytest.raises(ToolFailure, match=r"shot.png is there now: approve replacing it"):
        desk.do("screenshot", path=str(path))
    path.write_text("mine")
    over = desk.done("screenshot", path=str(path), risk="high")
    assert over.verdict == "yes"
    assert path.read_bytes().startswith(PNG)
    desk.undo(over)
    assert path.read_text() == "mine"
    desk.do("screenshot", path=str(desk.root / "shot.jpg"), risk="high")
    assert (desk.root / "shot.jpg").read_bytes().startswith(b"\xff\xd8")
    kept = desk.do("screenshot")["path"]
    assert kept.startswith(str(pictures))
    with pytest.raises(PolicyRefusal):
        desk.do("screenshot", path="/etc/shot.png")


@pytest.mark.parametrize("state", ["visible", "attached", "hidden", "detached"])
def test_an_element_is_waited_for(desk: PageDesk, site: Site, state: str) -> None:
    changes = {
        "visible": ("<p id=it hidden>x", "it.hidden = false"),
        "attached": ("<div id=box></div>", "box.innerHTML = '<p id=it hidden>x'"),
        "hidden": ("<p id=it>x", "it.hidden = true"),
        "detached": ("<p id=it>x", "it.remove()"),
    }
    body, change = changes[state]
    desk.do("navigate", url=site.page(f"{body}<script>setTimeout(() => {{ {change} }}, 300)</script>"))
    assert desk.do("wait", selector="#it", state=state)["state"] == state


@pytest.mark.parametrize(
    ("state", "selector"),
    [
        ("attached", "text=Hidden words"),
        ("attached", 'role=button[name="Off"]'),
        ("hidden", "text=Hidden words"),
        ("hidden", "label=Nothing"),
        ("detached", "text=Nothing"),
        ("visible", "text=Seen words"),
        ("visible", "label=Field"),
    ],
)
def test_what_is_there_already_is_not_waited_for(desk: PageDesk, site: Site, state: str, selector: str) -> None:
    body = "<p hidden>Hidden words</p><button hidden>Off</button><p>Seen words</p><input aria-label=Field>"
    desk.do("navigate", url=site.page(body))
    assert desk.do("wait", selector=selector, state=state, seconds=2)["state"] == state


def test_a_state_that_nothing_can_be_in_is_told(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<p>x"))
    with pytest.raises(
        ToolFailure, match="'ready' is not a state to wait for: use attached, detached, visible, hidden"
    ):
        desk.do("wait", selector="text=x", state="ready")


def test_waiting_in_vain_is_a_failure_and_some_seconds_are_just_waited(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<p>x"))
    with pytest.raises(ToolFailure, match=r"#never did not become visible within 0.3 s"):
        desk.do("wait", selector="#never", seconds=0.3)
    assert desk.do("wait", seconds=0.1) == {"waited_s": 0.1}
    stop = threading.Event()
    stop.set()
    call = desk.call("wait", seconds=3600)
    with pytest.raises(ToolFailure, match="stopped"):
        desk.run(desk.doing(ToolCall(tool=call.tool, action_id="stop", args=call.args, touches=("page:0",), stop=stop)))


def test_pages_and_their_parts_are_scrolled(desk: PageDesk, site: Site) -> None:
    body = """<div style="height: 5000px">tall<div id=box style="height: 100px; overflow: auto">
        <div style="height: 900px">inner</div></div></div><p id=end>The end"""
    desk.do("navigate", url=site.page(body))
    first = desk.do("scroll", direction="down")["y"]
    assert 0 < desk.do("scroll", direction="up")["y"] + 1 <= first
    assert desk.do("scroll", direction="bottom")["y"] > first
    assert desk.do("scroll", direction="top")["y"] == 0
    assert desk.do("scroll", direction="bottom", selector="#box")["y"] == 800
    assert desk.evaluate("scrollY") == 0
    desk.do("scroll", direction="down", selector="text=The end")
    assert desk.evaluate("end.getBoundingClientRect().bottom <= innerHeight")


def test_a_heading_is_scrolled_to_before_the_link_that_leads_there(desk: PageDesk, site: Site) -> None:
    body = "<a href=#p>Politics</a><div style='height: 3000px'></div><h2 id=p>Politics</h2><div style='height: 2000px'>"
    desk.do("navigate", url=site.page(body))
    assert desk.do("scroll", selector="text=Politics")["y"] > 2000


def test_a_page_that_grows_is_scrolled_until_the_thing_is_there(desk: PageDesk, site: Site) -> None:
    body = """<div id=all></div><script>let n = 0;
        const more = () => { for (let at = 0; at < 10; at += 1) all.insertAdjacentHTML('beforeend',
            `<h3 style="height: 200px">Post ${n += 1}</h3>`); };
        more(); let timer; onscroll = () => { clearTimeout(timer); timer = setTimeout(() => {
            if (n < 50 && scrollY + innerHeight > document.body.scrollHeight - 300) more(); }, 100); };</script>"""
    desk.do("navigate", url=site.page(body))
    desk.do("scroll", selector="text=Post 35")
    assert desk.evaluate("[...all.children].at(34).getBoundingClientRect().top < innerHeight")
    with pytest.raises(ToolFailure, match="there is no Post 70"):
        desk.do("scroll", selector="text=Post 70")


@pytest.mark.parametrize("mark", ["", " open"], ids=["shut", "open"])
def test_what_only_names_a_part_that_folds_is_read_with_it(desk: PageDesk, site: Site, mark: str) -> None:
    body = f"""<details{mark}><summary>Legal notice</summary><p>All rights.</p></details>
        <button aria-expanded=false aria-controls=box>Shipping</button><div id=box hidden>By mail.</div>"""
    desk.do("navigate", url=site.page(body))
    assert "All rights." in desk.do("read", selector="text=Legal notice")["text"]
    assert desk.do("read", selector="text=Shipping")["text"] == "By mail."


def test_a_page_whose_part_scrolls_is_scrolled_there(desk: PageDesk, site: Site) -> None:
    body = """<style>body { margin: 0 } main { height: 100vh; overflow-y: scroll }</style>
        <main id=main><div style="height: 4000px">long</div></main>"""
    desk.do("navigate", url=site.page(body))
    assert desk.do("scroll", direction="bottom")["y"] > 0


def test_a_page_is_zoomed_by_the_steps_of_browsers_and_back(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<p>x"))
    first = desk.done("zoom", direction="in")
    assert first.output == {"zoom_percent": 110}
    assert desk.do("zoom", direction="in") == {"zoom_percent": 125}
    assert desk.do("zoom", direction="out") == {"zoom_percent": 110}
    desk.undo(first)
    assert desk.do("zoom", direction="out") == {"zoom_percent": 90}
    assert desk.do("zoom", direction="reset") == {"zoom_percent": 100}


def test_a_bookmark_is_kept_once_and_taken_back(desk: PageDesk, site: Site) -> None:
    url = site.page("<p>x", "Worth it")
    desk.do("navigate", url=url)
    done = desk.done("bookmark")
    assert done.verdict == "yes"
    assert desk.do("bookmark") == {"bookmarked": url, "is_new": False}
    file = desk.root / "home" / "browser" / "bookmarks.json"
    assert [item["title"] for item in json.loads(file.read_text()) if item["url"] == url] == ["Worth it"]
    desk.undo(done)
    assert url not in file.read_text()


BUSY = {
    "a text": "said.textContent = 'Processing…'",
    "a mark": "said.textContent = 'Paying'; said.ariaBusy = 'true'",
    "a wheel": "said.innerHTML = '<i class=spinner>o</i>'",
}


@pytest.mark.parametrize("sort", BUSY)
@pytest.mark.parametrize("args", [{}, {"selector": "role=status"}], ids=["page", "status"])
@pytest.mark.sampled(2)
def test_what_a_click_leads_to_is_read_once_the_page_is_done(
    desk: PageDesk, site: Site, sort: str, args: dict[str, Any]
) -> None:
    done = "setTimeout(() => { said.ariaBusy = null; said.textContent = 'Paid'; }, 700)"
    body = f"""<div id=said role=status>To pay</div><button onclick="{BUSY[sort]}; {done}">Pay</button>"""
    desk.do("navigate", url=site.page(body))
    desk.do("click", selector="text=Pay")
    assert desk.do("read", **args)["text"].splitlines()[0] == "Paid"


def test_a_page_whose_scripts_stand_in_the_way_is_read_all_the_same(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<p>hello</p><script>window.eval = () => { throw 1; }</script>"))
    assert desk.do("read")["text"] == "hello"
