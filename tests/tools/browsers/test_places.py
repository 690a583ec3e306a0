"""Things that are known by what is around them, by what stands beside them, or by how they look."""

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from tools.browsers.page_desk import PageDesk
from tools.browsers.sites import Site

PEOPLE = """<table><tr><th>Name<th>Do</tr>
    <tr><td>Ann<td><button id=ann>Edit</button><button id=ann2>Delete</button></tr>
    <tr><td>Bob<td><button id=bob>Edit</button><button id=bob2>Delete</button></tr></table>
    <ul><li><b>Milk</b> <i class="icon trash-can" id=milk style="padding: 9px"></i>
    <li><b>Eggs</b> <i class="icon trash-can" id=eggs style="padding: 9px"></i></ul>"""
HEARS = "<script>const heard = []; onclick = (event) => { heard.push(event.target.id); }</script>"
FACTS = """<table><tr><td>Last name<td>Moore<tr><td>Age:<td>41</table><dl><dt>Price<dd>$20</dl>
    <p>Total: <b>17</b></p><label>City <input value=" Oslo "></label><p id=words>One two, three four.</p>"""


@pytest.mark.parametrize(
    ("selector", "clicked"),
    [
        ('item=Bob >> role=button[name="Edit"]', "bob"),
        ("item=ann >> text=Delete", "ann2"),
        ('role=row >> nth=1 >> role=button[name="Delete"]', "bob2"),
        ('item=Eggs >> role=img[name="trash"]', "eggs"),
        ('role=listitem >> nth=0 >> role=img[name="trash can"]', "milk"),
    ],
)
def test_a_thing_is_told_from_its_like_by_the_text_that_it_goes_with(
    desk: PageDesk, site: Site, selector: str, clicked: str
) -> None:
    desk.do("navigate", url=site.page(PEOPLE + HEARS))
    desk.do("click", selector=selector)
    assert desk.evaluate("heard.join(' ')") == clicked


def test_a_text_that_stands_in_two_places_does_not_say_which(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<p>Bob <button>Edit</button><p>Bob <button>Edit</button>"))
    with pytest.raises(ToolFailure, match="any of 2"):
        desk.do("click", selector='item=Bob >> role=button[name="Edit"]')


@pytest.mark.parametrize(
    ("selector", "text"),
    [
        ("value=Last name", "Moore"),
        ("value=age", "41"),
        ("value=Price", "$20"),
        ("value=City", " Oslo "),
        ("css=#words >> word=1", "two"),
        ("css=#words >> word=-1", "four"),
        ("css=title", "Test"),
    ],
)
def test_what_stands_beside_a_label_is_read_and_words_are_counted(
    desk: PageDesk, site: Site, selector: str, text: str
) -> None:
    desk.do("navigate", url=site.page(FACTS))
    assert desk.do("read", selector=selector)["text"] == text


def test_a_word_that_is_not_there_is_told(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(FACTS))
    with pytest.raises(ToolFailure, match="4 words only"):
        desk.do("read", selector="css=#words >> word=9")


def test_all_of_a_kind_are_clicked_and_ticked(desk: PageDesk, site: Site) -> None:
    boxes = "".join(f"<label><input type=checkbox id=c{number}> {number}</label>" for number in range(3))
    desk.do("navigate", url=site.page(PEOPLE + boxes + HEARS))
    desk.do("check", selector="role=checkbox >> all")
    assert desk.evaluate("[c0, c1, c2].every((box) => box.checked)")
    desk.do("uncheck", selector="role=checkbox >> all")
    assert not desk.evaluate("[c0, c1, c2].some((box) => box.checked)")
    desk.evaluate("heard.length = 0")
    desk.do("click", selector='role=button[name="Edit"] >> all')
    assert desk.evaluate("heard.join(' ')") == "ann bob"


def test_none_of_a_kind_is_a_failure(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<p>nothing here"))
    with pytest.raises(ToolFailure, match="every checkbox"):
        desk.do("check", selector="role=checkbox >> all")


def test_a_text_area_and_a_text_field_are_two_things(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<textarea id=wide></textarea><input id=line>"))
    desk.do("type", text="a", selector="role=textbox")
    desk.do("type", text="b", selector="role=textarea")
    assert desk.evaluate("[line.value, wide.value]") == ["a", "b"]


@pytest.mark.parametrize("label", ["Sign in", "Login", "LOG IN", "Log-in"])
def test_signing_in_has_many_names(desk: PageDesk, site: Site, label: str) -> None:
    form = f"<label>E-mail <input id=user></label><input id=word type=password><button>{label}</button>"
    desk.do(
        "navigate",
        url=site.page(form + "<script>onclick = (event) => { document.title = event.target.tagName; }</script>"),
    )
    desk.do("type", text="bob", selector="field=username")
    desk.do("click", selector='role=button[name="log in"]')
    assert desk.evaluate("[user.value, document.title]") == ["bob", "BUTTON"]


def test_an_error_is_read_by_its_look_if_it_has_no_role(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<p>Form</p><div class=form-error>The name is <b>missing</b></div>"))
    assert desk.do("read", selector="role=alert")["text"] == "The name is missing"


def test_a_button_is_known_by_its_colour_if_it_has_no_such_name(desk: PageDesk, site: Site) -> None:
    buttons = "<button id=no style='background: crimson'>A</button><button id=yes style='background: #1a2'>B</button>"
    desk.do("navigate", url=site.page(buttons + HEARS))
    desk.do("click", selector='role=button[name="green"]')
    assert desk.evaluate("heard.join(' ')") == "yes"
