"""Typing and pressing keys: every sort of field takes what a person would type, and is read back."""

from __future__ import annotations

from typing import Any

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

# React keeps the last value it knows beside the input and overlooks events that bring nothing new.
CONTROLLED = """<input id=it aria-label=Name><p id=out></p><script>
    const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    let known = '';
    const set = (now) => { known = now; own.set.call(it, now); };
    Object.defineProperty(it, 'value', { get: () => own.get.call(it), set });
    it.addEventListener('input', () => {
        const now = own.get.call(it);
        if (now !== known) { known = now; out.textContent = now; }
    });
</script>"""
TYPED = {
    "text": ("<input id=it aria-label=F value=old>", "bob", "bob"),
    "textarea": ("<textarea id=it aria-label=F>old</textarea>", "two\nlines", "two\nlines"),
    "password": ("<input id=it type=password aria-label=F>", "s3cret", "s3cret"),
    "email": ("<input id=it type=email aria-label=F>", "a@b.c", "a@b.c"),
    "number": ("<input id=it type=number aria-label=F>", "1,250", "1250"),
    "date": ("<input id=it type=date aria-label=F>", "12/25/2026", "2026-12-25"),
    "time": ("<input id=it type=time aria-label=F>", "2:30 PM", "14:30"),
    "moment": ("<input id=it type=datetime-local aria-label=F>", "March 5, 2026 at 2 pm", "2026-03-05T14:00"),
    "month": ("<input id=it type=month aria-label=F>", "March 2026", "2026-03"),
    "week": ("<input id=it type=week aria-label=F>", "week 7 of 2026", "2026-W07"),
    "colour by name": ("<input id=it type=color aria-label=F>", "orange", "#ffa500"),
    "colour by number": ("<input id=it type=color aria-label=F>", "#0a0B0c", "#0a0b0c"),
    "range": ("<input id=it type=range min=0 max=50 aria-label=F>", "40", "40"),
    "list": ("<select id=it aria-label=F><option value=1>One<option value=2>Two</select>", "two", "2"),
    "list to type into": ("<input id=it list=l aria-label=F><datalist id=l><option>Red</datalist>", "Red", "Red"),
    "letters that no key has": ("<input id=it aria-label=F>", "żółw \N{TURTLE}", "żółw \N{TURTLE}"),
}
# A field that holds a text, what is done before it is typed into, how, and what it holds then.
WRITTEN = {
    "never used": ("<input id=it aria-label=F value=old>", "", "insert", "oldNEW"),
    "many lines": ("<textarea id=it aria-label=F>one\ntwo</textarea>", "", "insert", "one\ntwoNEW"),
    "an e-mail address": ("<input id=it type=email aria-label=F value=old>", "", "insert", "oldNEW"),
    "a search": ("<input id=it type=search aria-label=F value=old>", "", "insert", "oldNEW"),
    "rich text": ("<div id=it contenteditable aria-label=F>some <b>old</b></div>", "", "insert", "some oldNEW"),
    "at the cursor": (
        "<input id=it aria-label=F value=old>",
        "it.focus(), it.setSelectionRange(1, 1)",
        "insert",
        "oNEWld",
    ),
    "at the beginning": (
        "<input id=it aria-label=F value=old>",
        "it.focus(), it.setSelectionRange(0, 0)",
        "insert",
        "NEWold",
    ),
    "over what is selected": ("<input id=it aria-label=F value=old>", "it.focus(), it.select()", "insert", "NEW"),
    "last": ("<input id=it aria-label=F value=old>", "it.focus(), it.setSelectionRange(0, 0)", "append", "oldNEW"),
    "empty": ("<input id=it aria-label=F>", "", "insert", "NEW"),
    "in its place": ("<textarea id=it aria-label=F>old</textarea>", "", "replace", "NEW"),
    "a password": ("<input id=it type=password aria-label=F value=old>", "", "insert", "NEW"),
}
# An editor as the large ones are made: the keys go to a field that nobody sees, and what is written is drawn elsewhere.
EDITOR = """<div role=textbox aria-label=Code tabindex=0 id=editor
    style="width: 200px; height: 40px; position: relative" onclick="keys.focus()">
    <pre id=shown>old</pre><textarea id=keys aria-hidden=true
    style="position: absolute; width: 1px; height: 1px; opacity: 0; pointer-events: none"></textarea></div><script>
    let isAll = false;
    editor.onfocus = () => keys.focus();
    keys.onkeydown = (event) => {
        if (event.ctrlKey && event.key === 'a') isAll = true;
        if (event.key === 'Delete' && isAll) { shown.textContent = ''; isAll = false; }
    };
    keys.oninput = () => { shown.textContent += keys.value; keys.value = ''; };
</script>"""
PRESSED = {
    "in a field": ("<input id=it aria-label=F>", {"key": "Enter", "selector": "label=F"}, "Enter"),
    "in the focused field": ("<input id=it aria-label=F autofocus>", {"key": "Escape"}, "Escape"),
    "together": ("<input id=it aria-label=F>", {"key": "Control+Shift+K", "selector": "label=F"}, "K"),
}


def value(desk: PageDesk) -> str:
    return str(desk.evaluate("document.getElementById('it').value"))


@pytest.mark.parametrize(("body", "text", "held"), TYPED.values(), ids=TYPED)
@pytest.mark.sampled(2)
def test_a_field_takes_what_is_typed_in_place_of_what_it_held(
    same_tab: PageDesk, body: str, text: str, held: str
) -> None:
    same_tab.show(body)
    done = same_tab.done("type", text=text, selector="label=F", mode="replace")
    assert value(same_tab) == held
    assert done.verdict == "yes"
    assert done.output == {"typed": len(text)}


@pytest.mark.parametrize(("body", "before", "mode", "held"), WRITTEN.values(), ids=WRITTEN)
@pytest.mark.sampled(2)
def test_what_a_field_holds_stays_and_the_text_comes_where_the_cursor_is(
    same_tab: PageDesk, body: str, before: str, mode: str, held: str
) -> None:
    same_tab.show(body)
    same_tab.evaluate(f"void ({before or 0})")
    done = same_tab.done("type", text="NEW", selector="label=F", mode=mode)
    assert same_tab.evaluate("(it.value ?? it.innerText).trim()") == held
    assert done.verdict == "yes"


def test_an_editor_that_takes_its_keys_elsewhere_keeps_what_it_shows(same_tab: PageDesk) -> None:
    for mode, held in (("insert", "oldNEW"), ("append", "oldNEWNEW"), ("replace", "NEW")):
        if mode == "insert":
            same_tab.show(EDITOR)
        same_tab.do("type", text="NEW", selector="label=Code", mode=mode)
        assert same_tab.evaluate("shown.textContent") == held


def test_a_field_that_a_framework_controls_hears_of_it(same_tab: PageDesk) -> None:
    same_tab.show(CONTROLLED)
    assert same_tab.done("type", text="bob", selector="label=Name").verdict == "yes"
    assert same_tab.evaluate("out.textContent") == "bob"


def test_a_page_that_listens_to_keys_hears_the_last_one(same_tab: PageDesk) -> None:
    script = "it.onkeyup = () => { document.title = it.value; }"
    same_tab.show(f"<input id=it aria-label=Search><script>{script}</script>")
    same_tab.do("type", text="fox", selector="label=Search")
    assert same_tab.do("read")["title"] == "fox"


def test_text_that_can_be_edited_in_place_is_replaced(same_tab: PageDesk) -> None:
    same_tab.show("<div id=it contenteditable aria-label=Note><b>old</b> text</div>")
    assert same_tab.done("type", text="new", selector="label=Note", mode="replace").verdict == "yes"
    assert same_tab.evaluate("it.innerText.trim()") == "new"


def test_a_widget_is_typed_into_where_it_takes_the_keys(same_tab: PageDesk) -> None:
    body = """<div id=w role=textbox aria-label=Editor onclick="hid.focus()" style="height: 40px">x</div>
        <textarea id=hid style="position: absolute; left: -999px"></textarea>
        <div role=group aria-label=Wrapped id=g>Wrapped <input id=it></div>"""
    same_tab.show(body)
    same_tab.do("type", text="hello", selector="label=Editor")
    assert same_tab.evaluate("hid.value") == "hello"
    same_tab.do("type", text="inside", selector="#g")
    assert value(same_tab) == "inside"


@pytest.mark.parametrize(
    "body",
    [
        "<input><input id=it autofocus>",
        "<input id=it><button>x</button><input type=checkbox>",
        "<input type=checkbox autofocus><textarea id=it></textarea>",
    ],
    ids=["the focused one", "the only one", "the only one, not the focused box"],
)
def test_without_a_name_the_field_is_the_focused_or_the_only_one(desk: PageDesk, site: Site, body: str) -> None:
    desk.do("navigate", url=site.page(body))
    done = desk.done("type", text="bob")
    assert value(desk) == "bob"
    assert done.verdict == "yes"


def test_the_focused_field_is_found_in_frames_and_shadow_trees(desk: PageDesk, site: Site) -> None:
    site.page("<input id=inner autofocus><script>inner.focus()</script>", path="/inner")
    desk.do("navigate", url=site.page("<input><input><iframe src=/inner></iframe>"))
    desk.do("click", selector="#inner")
    desk.do("type", text="framed")
    assert desk.evaluate("frames[0].document.getElementById('inner').value") == "framed"
    shadow = "host.attachShadow({ mode: 'open' }).innerHTML = '<input><input id=deep>'"
    desk.do("navigate", url=site.page(f"<div id=host></div><script>{shadow}</script>"))
    desk.do("click", selector="#deep")
    desk.do("type", text="deep")
    assert desk.evaluate("host.shadowRoot.getElementById('deep').value") == "deep"


def test_a_text_that_the_field_cuts_off_is_not_taken_for_typed(same_tab: PageDesk) -> None:
    same_tab.show("<input id=it aria-label=Code maxlength=4>")
    done = same_tab.done("type", text="123456", selector="label=Code")
    assert (value(same_tab), done.verdict) == ("1234", "no")


def test_letters_that_a_field_does_not_take_are_missed(same_tab: PageDesk, site: Site) -> None:
    mask = "this.value = this.value.replace(/[^0-9]/g, '')"
    same_tab.do("navigate", url=site.page(f'<label>Phone <input oninput="{mask}"></label>'))
    assert same_tab.done("type", text="12a34", selector="label=Phone").verdict == "no"


def test_a_field_that_the_page_writes_its_own_way_cannot_be_judged(same_tab: PageDesk) -> None:
    script = r"it.oninput = () => { it.value = it.value.replace(/^(\d{3})(\d+)$/, '($1) $2'); }"
    same_tab.show(f"<input id=it aria-label=Phone><script>{script}</script>")
    assert same_tab.done("type", text="5551234", selector="label=Phone").verdict == "unobservable"
    same_tab.show("<input id=it aria-label=Chat oninput='it.remove()'>")
    assert same_tab.done("type", text="hello", selector="label=Chat").verdict == "unobservable"


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("<input aria-label=F type=date>", r"'soon' is not a date: write it like 2026-03-05"),
        ("<input aria-label=F type=color>", r"'soon' is not a color: write it like #ff8800"),
        ("<input aria-label=F type=range min=0 max=10>", r"'soon' is not a number"),
        ("<select aria-label=F><option>One<option>Two</select>", r"there is no option 'soon' .* 'One', 'Two'"),
        ("<label><input type=checkbox>F</label>", r"nothing can be typed into checkbox 'F'.*: name a field"),
        ("<button>F</button>", r"nothing can be typed into button 'F'.*: name a field"),
    ],
    ids=["date", "colour", "slider", "list", "box", "button"],
)
def test_what_cannot_be_typed_is_told(same_tab: PageDesk, body: str, problem: str) -> None:
    same_tab.show(body)
    with pytest.raises(ToolFailure, match=problem):
        same_tab.do("type", text="soon", selector="text=F")


def test_a_number_outside_a_sliders_ends_is_told(same_tab: PageDesk) -> None:
    same_tab.show("<input type=range min=0 max=10 step=2 aria-label=Size>")
    with pytest.raises(ToolFailure, match=r"slider 'Size'.* takes 0 to 10 in steps of 2, not 40"):
        same_tab.do("type", text="40", selector="label=Size")


@pytest.mark.parametrize(("body", "args", "key"), PRESSED.values(), ids=PRESSED)
def test_keys_are_pressed(desk: PageDesk, site: Site, body: str, args: dict[str, Any], key: str) -> None:
    script = "onkeydown = (event) => { document.title = event.key; }"
    desk.do("navigate", url=site.page(f"{body}<script>{script}</script>"))
    assert desk.do("press", **args) == {"pressed": args["key"]}
    assert desk.do("read")["title"] == key


def test_enter_sends_a_form_and_the_next_page_is_waited_for(desk: PageDesk, site: Site) -> None:
    site.page("<p>results", "Results", path="/found")
    desk.do("navigate", url=site.page("<form action=/found><input name=q aria-label=Search></form>"))
    desk.do("type", text="fox", selector="label=Search")
    desk.do("press", key="Enter")
    assert desk.do("read")["title"] == "Results"
    assert site.hits[-1] == "/found?q=fox"


def test_a_key_that_does_not_exist_is_told(same_tab: PageDesk) -> None:
    same_tab.show("<p>x")
    with pytest.raises(ToolFailure, match="Unknown key"):
        same_tab.do("press", key="Anything")


def test_a_key_waits_for_what_a_field_suggests_for_the_text(desk: PageDesk, site: Site) -> None:
    body = """<label>City <input id=it role=combobox aria-autocomplete=list></label><ul id=all><li>Paris</ul><script>
        let timer; it.oninput = () => { clearTimeout(timer); timer = setTimeout(() => {
            all.innerHTML = `<li>${it.value}lin</li>`; }, 600); };
        it.onkeydown = (event) => {
            if (event.key === 'ArrowDown') all.firstChild.className = 'on';
            if (event.key === 'Enter') it.value = all.querySelector('.on').textContent; };</script>"""
    desk.do("navigate", url=site.page(body))
    desk.do("type", text="Ber", selector="field=City")
    desk.do("press", key="down")
    desk.do("press", key="enter")
    assert desk.evaluate("it.value") == "Berlin"


WIZARD = """<div id=all><input aria-label=One><button onclick=next()>Next</button></div><script>const said = [];
    function next() { said.push(all.querySelector('input').value); setTimeout(() => {
        all.innerHTML = '<input aria-label=Two><button onclick=next()>Next</button>'; }, 600); }</script>"""
CHAT = """<input id=it><button onclick=send()>Next</button><script>const said = [];
    function send() { said.push(it.value); it.value = ''; }</script>"""


@pytest.mark.parametrize("body", [WIZARD, CHAT], ids=["the next step", "the same field, emptied"])
def test_a_field_without_a_name_is_the_one_that_the_click_before_brings(desk: PageDesk, site: Site, body: str) -> None:
    desk.do("navigate", url=site.page(body))
    for text in ("a", "b"):
        desk.do("type", text=text)
        desk.do("click", selector="text=Next")
    assert desk.evaluate("said.join(' ')") == "a b"


def test_a_field_that_still_holds_its_text_is_not_filled_again_without_its_name(
    hasty_desk: PageDesk, site: Site
) -> None:
    hasty_desk.do("navigate", url=site.page("<input aria-label=One><button>Help</button>"))
    hasty_desk.do("type", text="a")
    hasty_desk.do("click", selector="text=Help")
    with pytest.raises(ToolFailure, match=r"textbox 'One'.* holds what was typed before"):
        hasty_desk.do("type", text="b")
