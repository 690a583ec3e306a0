"""Every form of a selector finds the one element that a person would point at, on pages as sites build them."""

from __future__ import annotations

import time
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path

import pytest

from goalwright.errors import ToolFailure
from goalwright.tools.browser.locating import find_one
from goalwright.tools.browser.selector_arg import selector_arg
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site, serving

# What a page is made of -> selectors, each with what it is for and the id of what it means.
LOCATED: dict[str, tuple[str, Sequence[tuple[str, str, str]]]] = {
    "roles": (
        """<button id=b>Save</button><a id=a href=/x>Save as</a><h1 id=h>Files</h1><nav id=n>menu</nav>
        <input id=c type=checkbox aria-label=Hidden><ul id=l><li id=l1>one<li>two</ul>""",
        [
            ('role=button[name="Save"]', "click", "b"),
            ('role=link[name="Save as"]', "click", "a"),
            ("role=link", "click", "a"),
            ("role=heading", "read", "h"),
            ("role=navigation", "read", "n"),
            ("role=checkbox", "check", "c"),
            ("role=list", "read", "l"),
            ("role=list >> role=listitem >> nth=0", "read", "l1"),
        ],
    ),
    "a field and a button of one name": (
        "<label>Reply <textarea id=t></textarea></label><button id=b>Reply</button>",
        [("text=Reply", "click", "b"), ("field=Reply", "type", "t"), ('role=textbox[name="Reply"]', "click", "t")],
    ),
    "the heading of a page": (
        "<h1 id=one>Shop</h1><h2>Tea</h2><h2 id=three>Milk</h2>",
        [("role=heading", "read", "one"), ("role=heading >> nth=2", "read", "three")],
    ),
    "names": (
        """<span id=t1>Billing</span> <span id=t2>address</span><input id=both aria-labelledby="t1 t2">
        <button id=icon aria-label=Settings><svg></svg></button><button id=alt><img src="" alt=Print></button>
        <button id=title title=Undo>\N{LEFTWARDS ARROW WITH HOOK}</button>
        <input id=send type=submit><input id=go type=button value=Go>
        <input id=pic type=image alt=Search src=""><button id=svg><svg><title>Share</title></svg></button>
        <details><summary id=more>More options</summary>x</details><a id=x href=#>\N{MULTIPLICATION SIGN}</a>""",
        [
            ("label=Billing address", "type", "both"),
            ('role=button[name="Settings"]', "click", "icon"),
            ("text=Settings", "click", "icon"),
            ('role=button[name="Print"]', "click", "alt"),
            ("text=Undo", "click", "title"),
            ('role=button[name="Undo"]', "click", "title"),
            ('role=button[name="submit"]', "click", "send"),
            ("text=Go", "click", "go"),
            ('role=button[name="Search"]', "click", "pic"),
            ("text=Share", "click", "svg"),
            ("text=More options", "click", "more"),
            ('role=section[name="More options"]', "click", "more"),
            ("text=Close", "click", "x"),
        ],
    ),
    "fields": (
        """<label for=u>User name:</label><input id=u><label>Mail <input id=m type=email></label>
        <input id=p type=password placeholder="Your password"><input id=s type=search>
        <input id=q placeholder="Find a place"><textarea id=n aria-label="Notes*"></textarea>
        <div id=e contenteditable aria-label=Comment></div><input id=zip name=zip_code>""",
        [
            ("label=User name", "type", "u"),
            ("field=user name", "type", "u"),
            ("label=Mail", "type", "m"),
            ("field=password", "type", "p"),
            ("placeholder=Find a place", "type", "q"),
            ("placeholder=your password", "type", "p"),
            ("field=search", "type", "s"),
            ("role=searchbox", "type", "s"),
            ("field=notes", "type", "n"),
            ("field=Comment", "type", "e"),
            ("field=zip code", "type", "zip"),
            ("label=find a place", "type", "q"),
        ],
    ),
    "fields with marks behind their names": (
        """<label>Password * <input id=p1 type=password></label><label>Phone (optional): <input id=t1></label>
        <label>Confirm password * <input id=p2 type=password></label><label>Work phone <input id=t2></label>""",
        [
            ("field=password", "type", "p1"),
            ("label=Confirm Password", "type", "p2"),
            ("field=phone", "type", "t1"),
            ("field=work phone number", "type", "t2"),
        ],
    ),
    "fields known by the text beside them": (
        """<p>Name: <input id=f1></p><table><tr><td>Street<td><input id=f2><tr><td>City</td><td><input id=f3></table>
        <div>Country</div><div><select id=f4><option>Chile</select></div><input type=checkbox id=f5> Send me news
        <div style="display: grid; grid-template-columns: 90px 200px">
        <div>Colour</div><div><b>*</b><input id=f6></div><div>Size</div><div><i>cm</i><input id=f7></div></div>""",
        [
            ("field=Name", "type", "f1"),
            ("label=Street", "type", "f2"),
            ("field=city", "type", "f3"),
            ("field=Country", "select", "f4"),
            ("label=Send me news", "check", "f5"),
            ('role=textbox[name="City"]', "type", "f3"),
            ("field=Colour", "type", "f6"),
            ("field=Size", "type", "f7"),
        ],
    ),
    "fields below the text that names them": (
        """<p>Nickname</p><small>shown to others</small><br><input id=nick>
        <dl><dt>Priority<dd>Medium<dt>Labels<dd>old <input id=labels placeholder=New></dl>""",
        [("field=nickname", "type", "nick"), ("field=labels", "type", "labels")],
    ),
    "columns of labels beside columns of fields": (
        """<style>.col { float: left; width: 120px } .col > * { display: block; height: 30px; margin: 0 0 10px }</style>
        <div class=col><span>Height</span><span>Width</span><span>Depth</span></div>
        <div class=col><input id=h1><input id=h2><input id=h3></div>""",
        [("field=Height", "type", "h1"), ("field=Width", "type", "h2"), ("field=Depth", "type", "h3")],
    ),
    "texts": (
        """<p id=p>Hello <b id=b>big</b> world</p><button id=t>Terms and conditions</button>
        <div onclick="1"><span id=inner>Apply filter</span></div><li id=li>Plain item</li>""",
        [
            ("text=hello big world", "click", "p"),
            ("text=big", "click", "b"),
            ("text=conditions", "click", "t"),
            ("text=Apply filter", "click", "inner"),
            ("text=Plain item", "click", "li"),
        ],
    ),
    "the text itself is what is read": (
        """<p id=body>Body</p><input aria-label=Name value=bob><span id=total>Total</span><input id=sum value=12>
        <label id=lab for=mail>Mail</label><input id=mail value=x@y>""",
        [
            ("text=Body", "read", "body"),
            ("text=Total", "read", "total"),
            ("field=Total", "read", "sum"),
            ("label=Mail", "read", "mail"),
            ("text=Mail", "read", "lab"),
        ],
    ),
    "links without a role": (
        """<span id=s style="cursor: pointer">Show more</span> <span id=o onclick="1">Reply</span>
        <span id=c class=alink>ultrices</span> <u id=u>Details</u> <a id=a onclick="1">Log out</a>
        <div class=btn id=d>Buy now</div> <div tabindex=0 id=t style="cursor: pointer"><b>Load</b> all</div>""",
        [
            ('role=link[name="Show more"]', "click", "s"),
            ('role=link[name="Reply"]', "click", "o"),
            ('role=link[name="ultrices"]', "click", "c"),
            ('role=link[name="Details"]', "click", "u"),
            ('role=link[name="Log out"]', "click", "a"),
            ('role=button[name="Buy now"]', "click", "d"),
            ('role=button[name="Load all"]', "click", "t"),
        ],
    ),
    "what looks like a button and is a link, and the other way round": (
        """<a id=up href=/up style="padding: 1em">Sign up</a><button id=in>Log in</button>
        <ul class=tabs><li><a id=tab href=#two>Reviews</a></ul>""",
        [
            ('role=button[name="Sign up"]', "click", "up"),
            ('role=link[name="Log in"]', "click", "in"),
            ('role=tab[name="Reviews"]', "click", "tab"),
        ],
    ),
    "the one that can be seen": (
        """<header><a id=top href=/a>Home</a></header><div style="display: none"><a href=/b>Home</a></div>
        <a style="visibility: hidden" href=/c>Home</a><div hidden><button>Go</button></div><button id=go>Go</button>
        <div style="height: 0; overflow: hidden"><button>Menu</button></div><button id=menu>Menu</button>
        <button style="position: absolute; left: -9999px">Skip</button><button id=skip>Skip</button>""",
        [
            ("text=Home", "click", "top"),
            ("text=Go", "click", "go"),
            ('role=button[name="Menu"]', "click", "menu"),
            ("text=Skip", "click", "skip"),
        ],
    ),
    "the one that is not covered": (
        """<button>OK</button><div style="position: fixed; inset: 0; background: #fff8"><div role=dialog>
        <input id=in aria-label=Name><button id=ok>OK</button></div></div><input aria-label=Name>""",
        [
            ("text=OK", "click", "ok"),
            ("label=Name", "type", "in"),
            ('role=dialog >> role=button[name="OK"]', "click", "ok"),
        ],
    ),
    "a dialog that nobody called one": (
        """<button>Yes</button><div class="modal show" style="position: fixed; top: 100px">
        Sure? <button id=yes>Yes</button> <span id=x class=close onclick="1">&times;</span></div>""",
        [
            ('role=dialog >> role=button[name="Yes"]', "click", "yes"),
            ('role=dialog >> role=button[name="close"]', "click", "x"),
        ],
    ),
    "the exact name before a longer one": (
        "<button id=a>Save</button><button id=b>Save all</button><button id=c>SAVE DRAFT</button>",
        [("text=Save", "click", "a"), ("text=save draft", "click", "c"), ("text=all", "click", "b")],
    ),
    "css and places": (
        """<div class=card><i id=i1>a</i><button id=b1>Buy</button></div>
        <div class=card><i id=i2>b</i><button id=b2>Buy</button></div>""",
        [
            ("#b1", "click", "b1"),
            ("css=.card:nth-child(2) button", "click", "b2"),
            (".card >> nth=1 >> text=Buy", "click", "b2"),
            ("text=Buy >> nth=0", "click", "b1"),
            ("role=button >> nth=-1", "click", "b2"),
        ],
    ),
    "tabs, menus and accordions": (
        """<div role=tablist><button role=tab id=t1>General</button><button role=tab id=t2>Privacy</button></div>
        <ul role=menu><li role=menuitem id=m1>Copy<li role=menuitem id=m2>Paste</ul>
        <h2><button id=acc aria-expanded=false aria-controls=panel>Shipping</button></h2>
        <div id=panel hidden>x</div>""",
        [
            ('role=tab[name="Privacy"]', "click", "t2"),
            ("role=tab >> nth=0", "click", "t1"),
            ('role=menuitem[name="Paste"]', "click", "m2"),
            ('role=section[name="Shipping"]', "click", "acc"),
            ("text=Shipping", "click", "acc"),
        ],
    ),
    "check boxes that sites hide": (
        """<style>.hid { position: absolute; opacity: 0; width: 1px; height: 1px; clip-path: inset(50%) }</style>
        <input class=hid type=checkbox id=a><label for=a>Alpha</label>
        <label><input type=checkbox id=b style="display: none"><span>Beta</span></label>
        <div role=checkbox id=c aria-checked=false tabindex=0>Gamma</div>
        <div role=switch id=d aria-checked=true aria-label=Wifi style="width: 9px; height: 9px"></div>""",
        [
            ("label=Alpha", "check", "a"),
            ("label=Beta", "check", "b"),
            ("text=Beta", "check", "b"),
            ('role=checkbox[name="Alpha"]', "check", "a"),
            ('role=checkbox[name="Gamma"]', "check", "c"),
            ("label=Wifi", "check", "d"),
        ],
    ),
    "names with a kind in them": (
        """<button id=copy>Copy link</button><a id=main href=/menu>Main menu</a><button id=link>Link</button>""",
        [
            ('role=link[name="copy"]', "click", "copy"),
            ('role=menu[name="main"]', "click", "main"),
            ('role=button[name="Link"]', "click", "link"),
        ],
    ),
    "search boxes that are comboboxes": (
        """<textarea id=q role=combobox aria-label="Search the web" rows=1></textarea>
        <button>Search the web</button>""",
        [
            ("role=textbox", "type", "q"),
            ("role=searchbox", "type", "q"),
            ("field=search", "type", "q"),
        ],
    ),
    "twins that nobody could tell apart": (
        """<div><p>lorem ipsum</p><button>ok</button> <button>ok</button><br><button>ok</button> <input></div>
        <a id=home href=/start>Start</a><footer>more <a href=/start>Start</a></footer>""",
        [('role=button[name="ok"]', "click", "<button>ok</button>"), ("text=Start", "click", "home")],
    ),
    "twins with something between them that is not theirs": (
        """<div><button>Yes</button><div>lorem ipsum</div><input><br><button>Yes</button></div>
        <div>dolor sit<br><button class=a>Next</button><br><button>Help</button><p>amet</p><button>Next</button></div>
        <div><p>elit</p><button>Skip</button><span>name: </span><input><br><button>Skip</button></div>""",
        [
            ("text=Yes", "click", "<button>Yes</button>"),
            ("text=Next", "click", '<button class="a">Next</button>'),
            ("text=Skip", "click", "<button>Skip</button>"),
        ],
    ),
}
CASES = [
    pytest.param(body, selector, purpose, meant, id=f"{group}: {selector}")
    for group, (body, cases) in LOCATED.items()
    for selector, purpose, meant in cases
]


def located(desk: PageDesk, selector: str, purpose: str = "click", patience_s: float = 0.5) -> str:
    """The id of the element that a selector means."""

    async def found() -> str:
        call = desk.call("read", selector=selector)
        page = await desk.session.page(call)
        element = await find_one(page, selector_arg(call), purpose, patience_s=patience_s)
        return str(await element.evaluate("(el) => el.id || el.outerHTML"))

    return desk.run(found())


@pytest.mark.parametrize(("body", "selector", "purpose", "meant"), CASES)
def test_a_selector_means_what_a_person_would_point_at(
    same_tab: PageDesk, body: str, selector: str, purpose: str, meant: str
) -> None:
    same_tab.show(body)
    assert located(same_tab, selector, purpose) == meant


def test_elements_in_frames_are_found_and_used_whatever_their_origin(desk: PageDesk, site: Site) -> None:
    form = "<label>Card <input id=card></label><button onclick=\"document.body.append('paid')\">Pay</button>"
    with serving("localhost") as elsewhere:
        other = elsewhere.page(form.replace("Card", "Code").replace("Pay", "Redeem"))
        site.page(form, path="/inner")
        frames = f"<iframe src=/inner></iframe><iframe src='{other}'></iframe><iframe src=/inner hidden></iframe>"
        desk.do("navigate", url=site.page(f"<h1>Shop</h1><button>Back</button>{frames}"))
        desk.do("type", text="4111", selector="label=Card")
        desk.do("click", selector='role=button[name="Pay"]')
        desk.do("type", text="1234", selector="label=Code")
        desk.do("click", selector="text=Redeem")
        assert desk.do("read", selector="label=Card")["text"] == "4111"
        assert desk.do("read", selector="label=Code")["text"] == "1234"
        assert desk.do("find", text="paid")["count"] == 2
        assert "'Redeem'" in desk.do("click", selector="role=button >> nth=2")["clicked"]
        assert "'Pay'" in desk.do("click", selector="role=button >> nth=-2", risk="high")["clicked"]
        with pytest.raises(ToolFailure, match="there is no fourth button"):
            located(desk, "role=button >> nth=3")


def test_elements_in_open_shadow_trees_are_found_and_used(desk: PageDesk, site: Site) -> None:
    body = """<x-form><div slot=title id=slotted>Newsletter</div></x-form><button id=outer>Send</button><script>
        customElements.define('x-field', class extends HTMLElement { connectedCallback() {
            this.attachShadow({ mode: 'open' }).innerHTML = '<label>Mail <input id=mail></label>'; } });
        customElements.define('x-form', class extends HTMLElement { connectedCallback() {
            const root = this.attachShadow({ mode: 'open' });
            root.innerHTML = `<style>p { color: red }</style><slot name=title></slot>
                <p>Join us</p><x-field></x-field>
                <button id=join onclick="document.title = 'joined'">Join</button>`; } });
        </script>"""
    desk.do("navigate", url=site.page(body))
    assert desk.done("type", text="a@b.c", selector="label=Mail").verdict == "yes"
    desk.do("click", selector='role=button[name="Join"]')
    seen = desk.do("read")
    assert (seen["title"], seen["text"].split()) == ("joined", ["Newsletter", "Send", "Join", "us", "Join", "Mail"])
    assert located(desk, "#join") == "join"
    assert located(desk, "css=x-form >> text=Join us", "read").startswith("<p>")
    assert located(desk, "role=button >> nth=1") == "outer"
    assert located(desk, "text=Newsletter") == "slotted"


@pytest.mark.parametrize(
    ("body", "selector", "told"),
    [
        (
            "<ul><li>Tea <button>Remove</button><li>Milk <button>Remove</button></ul>",
            'role=button[name="Remove"]',
            r"button Remove may be any of 2: button 'Remove' by 'Tea'; button 'Remove' by 'Milk'; "
            r'say which, such as "the second button Remove"',
        ),
        (
            "<p>Tea <button>Remove</button>, milk <button>Remove</button></p>",
            "text=Remove",
            r"by 'Tea'; .* by ', milk';",
        ),
        (
            "<h2>Tea</h2><button>Remove</button><h2>Milk</h2><button>Remove</button>",
            "text=Remove",
            r"by 'Tea'; .* by 'Milk';",
        ),
        ("<button>Remove</button> Milk <button>Remove</button>", "text=Remove", r"by 'Milk'"),
        (
            "<div>Tea</div><button>Remove</button><div>Milk</div><button>Remove</button>",
            "text=Remove",
            r"by 'Tea'; .* by 'Milk';",
        ),
        (
            "<div>Tea<br></div><div>Black</div><button>Remove</button><div>Milk</div><button>Remove</button>",
            "text=Remove",
            r"by 'Black'; .* by 'Milk';",
        ),
        (
            "<button>Show</button><div>Tea is black</div><button>Show</button><div>Milk is white</div>",
            "text=Show",
            r"may be any of 2",
        ),
        ("<button>Buy</button><p>Tea</p><h3>Milk</h3><p>White</p><button>Buy</button>", "text=Buy", r"may be any of 2"),
        ("<button>Buy</button><p>Tea</p><p><img alt=Milk></p><button>Buy</button>", "text=Buy", r"may be any of 2"),
        (
            "<div style='display: grid'><button>Buy</button><p>Tea</p><b>Milk</b><button>Buy</button></div>",
            "text=Buy",
            r"may be any of 2",
        ),
        ("<span>Tea</span><button>Buy</button><p>and</p><button>Buy</button>", "text=Buy", r"may be any of 2"),
        (
            "<div>Agree?</div><button>Yes</button><button>No</button><div>Adult?</div><button>Yes</button><button>No</button>",
            "text=Yes",
            r"by 'Agree\?'; .* by 'Adult\?';",
        ),
        ("<p>Hi</p><button>Reply</button><pre>Ho</pre><p>Hello</p><button>Reply</button>", "text=Reply", r"any of 2"),
        (
            "<div style='display: grid; grid: auto / 1fr 1fr'><p>Tea<p>Ham</p><button>Buy</button><button>Buy</button>",
            "text=Buy",
            r"may be any of 2",
        ),
        (
            "<div style='display: flex; justify-content: space-between'><button>Buy</button><button>Buy</button></div>",
            "text=Buy",
            r"may be any of 2",
        ),
        (
            "<button onclick='go(1)'>Remove</button><button onclick='go(2)'>Remove</button>",
            "text=Remove",
            r"may be any of 2",
        ),
        (
            "<div style='float: left'>Tea<br>Milk</div><div>"
            + "<button style='display: block'>Remove</button>" * 2
            + "</div>",
            "text=Remove",
            r"may be any of 2",
        ),
        (
            "<input aria-label=Tea><button>Clear</button><input aria-label=Milk><button>Clear</button>",
            "text=Clear",
            r"by 'Tea'; .* by 'Milk';",
        ),
        (
            "<nav><a href=/a>Help</a></nav><footer><a href=/b>Help</a></footer>",
            'role=link[name="Help"]',
            r"by 'nav'; .* by 'footer';",
        ),
        ("<input id=one><input name=two>", "role=textbox", r"textbox #one; textbox name=two;"),
        ("<button>a1</button>" * 2 + "<button>b</button>" * 6, "role=button", r"may be any of 8: .* and 3 more"),
    ],
    ids=[
        "rows",
        "one line",
        "headings",
        "text between",
        "lines",
        "lines that are not as many",
        "what comes after",
        "a heading between",
        "a picture between",
        "a grid",
        "text beside one",
        "questions",
        "a name that goes with an entry",
        "under columns",
        "far from each other",
        "deeds",
        "columns",
        "fields",
        "parts of the page",
        "marks",
        "many",
    ],
)
def test_what_may_be_several_is_told_with_what_tells_them_apart(
    same_tab: PageDesk, body: str, selector: str, told: str
) -> None:
    same_tab.show(body)
    with pytest.raises(ToolFailure, match=told):
        located(same_tab, selector)


@pytest.mark.parametrize(
    ("selector", "told"),
    [
        (
            'role=button[name="Checkout"]',
            r"there is no button Checkout on this page \(Test\) after waiting [\d.]+ s; there is 'Save', 'Cancel'",
        ),
        ("field=Phone", r"there is no field Phone on this page .*; there is 'Mail'"),
        ("field=Priority", r"there is no field Priority on this page"),
        ("field=Status", r"there is no field Status on this page"),
        ("text=Checkout", r"there is no Checkout on this page .*: check its name on the page"),
        ("#nothing", r"there is no #nothing on this page"),
        ("role=dialog >> text=Save", r"there is no Save in dialog on this page"),
        ("a[", r"'a\[' is not a CSS selector: write one like"),
        ("text=a >> ", r"describes no element: write it like"),
        (" >> ".join(["text=a"] * 9), r"describes no element"),
    ],
)
def test_what_is_not_there_is_told_with_what_is(same_tab: PageDesk, selector: str, told: str) -> None:
    entries = "<dl><dt>Status<dd><dt>Priority<dd>Medium<dt>Labels<dd><b>old</b> <input placeholder=New></dl>"
    buttons = "<button>Save</button><button>Cancel</button><button hidden>Checkout</button>"
    same_tab.show(f"{buttons}<label>Mail <input></label>{entries}")
    with pytest.raises(ToolFailure, match=told):
        located(same_tab, selector, patience_s=0.3)


def test_what_is_scrolled_out_of_a_part_is_found_there(same_tab: PageDesk) -> None:
    same_tab.show(
        "<div id=box style='height: 50px; overflow: auto'><button id=top>Top</button><p style='height: 900px'>x</div>"
    )
    same_tab.evaluate("box.scrollTop = 800")
    assert located(same_tab, "text=Top") == "top"


def test_a_long_page_is_searched_quickly(same_tab: PageDesk) -> None:
    rows = "".join(f"<tr><td>Item {n}</td><td><a href=/{n}>Open {n}</a></td><td>text</td></tr>" for n in range(3_000))
    same_tab.show(f"<table>{rows}</table><button id=go>Go on</button>")
    began = time.monotonic()
    for selector in ("text=Go on", 'role=button[name="Go on"]', "text=Item 2999", 'role=link[name="Open 2998"]'):
        located(same_tab, selector, patience_s=0)
    assert time.monotonic() - began < 20


COLOURS = """async (source) => {
    const picture = new Image(); picture.src = 'data:image/png;base64,' + source; await picture.decode();
    const canvas = document.createElement('canvas'), pen = canvas.getContext('2d');
    [canvas.width, canvas.height] = [picture.width, picture.height]; pen.drawImage(picture, 0, 0);
    return ['a', 'b', 'c'].map((id) => { const { x, y, height } = document.getElementById(id).getBoundingClientRect();
        return [...pen.getImageData(x + 3, y + height / 2, 1, 1).data.slice(0, 3)]; }); }"""


@pytest.mark.parametrize(
    ("selector", "is_marked"),
    [
        ('role=button[name="Open"]', [True, True, False]),  # which of them is meant
        ('role=button[name="Checkout"]', [True, True, True]),  # what is there instead
        ("text=Checkout", [False, False, False]),
    ],
)
def test_the_picture_of_a_failure_marks_what_the_failure_speaks_of(
    hasty_desk: PageDesk, pictures: Path, selector: str, is_marked: list[bool]
) -> None:
    button = "<button id={} style='background: white; border: 0; padding: 20px'>{}</button>".format
    hasty_desk.show(f"{button('a', 'Open')}<p>First</p>{button('b', 'Open')}<p>Second</p>{button('c', 'Save')}")
    with pytest.raises(ToolFailure, match="has a picture of the page"):
        hasty_desk.do("click", selector=selector)
    newest = max(pictures.glob("*.png"), key=lambda path: path.stat().st_mtime_ns)
    colours = hasty_desk.evaluate(f"() => ({COLOURS})('{b64encode(newest.read_bytes()).decode()}')")
    assert [red > blue + 50 for red, _, blue in colours] == is_marked
