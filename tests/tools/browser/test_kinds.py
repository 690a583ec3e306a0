"""Kinds of fields: another kind is never taken in place of the one that was named, and pictures have names."""

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk

LINE = "<label>Title <input id=line></label>"
FILTER = "<aside><input type=search placeholder='Filter items' id=side></aside>"
# A page, what is said of a field in it, and the field that is meant; nothing if there is none.
FIELDS = {
    "no text area": (LINE, "role=textarea", ""),
    "a text area beside a line": (f"{LINE}<label>Body <textarea id=wide></textarea></label>", "role=textarea", "wide"),
    "a text area of another name": (f"{LINE}<textarea id=wide></textarea>", 'role=textarea[name="Title"]', ""),
    "an editor": (f"{LINE}<div contenteditable id=wide style='height: 50px'></div>", "role=textarea", "wide"),
    "a filter and a search": (f"{FILTER}<form><input name=q placeholder='Search the wiki' id=main></form>", "", "main"),
    "a filter alone": (f"{FILTER}{LINE}", "", ""),
    "a line alone": (LINE, "", ""),
    "a part for searching": (f"{FILTER}<form role=search><input id=main></form>", "", "main"),
    "a button for searching": (f"{LINE}<form><input id=main><button>Search</button></form>", "", "main"),
    "a search in the sidebar": ("<aside><input placeholder=Search id=side></aside>", "", "side"),
    "two searches": (
        "<nav><input placeholder='Search menu' id=side></nav><input aria-label=Search id=main>",
        "",
        "main",
    ),
    "a line that is called a colour": ("<label>Colour <input id=line></label>", "role=color", "line"),
    "a line that is called a date": (f"{LINE}<label>Date <input id=date></label>", "role=date", "date"),
    "no line that is called a date": (LINE, "role=date", ""),
    "a script's word for it": (f"{LINE}<input name=query id=main>", "", "main"),
}


@pytest.mark.parametrize(("body", "selector", "meant"), FIELDS.values(), ids=FIELDS)
@pytest.mark.sampled(2)
def test_another_kind_of_field_is_never_taken(hasty_desk: PageDesk, body: str, selector: str, meant: str) -> None:
    for said in [selector] if selector else ["field=search", "role=searchbox"]:
        hasty_desk.show(body)
        if meant:
            hasty_desk.do("type", text="new", selector=said)
        else:
            with pytest.raises(ToolFailure, match="there is no"):
                hasty_desk.do("type", text="new", selector=said)
        written = "[...document.querySelectorAll('[id]')].filter((el) => (el.value ?? el.innerText) === 'new')"
        assert hasty_desk.evaluate(f"{written}.map((el) => el.id).join()") == meant


OPTION = "<li role=option aria-selected=false onclick=\"this.setAttribute('aria-selected', true)\">{}</li>"
OPTIONS = "".join(map(OPTION.format, ("Red", "Green", "Blue")))
FILTERED = f"""<label>Tags <input id=box oninput="for (const one of document.querySelectorAll('li'))
    one.hidden = !one.textContent.toLowerCase().includes(this.value.toLowerCase())"></label>
<ul role=listbox aria-multiselectable=true>{OPTIONS}</ul>"""


def test_what_is_chosen_in_a_list_with_a_filter_is_chosen_there(desk: PageDesk) -> None:
    chosen = "[...document.querySelectorAll('[aria-selected=true]')].map((one) => one.textContent).join()"
    desk.show(FILTERED)
    desk.do("select", option="Red and Blue", selector="field=Tags")
    assert desk.evaluate(chosen) == "Red,Blue"
    desk.show(FILTERED)
    with pytest.raises(ToolFailure, match="has no 'Purple' to choose"):
        desk.do("select", option="Purple", selector="field=Tags")
    assert (desk.evaluate(chosen), desk.evaluate("box.value")) == ("", "")


def test_a_field_of_text_is_set_and_nothing_is_chosen_in_it(desk: PageDesk) -> None:
    desk.show("<label>City <input id=it value=Rome></label>")
    with pytest.raises(ToolFailure, match="has no 'Oslo' to choose: it is a field to type into"):
        desk.do("select", option="Oslo", selector="field=City")
    desk.do("select", option="Oslo", selector="field=City", mode="set")
    assert desk.evaluate("it.value") == "Oslo"


PICTURES = """<button id=a><img alt=Archive src=x> 3</button><button id=b><svg role=img width=9 height=9>
<title>Edit</title></svg></button><a id=c href=#c><img alt=Home src=x></a><img id=d alt=Logo src=x>
<button id=e title=Print>P</button><button id=f aria-label="Close it">X</button>
<script>document.onclick = (event) => { document.title = event.target.closest('[id]').id }</script>"""


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("text=Archive", "a"),
        ('role=button[name="Archive"]', "a"),
        ("text=Edit", "b"),
        ("text=Home", "c"),
        ("text=Logo", "d"),
        ('role=button[name="Print"]', "e"),
        ("text=Close it", "f"),
    ],
)
@pytest.mark.sampled(2)
def test_pictures_count_by_their_names(desk: PageDesk, said: str, meant: str) -> None:
    desk.show(PICTURES)
    desk.do("click", selector=said)
    assert desk.evaluate("document.title") == meant


def test_a_picture_in_a_label_names_its_field(desk: PageDesk) -> None:
    desk.show("<label><img alt=Postcode src=x><input id=it></label><input id=other>")
    desk.do("type", text="12345", selector="field=Postcode")
    assert desk.evaluate("it.value") == "12345"


STUBBORN = """<label id=l>Size</label><div role=combobox tabindex=0 aria-labelledby=l aria-expanded=false id=box
    onclick="list.hidden = !list.hidden">Choose…</div><ul role=listbox id=list hidden>
    <li role=option aria-selected=false onclick="list.hidden = true; {}">Small</li></ul>"""
LISTED = """<label id=l>Tags</label><ul role=listbox aria-labelledby=l aria-multiselectable=true tabindex=0>
    <li role=option aria-selected=true onclick="{0}">Red</li>
    <li role=option aria-selected=false onclick="{0}">Blue</li></ul>"""
TURNED = "this.setAttribute('aria-selected', this.getAttribute('aria-selected') !== 'true')"


def test_what_is_chosen_in_a_list_that_a_page_builds_is_read_back(desk: PageDesk) -> None:
    desk.show(STUBBORN.format("box.textContent = this.textContent"))
    assert desk.do("select", option="Small", selector="field=Size")["selected"] == ("Small",)
    desk.show(STUBBORN.format("void 0"))
    with pytest.raises(ToolFailure, match="'Small' was clicked in the list and is not chosen"):
        desk.do("select", option="Small", selector="field=Size")
    desk.show(LISTED.format("void 0"))
    with pytest.raises(ToolFailure, match="'Blue' was clicked in the list and is not chosen"):
        desk.do("select", option="Blue", selector="field=Tags")


CLASSED = """<div>Size</div><div class=dropdown>
    <button type=button id=box class=toggle onclick="list.hidden = !list.hidden">Small</button>
    <div class=dropdown-menu id=list hidden><div class=item onclick="list.hidden = true">Small</div>
    <div class=item onclick="list.hidden = true; {}">Large</div></div></div>"""


def test_what_is_chosen_in_a_list_made_of_classes_alone_is_read_back(desk: PageDesk) -> None:
    desk.show(CLASSED.format("box.textContent = this.textContent"))
    assert desk.do("select", option="Large", selector="text=Small")["selected"] == ("Large",)
    desk.show(CLASSED.format("void 0"))
    with pytest.raises(ToolFailure, match="'Large' was clicked in the list and is not chosen"):
        desk.do("select", option="Large", selector="text=Small")
    desk.show(CLASSED.replace(">Small</button>", ">File</button>").format("document.title = 'done'"))
    desk.do("select", option="Large", selector="text=File")  # a menu, whose button shows nothing that was chosen
    assert desk.evaluate("document.title") == "done"


def test_what_is_chosen_already_stays_chosen(desk: PageDesk) -> None:
    chosen = "[...document.querySelectorAll('[aria-selected=true]')].map((one) => one.textContent).join()"
    desk.show(LISTED.format(TURNED))
    desk.do("select", option="Red and Blue", selector="field=Tags")
    assert desk.evaluate(chosen) == "Red,Blue"
    desk.show("<label>Tags <select multiple id=it><option selected>Red<option>Green<option>Blue</select></label>")
    values = "[...it.selectedOptions].map((one) => one.label).join()"
    desk.do("select", option="Blue", selector="field=Tags")
    assert desk.evaluate(values) == "Red,Blue"
    desk.do("select", option="Green", selector="field=Tags", mode="set")
    assert desk.evaluate(values) == "Green"


def test_a_key_presses_nothing_that_cannot_be_taken_back_without_approval(desk: PageDesk) -> None:
    button = "<button id={} onclick='document.title += {}'>{}</button>".format
    body = button("it", 1, "Delete all") + button("other", 2, "Go on")
    for key in ("Enter", "Space"):
        desk.show(body)
        desk.evaluate("it.focus()")
        with pytest.raises(ToolFailure, match="deletes something: click it by that name"):
            desk.do("press", key=key)
        with pytest.raises(ToolFailure, match="deletes something: click it by that name"):
            desk.do("press", key=key, selector="#it")
        desk.do("press", key=key, risk="high")
        desk.do("press", key=key, selector="#other")
        assert desk.evaluate("document.title") == "Test12"


def test_enter_in_a_field_presses_no_button_of_its_form_that_cannot_be_taken_back(desk: PageDesk) -> None:
    form = "<form onsubmit='event.preventDefault(); document.title += 1'><input id=it name=name>{}</form>".format
    harmful = {
        "<button>Delete all</button><button>Save</button>": "deletes",
        "<button type=button>Save</button><button>Pay 20 €</button>": "buys",
        "<input type=submit value=Publish>": "publishes",
        "<input type=image alt=Remove src=data:,>": "deletes",
        "</form><button form=f>Delete</button>": "deletes",
    }
    for buttons, harm in harmful.items():
        desk.show(form(buttons).replace("<form", "<form id=f"))
        with pytest.raises(ToolFailure, match=f"Enter in .* presses a button that {harm} something: click that button"):
            desk.do("press", key="Enter", selector="#it")
        desk.evaluate("it.focus()")
        with pytest.raises(ToolFailure, match=harm):
            desk.do("press", key="Enter")
        assert desk.evaluate("document.title") == "Test"
        desk.do("press", key="Enter", selector="#it", risk="high")
        assert desk.evaluate("document.title") == "Test1"
    for harmless in ("<button>Save</button><button>Delete</button>", "<button type=button>Delete</button>"):
        desk.show(form(harmless))
        desk.do("press", key="Enter", selector="#it")
        assert desk.evaluate("document.title") == "Test1"
    desk.show("<form><textarea id=it></textarea><button>Delete</button></form>")
    desk.do("press", key="Enter", selector="#it")
