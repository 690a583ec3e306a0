"""What hides the thing that was named is opened, and nothing else."""

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

HEARS = "<script>const heard = []; addEventListener('click', (event) => { heard.push(event.target.id); })</script>"
HIDING = {
    "details": "<details><summary id=way>More</summary><a id=it href=#>Prices</a></details>",
    "tab panel": """<a id=other href=#one>One</a><a id=way href=#two>Two</a><div id=one>1</div>
        <div id=two style="display: none"><a id=it href=#x>Prices</a></div>
        <script>way.onclick = () => { two.style.display = ''; one.style.display = 'none'; }</script>""",
    "accordion": """<button id=way aria-controls=panel aria-expanded=false>Section</button>
        <div id=panel hidden><a id=it href=#>Prices</a></div>
        <script>way.onclick = () => { panel.hidden = false; }</script>""",
    "menu": """<div><button id=way>File</button><ul id=list hidden><li><a id=it href=#>Prices</a></ul></div>
        <script>way.onclick = () => { list.hidden = !list.hidden; }</script>""",
}
TREE = """<ul><li><span id=a style="cursor: pointer" onclick="this.nextElementSibling.hidden = false">Docs</span>
    <ul hidden><li><span id=b style="cursor: pointer" onclick="this.nextElementSibling.hidden = false">2024</span>
    <ul hidden><li><span id=it style='cursor: pointer'>notes</span></ul></ul></ul>"""


# What stands before a thing that is hidden, and must be left alone.
OTHERS = {
    "an article with a link on": "<article><h2>News</h2><a href=/on>Read more</a></article>",
    "a button that does something": "<p>Item <button>Delete</button></p>",
    "only a button": "<button>Buy now</button>",
    "a link that leads away": "<a href=/on>Read more</a>",
    "a form": "<form action=/on><button>Send</button></form>",
}
HIDDEN = {
    "dialog": "<div id=modal class=modal style='display: none; position: fixed'><button>Close</button></div>",
    "box": "<div style='display: none'><button>Close</button></div>",
}


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("sort", OTHERS)
@pytest.mark.sampled(2)
def test_what_only_stands_before_a_hidden_thing_is_left_alone(
    hasty_desk: PageDesk, site: Site, sort: str, hidden: str
) -> None:
    hasty_desk.do("navigate", url=site.page(OTHERS[sort] + HIDDEN[hidden] + HEARS))
    with pytest.raises(ToolFailure, match="there is no button Close"):
        hasty_desk.do("click", selector='role=button[name="Close"]')
    assert hasty_desk.evaluate("heard.length") == 0


@pytest.mark.parametrize("sort", HIDING)
def test_what_hides_a_thing_is_opened_first(desk: PageDesk, site: Site, sort: str) -> None:
    desk.do("navigate", url=site.page(HIDING[sort] + HEARS))
    desk.do("click", selector='role=link[name="Prices"]')
    assert desk.evaluate("heard.join(' ')") == "way it"


def test_a_tab_that_is_filled_when_it_is_opened_is_looked_into(desk: PageDesk, site: Site) -> None:
    tabs = "".join(
        f"<button role=tab id=t{at} aria-selected={'true' if at == 1 else 'false'} aria-controls=p{at}>{at}</button>"
        for at in (1, 2, 3)
    )
    panels = "<div id=p1>one</div><div id=p2 hidden></div><div id=p3 hidden></div>"
    fill = """const all = [[t2, p2, 'two'], [t3, p3, '<a id=it href=#>Prices</a>']];
        for (const [tab, panel, text] of all) tab.onclick = () => {
        panel.hidden = false; panel.innerHTML = text; tab.setAttribute('aria-selected', 'true'); };"""
    desk.do("navigate", url=site.page(f"{tabs}{panels}<script>{fill}</script>{HEARS}"))
    desk.do("click", selector='role=link[name="Prices"]')
    assert desk.evaluate("heard.join(' ')") == "t2 t3 it"


def test_folders_of_a_tree_are_opened_one_in_another(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(TREE + HEARS))
    desk.do("click", selector="text=notes")
    assert desk.evaluate("heard.join(' ')") == "a b it"


def test_folders_that_take_long_to_open_are_opened_one_in_another(desk: PageDesk, site: Site) -> None:
    """As on a busy machine: what is opened changes neither how many elements nor how much text there is."""
    slow = "<script>onclick = () => { const end = Date.now() + 1200; while (Date.now() < end) ; };</script>"
    desk.do("navigate", url=site.page(TREE + HEARS + slow))
    desk.do("click", selector="text=notes")
    assert desk.evaluate("heard.join(' ')") == "a b it"


TWISTY = """<ul role=tree><li role=treeitem aria-expanded=false id=item><span id=sign>▸</span>
    <span id=name style="cursor: pointer">Docs</span><ul hidden id=list><li role=treeitem id=it>notes</ul></ul>
    <script>sign.onclick = () => { list.hidden = false; item.setAttribute('aria-expanded', 'true'); }</script>"""


def test_an_entry_of_a_tree_is_opened_by_its_sign(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(TWISTY + HEARS))
    desk.do("click", selector="text=notes")
    assert desk.evaluate("heard.join(' ')") == "sign it"
    desk.do("navigate", url=site.page(TWISTY + HEARS))
    desk.do("click", selector="text=Docs", state="open")
    assert desk.evaluate("heard.join(' ')") == "sign"


def test_what_did_not_open_is_not_clicked_again(desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goalwright.tools.browser.locating.PATIENCE_S", 3.0)
    body = "<h3><button id=way aria-controls=box>More</button></h3><div id=box hidden><a href=#>Prices</a></div>"
    desk.do("navigate", url=site.page(body + HEARS))
    with pytest.raises(ToolFailure, match="there is no link Prices"):
        desk.do("click", selector='role=link[name="Prices"]')
    assert desk.evaluate("heard.join(' ')") == "way"


def test_nothing_is_opened_to_read_or_for_a_thing_without_a_name(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(HIDING["menu"] + HEARS))
    with pytest.raises(ToolFailure):
        desk.do("read", selector='role=link[name="Prices"]')
    with pytest.raises(ToolFailure):
        desk.do("hover", selector="role=menuitem")
    assert desk.evaluate("heard.join(' ')") == ""


def test_what_nothing_opens_stays_hidden(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(f"<p id=p>Text<div hidden><a id=it href=#>Prices</a></div>{HEARS}"))
    with pytest.raises(ToolFailure, match="there is no link Prices"):
        desk.do("click", selector='role=link[name="Prices"]')
    assert desk.evaluate("heard.join(' ')") == ""


TABS = """{}<div role=tablist>
<button type=button role=tab id=t1 aria-selected=true aria-controls=one>list.txt</button>
<button type=button role=tab id=t2 aria-selected=false aria-controls=two>sums.txt</button></div>
<div><div id=one>{}</div><div id=two hidden><button type=button id=it>{}</button></div></div>{}<p id=said></p>
<script>t2.onclick = () => {{ one.hidden = true; two.hidden = false; }};
it.onclick = () => {{ said.textContent = 'Saved'; }};</script>"""
TEXT = "<textarea aria-label=Text>milk</textarea>"
EDITOR = "<div contenteditable role=textbox aria-multiline=true style='height: 40px'>milk</div>"


@pytest.mark.parametrize(
    ("body", "name", "is_opened"),
    [
        (TABS.format("", TEXT, "Save", ""), "Save", False),
        (TABS.format("", EDITOR, "Save and check", ""), "Save and check", False),
        (TABS.format("", "<p>Nothing to write here</p>", "Save", ""), "Save", True),
        (TABS.format("<form>", TEXT, "Save", "</form>"), "Save", True),
        (TABS.format("", TEXT, "Prices", ""), "Prices", True),
    ],
    ids=["a text", "an editor", "nothing to write into", "one form", "something else"],
)
def test_what_keeps_another_document_is_not_looked_for_behind_its_tab(
    hasty_desk: PageDesk, site: Site, body: str, name: str, is_opened: bool
) -> None:
    hasty_desk.do("navigate", url=site.page(body + HEARS))
    if is_opened:
        hasty_desk.do("click", selector=f"text={name}")
    else:
        with pytest.raises(ToolFailure, match="there is no"):
            hasty_desk.do("click", selector=f"text={name}")
    assert hasty_desk.evaluate("heard.join(' ')") == ("t2 it" if is_opened else "")


BEHIND = """<label>Name <input value=Ann></label><details><summary>More</summary>
<button id=it onclick="{}">Save</button></details><p id=said></p>"""


def test_what_was_pressed_is_judged_and_not_what_led_to_it(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(BEHIND.format("said.textContent = 'Saved'")))
    desk.do("click", selector="text=Save")
    desk.do("navigate", url=site.page(BEHIND.format("")))
    with pytest.raises(ToolFailure, match="not confirmed"):
        desk.do("click", selector="text=Save")


def test_an_empty_tab_is_not_opened_for_what_keeps_a_text(hasty_desk: PageDesk, site: Site) -> None:
    filling = "<script>two.textContent = ''; t2.addEventListener('click', () => { two.append(it); });</script>"
    hasty_desk.do("navigate", url=site.page(TABS.format("", TEXT, "Save", "") + filling + HEARS))
    with pytest.raises(ToolFailure, match="there is no"):
        hasty_desk.do("click", selector="text=Save")
    assert hasty_desk.evaluate("heard.length") == 0
