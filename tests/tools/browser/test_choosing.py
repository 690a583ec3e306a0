"""Choosing in lists, menus, boxes, sliders and texts: as sites build them, and read back."""

from __future__ import annotations

from typing import Any

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

STATES = "<select id=it aria-label=State><option>Ohio<option value=tx>Texas<option>Utah</select>"
MANY = "<select id=it multiple aria-label=Fruits><option>Apple<option>Pear<option>Salt and pepper</select>"
COMBO = """<div id=box role=combobox tabindex=0 aria-expanded=false aria-label=Size aria-controls=pop
    style="border: 1px solid; width: 120px">Choose</div>
    <ul id=pop role=listbox hidden style="position: absolute; margin: 0">
    <li role=option>Small<li role=option>Large</ul><p>Large print</p><script>
    box.onclick = () => setTimeout(() => { pop.hidden = false; }, 150);
    for (const li of pop.children) li.onclick = () => { box.textContent = li.textContent; pop.hidden = true; };
    </script>"""
COMPLETING = """<input id=it role=combobox aria-label=City autocomplete=off><ul id=pop role=listbox></ul><script>
    const shown = '<li role=option>Paris, France<li role=option>Paris, Texas';
    it.oninput = () => setTimeout(() => {
        pop.innerHTML = it.value ? shown : '';
        for (const li of pop.children) li.onclick = () => { it.value = li.textContent; pop.innerHTML = ''; };
    }, 100);</script>"""
LISTBOX = """<ul id=lb role=listbox aria-label=Colours><li role=option aria-selected=false>Red
    <li role=option aria-selected=false>Green</ul><script>for (const li of lb.children) li.onclick = () => {
    for (const other of lb.children) other.setAttribute('aria-selected', other === li); };</script>"""
SLIDER = """<div id=s role=slider tabindex=0 aria-label=Volume aria-valuemin=0 aria-valuemax=100 aria-valuenow=50
    style="width: 99px; height: 9px; background: gray"></div><script>s.onkeydown = (event) => {
    const by = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5 }[event.key] || 0;
    s.setAttribute('aria-valuenow', Math.max(0, Math.min(100, +s.getAttribute('aria-valuenow') + by))); };</script>"""
BOXES = """<style>.hid { position: absolute; opacity: 0; width: 1px; height: 1px; overflow: hidden }</style>
    <label><input type=checkbox id=plain> Plain</label>
    <input type=checkbox id=styled class=hid><label for=styled><b style="border: 1px solid">_</b> Styled</label>
    <label><input type=checkbox id=gone style="display: none"><span>Gone</span></label>
    <label><input type=checkbox id=linked class=hid>I accept the
        <a href=/terms style="padding: 0 150px">terms</a></label>
    <div role=checkbox id=aria aria-checked=false tabindex=0
        onclick="aria.setAttribute('aria-checked', aria.getAttribute('aria-checked') !== 'true')">Aria</div>
    <button role=switch id=wifi aria-checked=false onclick="wifi.setAttribute('aria-checked', 'true')">Wifi</button>
    <ul><li><input type=checkbox id=milk><label>Buy milk</label></ul>"""
STATE_OF = "((el) => el.checked !== undefined ? el.checked : el.getAttribute('aria-checked') === 'true')"


@pytest.mark.parametrize("args", [{"selector": "label=State"}, {"selector": "role=combobox"}, {}], ids=str)
def test_an_option_is_chosen_and_the_page_hears_of_it(same_tab: PageDesk, args: dict[str, Any]) -> None:
    script = "<script>it.onchange = () => { document.title = it.value; }</script>"
    same_tab.show(STATES + script)
    done = same_tab.done("select", option="texas", **args)
    assert (done.output, done.verdict) == ({"selected": ("Texas",)}, "yes")
    assert same_tab.do("read")["title"] == "tx"


def test_among_several_lists_the_one_that_has_the_option_is_meant(same_tab: PageDesk) -> None:
    same_tab.show("<select><option>One</select><select id=it><option>Two<option>Three</select>")
    same_tab.do("select", option="Three")
    assert same_tab.evaluate("it.value") == "Three"


@pytest.mark.parametrize(
    ("option", "chosen"), [("Yen", "JPY"), ("jpy", "JPY"), ("pound", "GBP"), ("49", "de"), ("+1", "us")]
)
def test_what_an_option_is_called_for_short_is_enough(same_tab: PageDesk, option: str, chosen: str) -> None:
    body = """<select id=it aria-label=Money><option value=GBP>Pound (GBP)<option value=JPY>Yen (JPY)
        <option value=de>+49<option value=us>+1 United States<option>Franc (old)<option>Franc (new)</select>"""
    same_tab.show(body)
    done = same_tab.done("select", option=option, selector="label=Money")
    assert (same_tab.evaluate("it.value"), done.verdict) == (chosen, "yes")
    with pytest.raises(ToolFailure, match="there is no option 'Franc'"):
        same_tab.do("select", option="Franc", selector="label=Money")


@pytest.mark.parametrize(
    ("option", "chosen"),
    [
        ("Pear", ["Pear"]),
        ("Apple and Pear", ["Apple", "Pear"]),
        ("Apple, Salt and pepper", ["Apple", "Salt and pepper"]),
    ],
)
def test_several_options_are_chosen_together(same_tab: PageDesk, option: str, chosen: list[str]) -> None:
    same_tab.show(MANY)
    assert same_tab.do("select", option=option, selector="label=Fruits")["selected"] == tuple(chosen)
    assert same_tab.evaluate("[...it.selectedOptions].map((option) => option.label)") == chosen


def test_a_click_on_an_option_chooses_it_beside_the_others(same_tab: PageDesk) -> None:
    same_tab.show(MANY + STATES.replace("id=it", "id=one"))
    same_tab.do("click", selector="text=Apple")
    same_tab.do("click", selector='role=option[name="Pear"]')
    same_tab.do("click", selector="text=Utah")
    assert same_tab.evaluate("[...it.selectedOptions].map((option) => option.label)") == ["Apple", "Pear"]
    assert same_tab.evaluate("one.value") == "Utah"


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (STATES, r"there is no option 'Mars' in that list: it has 'Ohio', 'Texas', 'Utah'"),
        (COMBO.replace("Size", "State"), r"there is no option 'Mars' in that list: it has 'Small', 'Large'"),
        (STATES.replace("<option>Ohio", "<option disabled>Mars"), r"option 'Mars' is disabled"),
        (STATES.replace("<select", "<select disabled"), r"combobox 'State'.*: .*it is disabled"),
    ],
    ids=["not in the list", "not in the list that opens", "not to be had", "a list that is off"],
)
def test_an_option_that_cannot_be_chosen_is_told(
    same_tab: PageDesk, monkeypatch: pytest.MonkeyPatch, body: str, problem: str
) -> None:
    monkeypatch.setattr("goalwright.tools.browser.options.ACTION_MS", 500)
    monkeypatch.setattr("goalwright.tools.browser.lists.OPENING_S", 0.5)
    same_tab.show(body)
    option = "Texas" if "<select disabled" in body else "Mars"
    with pytest.raises(ToolFailure, match=problem):
        same_tab.do("select", option=option, selector="label=State")


@pytest.mark.parametrize("args", [{"selector": "label=Size"}, {}], ids=str)
def test_a_list_that_only_looks_like_one_is_opened_and_chosen_from(same_tab: PageDesk, args: dict[str, Any]) -> None:
    same_tab.show(COMBO)
    done = same_tab.done("select", option="Large", **args)
    assert (same_tab.evaluate("box.textContent"), done.verdict) == ("Large", "yes")


def test_a_field_that_completes_what_is_typed_is_chosen_from(same_tab: PageDesk) -> None:
    same_tab.show(COMPLETING)
    same_tab.do("select", option="Paris, Texas", selector="label=City")
    assert same_tab.evaluate("it.value") == "Paris, Texas"
    same_tab.do("type", text="par", selector="label=City")
    same_tab.do("click", selector="text=Paris, France")
    assert same_tab.evaluate("it.value") == "Paris, France"


@pytest.mark.parametrize("args", [{"selector": "label=Colours"}, {"selector": "role=listbox"}, {}], ids=str)
def test_a_list_box_is_chosen_from(same_tab: PageDesk, args: dict[str, Any]) -> None:
    same_tab.show(LISTBOX)
    done = same_tab.done("select", option="Green", **args)
    assert same_tab.evaluate("lb.querySelector('[aria-selected=true]').textContent.trim()") == "Green"
    assert done.verdict == "yes"


def test_a_radio_button_is_an_option_too(same_tab: PageDesk) -> None:
    body = """<fieldset><legend>Delivery</legend><label><input type=radio name=d id=a checked>Post</label>
        <label><input type=radio name=d id=b>Courier</label></fieldset>"""
    same_tab.show(body)
    assert same_tab.done("select", option="Courier").verdict == "yes"
    assert same_tab.evaluate("b.checked")
    assert same_tab.done("check", selector="label=Post").verdict == "yes"
    with pytest.raises(ToolFailure, match=r"radio 'Post'.* cannot be cleared: choose another one"):
        same_tab.do("uncheck", selector="label=Post")


def test_menus_open_where_the_pointer_rests_and_are_clicked_through(same_tab: PageDesk) -> None:
    body = """<style>#menu ul { display: none } #menu:hover ul { display: block }</style>
        <div id=menu style="width: 100px">File<ul role=menu>
        <li role=menuitem onclick="document.title = 'saved'">Save</ul></div>"""
    same_tab.show(body)
    same_tab.do("hover", selector="text=File")
    same_tab.do("click", selector='role=menuitem[name="Save"]')
    assert same_tab.do("read")["title"] == "saved"


@pytest.mark.parametrize(
    ("selector", "box"),
    [
        ("label=Plain", "plain"),
        ("text=Styled", "styled"),
        ('role=checkbox[name="Styled"]', "styled"),
        ("label=Gone", "gone"),
        ("label=I accept the terms", "linked"),
        ("label=Aria", "aria"),
        ("label=Wifi", "wifi"),
        ("text=Buy milk", "milk"),
    ],
)
@pytest.mark.sampled(2)
def test_a_box_is_ticked_once_however_it_is_built(desk: PageDesk, site: Site, selector: str, box: str) -> None:
    url = site.page(BOXES)
    desk.do("navigate", url=url)
    first, second = (desk.done("check", selector=selector) for _ in range(2))
    assert (first.output, first.verdict, second.verdict) == ({"checked": True}, "yes", "yes")
    assert desk.evaluate(f"{STATE_OF}({box})")
    assert desk.do("read")["url"] == url
    if box != "wifi":
        assert desk.done("uncheck", selector=selector).verdict == "yes"
        assert not desk.evaluate(f"{STATE_OF}({box})")


def test_a_box_that_does_not_take_it_is_told(same_tab: PageDesk) -> None:
    same_tab.show("<label><input type=checkbox onclick='return false'>Stubborn</label><p>Text")
    with pytest.raises(ToolFailure, match=r"checkbox 'Stubborn'.* stays as it is"):
        same_tab.do("check", selector="label=Stubborn")
    with pytest.raises(ToolFailure, match=r"paragraph 'Text'.* is not a check box"):
        same_tab.do("check", selector="text=Text")


@pytest.mark.parametrize(
    ("body", "option", "value"),
    [
        ("<input id=it type=range aria-label=F max=200>", "150", "150"),
        ("<input id=it type=number aria-label=F>", "7", "7"),
        ("<input id=it role=spinbutton aria-label=F>", "7", "7"),
        ("<input id=it type=date aria-label=F>", "3/5/2026", "2026-03-05"),
        ("<input id=it type=color aria-label=F>", "red", "#ff0000"),
    ],
)
def test_values_are_chosen_too(same_tab: PageDesk, body: str, option: str, value: str) -> None:
    same_tab.show(body)
    assert same_tab.done("select", option=option, selector="label=F").verdict == "yes"
    assert same_tab.evaluate("it.value") == value


@pytest.mark.parametrize(
    ("args", "selected"),
    [
        ({"option": "brown fox", "selector": "role=paragraph >> nth=0"}, "brown fox"),
        ({"option": "text", "selector": "role=paragraph >> nth=0"}, "The quick brown fox jumps"),
        ({"option": "everything", "selector": "#plain"}, "Some words without a tag"),
    ],
    ids=str,
)
def test_text_is_selected_in_what_is_no_list(same_tab: PageDesk, args: dict[str, Any], selected: str) -> None:
    body = """<p>The <b>quick</b> brown fox jumps</p><div id=plain>Some words without a tag</div>
        <button onclick="document.title = getSelection()">Submit</button>"""
    same_tab.show(body)
    assert same_tab.do("select", **args)["selected"] == (selected,)
    same_tab.do("click", selector="text=Submit")
    assert same_tab.do("read")["title"] == selected


@pytest.mark.parametrize("option", ["70", "30%"])
def test_a_slider_of_the_pages_own_is_moved_by_keys(same_tab: PageDesk, option: str) -> None:
    same_tab.show(SLIDER)
    done = same_tab.done("select", option=option, selector="label=Volume")
    assert same_tab.evaluate("s.getAttribute('aria-valuenow')") == option.rstrip("%")
    assert done.verdict == "yes"


@pytest.mark.parametrize(
    ("option", "problem"),
    [("72", "moves by 5 and is at 70 now: it has no 72"), ("900", "goes from 0 to 100: it has no 900")],
)
def test_a_value_that_a_slider_does_not_have_is_told(same_tab: PageDesk, option: str, problem: str) -> None:
    same_tab.show(SLIDER)
    with pytest.raises(ToolFailure, match=problem):
        same_tab.do("select", option=option, selector="label=Volume")


@pytest.mark.parametrize("shown", ["<b>Ohio</b>", "<b>&nbsp;</b><ul hidden><li>Ohio<li>Texas<li>Utah</ul>"], ids=str)
def test_a_list_that_a_widget_hides_is_chosen_from_and_one_that_is_just_hidden_is_not(
    same_tab: PageDesk, shown: str
) -> None:
    folded = f'<div style="width: 0; height: 0; overflow: hidden">{STATES}</div>'
    same_tab.show(f"<div>{folded}{shown}</div><div hidden><select><option>Texas</select></div>")
    same_tab.do("select", option="Texas")
    assert same_tab.evaluate("it.value") == "tx"


def test_a_text_that_is_selected_in_an_editor_is_what_keys_work_on(same_tab: PageDesk) -> None:
    same_tab.show("<div id=it contenteditable><p>one two three</p></div>")
    same_tab.do("select", option="two", selector="text=two")
    same_tab.do("press", key="ctrl+b")
    assert same_tab.evaluate("it.querySelector('b').textContent") == "two"


QUESTIONS = {
    "questions": """<fieldset><legend>Are you allowed to work in Norway?*</legend>
        <label><input type=radio name=a> Yes</label><label><input type=radio name=a> No</label>
        </fieldset><fieldset><legend>Do you need visa sponsorship?*</legend>
        <label><input type=radio name=b> Yes</label><label><input id=it type=radio name=b> No</label></fieldset>""",
    "cards": """<div><article><a href=/red><h3>Red lamp</h3></a><div role=radiogroup aria-label=Colour>
        <button role=radio aria-checked=false>No</button></div></article>
        <article><a href=/lamp><h3>Visa sponsorship</h3></a><div role=radiogroup aria-label=Colour>
        <button id=it role=radio aria-checked=false>No</button></div></article>
        </div><script>it.onclick = () => { it.checked = true; };</script>""",
    "a closed section": """<h3><button aria-expanded=false aria-controls=extra onclick="extra.hidden = false">
        More</button></h3><div id=extra hidden><fieldset><legend>Visa sponsorship</legend><label>
        <input id=it type=radio> No</label></fieldset></div>""",
}


@pytest.mark.parametrize("sort", QUESTIONS)
def test_a_choice_goes_with_the_words_that_it_stands_by(desk: PageDesk, site: Site, sort: str) -> None:
    desk.do("navigate", url=site.page(QUESTIONS[sort]))
    desk.do("select", option="No", selector="field=visa sponsorship")
    assert desk.evaluate("[...document.querySelectorAll('#it, input:checked')].map((el) => el.checked)") == [True]


LANDS = (
    "<select id=it aria-label=Sort><option>None<option>Guinea-Bissau<option>Equatorial Guinea<option>Price: low to high"
)
MADE = """<div id=box role=combobox tabindex=0 aria-label=Sort aria-controls=pop aria-expanded=false>None</div>
    <ul id=pop role=listbox hidden><li role=option>Guinea-Bissau<li role=option>Equatorial Guinea
    <li role=option>Price: low to high</ul><script>it = box; box.onclick = () => { pop.hidden = false; };
    for (const li of pop.children) li.onclick = () => { it.value = li.textContent.trim(); };</script>"""


@pytest.mark.parametrize("body", [LANDS, MADE], ids=["of the browser", "of the page"])
def test_an_option_is_chosen_by_part_of_its_name_only_if_no_other_has_that(
    desk: PageDesk, site: Site, body: str
) -> None:
    desk.do("navigate", url=site.page(body))
    with pytest.raises(ToolFailure, match="there is no option 'Guinea'"):
        desk.do("select", option="Guinea", selector="field=Sort")
    desk.do("select", option="price low to high", selector="field=Sort")
    assert desk.evaluate("it.value") == "Price: low to high"


@pytest.mark.parametrize(
    ("said", "option"), [("UTC-5", "UTC+5"), ("-5 degrees", "5 degrees"), ("1.5", "1-5"), ("C", "C++")]
)
def test_signs_of_figures_count(desk: PageDesk, site: Site, said: str, option: str) -> None:
    for body in (LANDS, MADE):
        desk.do("navigate", url=site.page(body.replace("Guinea-Bissau", option)))
        with pytest.raises(ToolFailure, match="there is no option"):
            desk.do("select", option=said, selector="field=Sort")


def test_a_number_is_no_negation(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<button onclick='document.title = 7'>Invoice no 17</button>"))
    desk.do("click", selector="text=17")
    assert desk.evaluate("document.title") == "7"


def test_what_sends_a_form_is_not_taken_from_outside_the_part_that_was_named(hasty_desk: PageDesk, site: Site) -> None:
    form = (
        "<form onsubmit='document.title = 1; return false'><input aria-label=Name autofocus><button>Go</button></form>"
    )
    hasty_desk.do("navigate", url=site.page(f"{form}<div role=dialog aria-label=More>nothing</div>"))
    hasty_desk.do("type", text="Ann", selector="field=Name")
    with pytest.raises(ToolFailure):
        hasty_desk.do("click", selector='role=dialog >> role=button[name="submit"]')
    assert hasty_desk.evaluate("document.title") == "Test"


def test_the_contrary_is_never_chosen(hasty_desk: PageDesk, site: Site) -> None:
    body = "<label><input type=radio name=a> Not available</label><label><input type=radio name=a> Unlimited</label>"
    hasty_desk.do("navigate", url=site.page(body))
    with pytest.raises(ToolFailure):
        hasty_desk.do("click", selector="label=available")
    assert hasty_desk.evaluate("document.querySelectorAll(':checked').length") == 0


def test_the_button_of_the_form_that_was_filled_is_meant(desk: PageDesk, site: Site) -> None:
    work = "document.title = 1; this.hidden = true; return false"
    form = f"<form onsubmit='{work}'><input aria-label=Name><button>Sign in</button></form>"
    desk.do("navigate", url=site.page(f"<a href=/login>Sign in</a>{form}"))
    with pytest.raises(ToolFailure, match="may be any of 2"):
        desk.do("click", selector="text=login")
    desk.do("type", text="bob", selector="field=Name")
    desk.do("click", selector="text=login")
    assert desk.evaluate("document.title") == "1"
