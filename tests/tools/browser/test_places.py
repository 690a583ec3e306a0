"""Things that are known by what is around them, by what stands beside them, or by how they look."""

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

PEOPLE = """<table><tr><th>Name<th>Do</tr>
    <tr><td>Ann<td><button id=ann>Edit</button><button id=ann2>Delete</button></tr>
    <tr><td>Bob<td><button id=bob>Edit</button><button id=bob2>Delete</button></tr></table>
    <ul><li><b>Milk</b> <i class="icon trash-can" id=milk style="padding: 9px"></i>
    <li><b>Eggs</b> <i class="icon trash-can" id=eggs style="padding: 9px"></i></ul>"""
HEARS = "<script>const heard = []; onclick = (event) => { heard.push(event.target.id); document.title += '.' }</script>"
FACTS = """<table><tr><td>Last name<td>Moore<tr><td>Age:<td>41</table><dl><dt>Price<dd>$20</dl>
    <p>Total: <b>17</b></p><label>City <input value=" Oslo "></label><p id=words>One two, three four.</p>
    <div><h3>Tea</h3><span class=price>$3</span></div><div><h3>Milk</h3><span class=price>$2</span></div>"""


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
@pytest.mark.sampled(2)
def test_a_thing_is_told_from_its_like_by_the_text_that_it_goes_with(
    desk: PageDesk, site: Site, selector: str, clicked: str
) -> None:
    desk.do("navigate", url=site.page(PEOPLE + HEARS))
    desk.do("click", selector=selector)
    assert desk.evaluate("heard.join(' ')") == clicked


SHOP = """<style>article, .row { display: block; padding: 9px }</style><main><div class=grid>
    <div class=row><h3>Figs</h3><label>Quantity <input id=figs type=number></label>
    <button id=more aria-label="Increase quantity">+</button><button id=less>−</button></div>
    <div class=row><h3>Dates</h3><label>Quantity <input id=dates type=number></label>
    <button id=more2 aria-label="Increase quantity">+</button><button id=less2>−</button></div></div></main>"""


@pytest.mark.parametrize(
    ("selector", "clicked"),
    [
        ('item=Dates >> role=button[name="plus"]', "more2"),
        ("item=Figs >> text=minus", "less"),
        ("item=Figs >> text=+", "more"),
        ("field=quantity of Dates", "dates"),
        ("text=plus for Dates", "more2"),
        ('role=button[name="minus under the Figs card"]', "less"),
        ("text=Increase quantity of Figs", "more"),
        ("label=quantity for Figs", "figs"),
    ],
)
@pytest.mark.sampled(2)
def test_signs_have_names_and_fields_belong_to_parts(desk: PageDesk, site: Site, selector: str, clicked: str) -> None:
    desk.do("navigate", url=site.page(SHOP + HEARS))
    desk.do("click", selector=selector)
    assert desk.evaluate("heard[0]") == clicked


WIKI = """<ul><li><a id=page href=#>Edit</a></ul><ol><li><a href=#beh>Behaviour</a><li><a href=#fur>Fur</a></ol>
    <h2>Fur <a id=fur href=#>[edit]</a></h2><p>It is red.</p><h3>Winter</h3><p>Then it is thick.</p>
    <div><h2>Behaviour <a id=beh href=#>[edit]</a></h2></div><p>Foxes live in pairs.</p>"""
HEADER = """<button id=cart aria-label="Cart, 3 items">3</button><button id=in>Inbox (2)</button>
    <table><tr><th>Name<th width=400><button id=mail>Email</button><tr><td>Ann<td>a@b</table>
    <div><p>City Gym <button id=dots aria-label="More for City Gym">⋯</button></p><p>Pool <button>⋯</button></p></div>
    <button id=no>Add to cart</button><button>View cart</button><button>Your inbox</button>"""

DRIVE = """<div role=row><span role=gridcell id=taxes>📁 Taxes</span> <button>More actions for Taxes</button></div>
    <div id=name>Email notifications<div>We will mail you</div></div>
    <button id=mail role=switch aria-checked=true aria-labelledby=name style="padding: 9px"></button>
    <form onsubmit="return false"><input autofocus><button id=send>Finish</button></form>
    <form><input><button>Subscribe</button></form>"""


@pytest.mark.parametrize(
    ("body", "selector", "clicked"),
    [
        (WIKI, "item=Behaviour >> text=edit", "beh"),
        (WIKI, "item=Fur >> text=edit", "fur"),
        (HEADER, "text=cart", "cart"),
        (HEADER, 'role=button[name="inbox"]', "in"),
        (HEADER, 'role=columnheader[name="email"]', "mail"),
        (HEADER, "item=City Gym >> text=three dots", "dots"),
        (DRIVE, "text=taxes", "taxes"),
        (DRIVE, "label=email notifications", "mail"),
        (DRIVE, 'role=button[name="submit"]', "send"),
    ],
)
@pytest.mark.sampled(2)
def test_what_is_closest_to_the_words_is_clicked(
    desk: PageDesk, site: Site, body: str, selector: str, clicked: str
) -> None:
    desk.do("navigate", url=site.page(body + HEARS))
    desk.do("click", selector=selector)
    assert desk.evaluate("heard.join(' ')") == clicked


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Fur", "Fur [edit]\n\nIt is red.\n\nWinter\n\nThen it is thick."),
        ("Winter", "Winter\n\nThen it is thick."),
        ("Behaviour", "Behaviour [edit]\n\nFoxes live in pairs."),
    ],
)
def test_a_section_is_read_up_to_the_next_heading_of_its_sort(desk: PageDesk, site: Site, name: str, text: str) -> None:
    desk.do("navigate", url=site.page(WIKI))
    assert desk.do("read", selector=f'role=section[name="{name}"]')["text"] == text


def test_names_in_a_row_belong_to_the_fields_below_them(desk: PageDesk, site: Site) -> None:
    cells = "<div>City</div><div>ZIP</div><div><input id=city></div><div><input id=zip></div>"
    desk.do("navigate", url=site.page(f"<div style='display: grid; grid: auto / 150px 150px'>{cells}</div>"))
    desk.do("type", text="Oslo", selector="field=City")
    desk.do("type", text="0150", selector="field=ZIP")
    assert desk.evaluate("[city.value, zip.value]") == ["Oslo", "0150"]


def test_a_section_without_a_name_is_the_only_one_that_folds(desk: PageDesk, site: Site) -> None:
    folds = "".join(f"<h3><button aria-expanded=false>{name}</button></h3>" for name in ("Profile", "Privacy"))
    desk.do("navigate", url=site.page(f"{folds}<details><summary>Danger</summary>gone</details>"))
    with pytest.raises(ToolFailure, match="may be any of 3"):
        desk.do("click", selector="role=section", state="open")


CARDS = {
    "articles": "<nav><ul><li><a href=#>Home</a><li><a href=#>Help</a></ul></nav>"
    "<article><a href=#>9 votes</a><h2><a id=one href=#>One</a></h2></article>"
    "<article><h2><a id=two href=#>Two</a></h2></article>",
    "rows of results": "<nav><a href=#>Home</a><a href=#>Help</a></nav><div id=results>"
    "<div class=hit><a id=one href=#><h3>One</h3></a><p>what it says</p></div>"
    "<div class='hit last'><a id=two href=#><h3>Two</h3></a><p>what it says</p></div></div>",
    "entries of a list": "<ul class=menu><li><a href=#>Home</a><li><a href=#>Help</a><li><a href=#>More</a></ul>"
    "<ol><li><a id=one href=#>One</a> 3 points by ann <a href=#>2 comments</a>"
    "<li><a id=two href=#>Two</a> 5 points by bob <a href=#>7 comments</a></ol>",
    "under a bar of the same sort": "<div><div><input><button>Search</button></div>"
    "<div><div><a id=one href=#>One</a><p>what</p></div><div><a id=two href=#>Two</a><p>it says</p></div></div></div>",
    "with tags in one of them": "<div><h2><a id=one href=#>One</a></h2>"
    "<ul><li><a href=#>red</a><li><a href=#>new</a></ul></div><div><h2><a id=two href=#>Two</a></h2></div>",
    "cards that are links": "<div class=grid><a class=card id=one href=#><img alt='' width=80 height=50><p>One</p></a>"
    "<a class=card id=two href=#><img alt='' width=80 height=50><p>Two</p></a></div>",
}


@pytest.mark.parametrize("sort", CARDS)
@pytest.mark.parametrize(("place", "clicked"), [(0, "one"), (1, "two"), (-1, "two")])
@pytest.mark.sampled(2)
def test_a_result_is_opened_by_its_place(desk: PageDesk, site: Site, sort: str, place: int, clicked: str) -> None:
    desk.do("navigate", url=site.page(CARDS[sort] + HEARS.replace("target.id", "target.closest('[id]').id")))
    desk.do("click", selector=f"role=article >> nth={place}")
    assert desk.evaluate("heard[0]") == clicked


def test_a_name_with_a_joint_in_it_is_looked_for_as_it_is_first(desk: PageDesk, site: Site) -> None:
    late = "document.body.insertAdjacentHTML('beforeend', '<button id=late>Edit for Ann</button>')"
    body = f"<ul><li>Ann <button id=no>Edit</button></ul><script>setTimeout(() => {late}, 150)</script>"
    desk.do("navigate", url=site.page(body + HEARS))
    desk.do("click", selector="text=Edit for Ann")
    assert desk.evaluate("heard.join(' ')") == "late"


def test_what_stands_in_no_part_with_the_text_is_not_taken(hasty_desk: PageDesk, site: Site) -> None:
    hasty_desk.do("navigate", url=site.page(f"<p>free<p><button id=no>Sign up</button>{HEARS}"))
    with pytest.raises(ToolFailure, match="there is no Sign up for free"):
        hasty_desk.do("click", selector="text=Sign up for free")
    assert hasty_desk.evaluate("heard.length") == 0


@pytest.mark.parametrize("name", ["x", "close", "delete", "remove"])
def test_what_only_shows_under_the_pointer_is_found_in_its_part(desk: PageDesk, site: Site, name: str) -> None:
    style = "<style>li button { visibility: hidden } li:hover button { visibility: visible }</style>"
    rows = "".join(f"<li><span>{row}</span> <button id={row}>×</button></li>" for row in ("Rent", "Milk"))
    desk.do("navigate", url=site.page(f"{style}<ul>{rows}</ul>{HEARS}"))
    desk.do("click", selector=f"item=Milk >> text={name}")
    assert desk.evaluate("heard.join(' ')") == "Milk"


def test_what_only_shows_under_the_pointer_is_pointed_at_before_anything_is_opened(desk: PageDesk, site: Site) -> None:
    """The row opens a mail when it is clicked, and a folder of the page is called by another word for deleting."""
    style = "<style>tr td.act { visibility: hidden } tr:hover td.act { visibility: visible }</style>"
    button = "<td class=act><button aria-label=Delete id={row}>🗑</button>"
    table = "".join(f"<tr id=mail-{row}><td>{row}{button.format(row=row)}" for row in ("Rent", "Milk"))
    desk.do("navigate", url=site.page(f"{style}<nav><a id=bin href=#bin>Bin</a></nav><table>{table}</table>{HEARS}"))
    desk.do("click", selector='item=Milk >> role=button[name="delete"]')
    assert desk.evaluate("heard.join(' ')") == "Milk"


@pytest.mark.parametrize(("name", "clicked"), [("close the cart", "x"), ("close details", "way")])
def test_a_thing_is_closed_by_its_cross_or_by_itself(desk: PageDesk, site: Site, name: str, clicked: str) -> None:
    body = """<aside><h2>Cart</h2><p>Tea</p><button id=x aria-label=Close>×</button></aside>
        <button id=way aria-expanded=true>Details</button><div><button aria-label=Close>×</button></div>"""
    desk.do("navigate", url=site.page(body + HEARS))
    desk.do("click", selector=f'role=button[name="{name}"]')
    assert desk.evaluate("heard.join(' ')") == clicked


def test_what_another_row_shows_is_not_taken_for_this_one(desk: PageDesk, site: Site) -> None:
    style = "<style>li button { visibility: hidden } li:hover button { visibility: visible }</style>"
    rows = "".join(f"<li><span>{row}</span> <button id={row}>×</button></li>" for row in ("Rent", "Mum"))
    desk.do("navigate", url=site.page(f"{style}<ul>{rows}</ul>{HEARS}"))
    desk.do("hover", selector="text=Mum")
    desk.do("click", selector="item=Rent >> text=x")
    assert desk.evaluate("heard.join(' ')") == "Rent"


def test_what_only_other_rows_have_is_not_there(hasty_desk: PageDesk, site: Site) -> None:
    hasty_desk.do("navigate", url=site.page(f"<ul><li><b>Ann</b><li><b>Bob</b> <button>Delete</button></ul>{HEARS}"))
    with pytest.raises(ToolFailure, match="there is no Delete in the part with Ann"):
        hasty_desk.do("click", selector="item=Ann >> text=Delete")
    assert hasty_desk.evaluate("heard.length") == 0


def test_under_a_text_is_the_first_that_comes_after_it(desk: PageDesk, site: Site) -> None:
    body = (
        "<button id=one>Save</button><h3>Payment</h3><p><button id=two>Save</button><p><button id=three>Save</button>"
    )
    desk.do("navigate", url=site.page(body + HEARS))
    desk.do("click", selector="text=Save under Payment")
    assert desk.evaluate("heard.join(' ')") == "two"


@pytest.mark.parametrize(
    ("selector", "field"), [("field=shipping zip", "sz"), ("field=zip of the billing address", "bz")]
)
def test_a_field_is_known_by_the_group_that_it_is_in(desk: PageDesk, site: Site, selector: str, field: str) -> None:
    group = "<fieldset><legend>{0} address</legend><label>ZIP <input id={1}></label></fieldset>"
    desk.do("navigate", url=site.page(group.format("Billing", "bz") + group.format("Shipping", "sz")))
    desk.do("type", text="1", selector=selector)
    assert desk.evaluate(f"{field}.value") == "1"


@pytest.mark.parametrize(
    ("selector", "clicked"),
    [
        ("text=star >> nth=3", "s3"),
        ('role=img[name="settings"]', "gear"),
        ("role=canvas", "cv"),
        ("role=column", "age"),
    ],
)
def test_things_have_the_names_that_people_give_them(desk: PageDesk, site: Site, selector: str, clicked: str) -> None:
    stars = "".join(f"<span id=s{at}>{'★☆'[at > 1]}</span>" for at in range(5))
    more = "<input type=radio aria-label='1 star'><button id=gear title=Settings><svg></svg></button><canvas id=cv>"
    hears = HEARS.replace("target.id", "target.closest('[id]').id")
    desk.do("navigate", url=site.page(f"{stars}{more}</canvas><table><tr><th id=age>Age</table>{hears}"))
    desk.do("click", selector=selector)
    assert desk.evaluate("heard.join(' ')") == clicked


def test_the_smallest_part_that_has_the_text_is_meant(desk: PageDesk, site: Site) -> None:
    lines = "".join(f"<div><span>{name}</span> <a href=# id={name}>Remove</a></div>" for name in ("Figs", "Dates"))
    desk.do("navigate", url=site.page(f"<ul><li>Figs<li>Dates<li>Nuts</ul><aside>{lines}</aside>{HEARS}"))
    desk.do("click", selector="item=Dates >> text=Remove")
    assert desk.evaluate("heard.join(' ')") == "Dates"


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
        ("value=total", "17"),
        ("value=price of Tea", "$3"),
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


def test_a_value_is_no_text_that_only_has_the_name_in_it(hasty_desk: PageDesk, site: Site) -> None:
    hasty_desk.do("navigate", url=site.page("<h2>Direct messages</h2><div><a href=#>Ann's messages</a></div>"))
    with pytest.raises(ToolFailure, match="messages"):
        hasty_desk.do("read", selector="value=messages")


def test_a_word_that_is_not_there_is_told(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(FACTS))
    with pytest.raises(ToolFailure, match="only 4 words"):
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
    work = "document.title = event.target.tagName; document.body.append('Welcome')"
    desk.do("navigate", url=site.page(f"{form}<script>onclick = (event) => {{ {work} }}</script>"))
    desk.do("type", text="bob", selector="field=username")
    desk.do("click", selector='role=button[name="log in"]')
    assert desk.evaluate("[user.value, document.title]") == ["bob", "BUTTON"]


def test_an_error_is_read_by_its_look_if_it_has_no_role(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<p>Form</p><div class=form-error>The name is <b>missing</b></div>"))
    assert desk.do("read", selector="role=alert")["text"] == "The name is missing"


TABLE = """<table><tr><th>Name<th>Email<th>Role</tr><tr><td>Ann Lee<td>ann@x.example<td>Cook</tr>
    <tr><td>Bob Ray<td>bob@x.example<td>Guest</tr></table>"""


def test_what_a_row_has_in_a_column_is_read_by_both(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(TABLE))
    assert desk.do("read", selector="value=email of Bob Ray")["text"] == "bob@x.example"
    assert desk.do("read", selector="value=role of ann lee")["text"] == "Cook"


def test_a_head_of_a_column_is_no_value_by_itself(hasty_desk: PageDesk, site: Site) -> None:
    hasty_desk.do("navigate", url=site.page(TABLE))
    with pytest.raises(ToolFailure, match="nothing is what stands by email"):
        hasty_desk.do("read", selector="value=email")


def test_a_button_is_known_by_its_colour_if_it_has_no_such_name(desk: PageDesk, site: Site) -> None:
    buttons = "<button id=no style='background: crimson'>A</button><button id=yes style='background: #1a2'>B</button>"
    desk.do("navigate", url=site.page(buttons + HEARS))
    desk.do("click", selector='role=button[name="green"]')
    assert desk.evaluate("heard.join(' ')") == "yes"
