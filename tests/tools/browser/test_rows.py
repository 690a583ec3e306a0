"""Rows of tables and lists: what is named by one row is never done to another."""

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk

PEOPLE = ("Ann", "Ann Lee", "Bob", "Bob Ray", "Carl")
# A database tool: boxes in the rows, one control for all that are ticked; Carl's row was ticked before.
TICKED = """<form><table><tr><th></th><th>id</th><th>name</th><th>note</th></tr>{rows}</table>
<button type=button onclick="document.title = [...document.querySelectorAll('input:checked')]
    .map((box) => box.closest('tr').cells[2].textContent).join();
    this.form.insertAdjacentHTML('beforeend', '<p>Deleted</p>')">Delete</button></form>"""
ROW = "<tr><td><input type=checkbox {ticked}> <a href=#e>edit</a></td><td>{at}</td><td>{name}</td><td>{note}</td></tr>"
# A page that draws its rows into the same elements, some time after one was deleted.
REDRAWN = """<table id=table></table><p id=gone></p><script>
let names = {names};
table.innerHTML = names.map(() => '<tr><td></td><td><button>Delete</button></td></tr>').join('');
const draw = () => {{
  while (table.rows.length > names.length) table.deleteRow(-1);
  names.forEach((name, at) => {{ table.rows[at].cells[0].textContent = name; }});
}};
table.onclick = (event) => {{
  if (event.target.tagName !== 'BUTTON') return;
  const name = event.target.closest('tr').cells[0].textContent;
  const drop = () => {{ names = names.filter((other) => other !== name); gone.textContent += name + ';'; draw(); }};
  setTimeout(drop, {ms});
}};
draw();</script>"""
LIST = "<ul>{items}</ul><button onclick=\"document.title = 'all'\">Delete</button>"
ITEM = "<li>{name} <button onclick=\"document.title = '{name}'\">Delete</button></li>"


def ticked(*names: str) -> str:
    rows = [
        ROW.format(at=at, name=name, note="x" if name != "Carl" else "knows Dora", ticked="checked" * (name == "Carl"))
        for at, name in enumerate(names, 1)
    ]
    return TICKED.format(rows="".join(rows))


def pressed_for(desk: PageDesk, name: str) -> None:
    desk.do("click", selector=f"item={name} >> text=delete", risk="high")


def listed(*names: str) -> str:
    return LIST.format(items="".join(ITEM.format(name=name) for name in names))


@pytest.mark.parametrize("name", ["Ann", "Bob Ray", "Carl"])
def test_a_control_for_all_rows_is_not_that_of_one(hasty_desk: PageDesk, name: str) -> None:
    hasty_desk.show(ticked(*PEOPLE))
    with pytest.raises(ToolFailure, match=f"no delete in the part with {name}"):
        pressed_for(hasty_desk, name)
    for selector in (f"text=Delete for {name}", f'role=button[name="Delete for {name}"]'):
        with pytest.raises(ToolFailure, match=f"Delete for {name}"):
            hasty_desk.do("click", selector=selector, risk="high")
    assert hasty_desk.evaluate("document.title") == "Test"


@pytest.mark.parametrize(
    ("names", "said", "found"),
    [
        (PEOPLE, "Ann", "Ann,Carl"),
        (PEOPLE, "ann lee", "Ann Lee,Carl"),
        (("Bob", "Carl"), "Bob", "Bob,Carl"),
        (("Ann Lee", "Bob"), "Ann", ""),
        (("Joann", "Bob"), "Ann", ""),
        (("Ann (old)", "Bob"), "Ann", ""),
        (("Bob", "Carl"), "Dora", ""),
    ],
)
@pytest.mark.sampled(2)
def test_a_box_is_ticked_in_the_row_of_that_name_only(
    hasty_desk: PageDesk, names: tuple[str, ...], said: str, found: str
) -> None:
    hasty_desk.show(ticked(*names))
    for selector in (f"label={said}", f"text={said}", f"item={said} >> role=checkbox"):
        hasty_desk.evaluate("document.querySelectorAll('input').forEach((box) => { box.checked = box.defaultChecked })")
        if found:
            hasty_desk.do("check", selector=selector)
        else:
            with pytest.raises(ToolFailure):
                hasty_desk.do("check", selector=selector)
        hasty_desk.do("click", selector="text=Delete", risk="high")
        assert hasty_desk.evaluate("document.title") == (found or ("Carl" if "Carl" in names else ""))


@pytest.mark.parametrize(
    ("names", "said", "found"),
    [
        (("Milk", "Oat Milk"), "Milk", "Milk"),
        (("Oat Milk", "Milk"), "milk", "Milk"),
        (("Milk",), "Milk", "Milk"),
        (("Oat Milk", "Bread"), "Milk", ""),
        (("Milk 1 l", "Milk 2 l"), "Milk", ""),
        (("Bread",), "Milk", ""),
    ],
)
@pytest.mark.sampled(2)
def test_what_is_deleted_is_called_just_so(hasty_desk: PageDesk, names: tuple[str, ...], said: str, found: str) -> None:
    hasty_desk.show(listed(*names))
    if found:
        pressed_for(hasty_desk, said)
    else:
        with pytest.raises(ToolFailure, match="no delete in the part with Milk"):
            pressed_for(hasty_desk, said)
    assert hasty_desk.evaluate("document.title") == (found or "Test")


def test_a_name_may_be_in_several_cells(hasty_desk: PageDesk) -> None:
    row = "<tr><td>{}</td><td>{}</td><td><button onclick=\"document.title = '{}'\">Delete</button></td></tr>"
    people = (("Ann", "Lee"), ("Ann", "Leeds"), ("Joan", "Lee"))
    hasty_desk.show("<table>" + "".join(row.format(*each, " ".join(each)) for each in people) + "</table>")
    pressed_for(hasty_desk, "Ann Lee")
    assert hasty_desk.evaluate("document.title") == "Ann Lee"


BILLS = """<h1>Bills</h1><table><tr><th>Who paid?<th>What?<th></tr>
<tr><td>Ann (x1)</td><td>Museum</td><td><button onclick="document.title = 'first'">Edit</button></td></tr>
<tr><td>Bob (x2)</td><td>Museum shop</td><td><button onclick="document.title = 'second'">Edit</button></td></tr>
</table>"""


@pytest.mark.parametrize(
    ("said", "found"),
    [("Museum bill", "first"), ("bill Museum", "first"), ("Bob", "second"), ("Museum garden", ""), ("bill Garden", "")],
)
@pytest.mark.sampled(2)
def test_the_word_for_its_kind_is_no_part_of_a_name(hasty_desk: PageDesk, said: str, found: str) -> None:
    hasty_desk.show(BILLS)
    if found:
        hasty_desk.do("click", selector=f"item={said} >> text=edit")
    else:
        with pytest.raises(ToolFailure, match="no edit"):
            hasty_desk.do("click", selector=f"item={said} >> text=edit")
    assert hasty_desk.evaluate("document.title") == (found or "Test")


@pytest.mark.parametrize("ms", [0, 40, 80, 200])
def test_rows_that_a_page_draws_into_the_same_elements_are_told_apart(desk: PageDesk, ms: int) -> None:
    desk.show(REDRAWN.format(names='["Ann Lee", "Bob Ray", "Carl Orr", "Dora Fay"]', ms=ms))
    pressed_for(desk, "Ann Lee")
    pressed_for(desk, "Bob Ray")
    desk.do("wait", seconds=0.5)
    assert desk.evaluate("gone.textContent") == "Ann Lee;Bob Ray;"


def test_a_row_that_comes_between_the_look_and_the_press_is_not_pressed(desk: PageDesk) -> None:
    moving = "onpointermove = () => { names = names.slice(1); onpointermove = null; draw(); };"
    body = REDRAWN.format(names='["Ann Lee", "Bob Ray", "Carl Orr", "Dora Fay"]', ms=0)
    desk.show(body.replace("draw();</script>", f"draw(); {moving}</script>"))
    pressed_for(desk, "Bob Ray")
    desk.do("wait", seconds=0.2)
    assert desk.evaluate("gone.textContent") == "Bob Ray;"
