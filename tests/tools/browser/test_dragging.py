"""Dragging: onto other things, among things in lists and grids, and some way off."""

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk

BOARD = """<style>div { width: 120px; height: 60px; border: 1px solid }</style>
    <p id=card draggable=true style="width: 60px">Milk</p><div id=todo>Todo</div><div id=done>Done</div><script>
    card.ondragstart = (event) => event.dataTransfer.setData('text', 'card');
    for (const place of [todo, done]) {
        place.ondragover = (event) => event.preventDefault();
        place.ondrop = (event) => place.append(document.getElementById(event.dataTransfer.getData('text')));
    }</script>"""
SORTED = """<style>ul { padding: 0; %s } li { list-style: none; width: 60px; height: 30px; outline: 1px solid;
    user-select: none; %s }</style><ul id=list>%s</ul><script>
    window.held = null;
    list.onmousedown = (event) => { held = event.target.closest('li'); };
    onmousemove = (event) => {
        const over = held && document.elementFromPoint(event.clientX, event.clientY);
        const other = over && over.closest('li');
        if (!other || other === held) return;
        const all = [...list.children];
        if (all.indexOf(held) < all.indexOf(other)) other.after(held); else other.before(held);
    };
    onmouseup = () => { held = null; };</script>"""
DRAWN = """<svg width=300 height=200 style="display: block"><circle cx=30 cy=40 r=15 fill=red />
    <circle cx=90 cy=40 r=8 fill=blue /><rect x=120 y=20 width=20 height=20 fill=red />
    <rect id=box x=150 y=80 width=120 height=90 fill=none stroke=black /></svg><script>
    window.held = null;
    onmousedown = (event) => { held = event.target.closest('circle, rect');
        window.from = [event.clientX, event.clientY]; };
    onmousemove = (event) => {
        if (held) held.setAttribute('transform', `translate(${event.clientX - from[0]} ${event.clientY - from[1]})`);
    };
    onmouseup = () => { held = null; };</script>"""
MIDDLE = "((el) => { const b = el.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })"
ORDER = "[...list.children].map((li) => li.textContent).join('')"
LINE, GRID = SORTED % ("", "", "%s"), SORTED % ("width: 180px", "float: left", "%s")


def items(letters: str) -> str:
    return "".join(f"<li>{letter}</li>" for letter in letters)


def test_what_a_page_lets_be_dragged_is_dropped_where_it_was_said(same_tab: PageDesk) -> None:
    same_tab.show(BOARD)
    assert "Milk" in same_tab.do("drag", selector="text=Milk", to="text=Done")["dragged"]
    assert same_tab.evaluate("card.parentElement.id") == "done"


@pytest.mark.parametrize(
    ("page", "to", "order"),
    [
        (LINE, "up 1", "acbde"),
        (LINE, "down", "abdce"),
        (LINE, "down 2", "abdec"),
        (LINE, "top", "cabde"),
        (LINE, "bottom", "abdec"),
        (LINE, "position 2", "acbde"),
        (LINE, "position 3", "abcde"),
    ],
)
def test_a_thing_in_a_list_takes_the_place_that_was_said(same_tab: PageDesk, page: str, to: str, order: str) -> None:
    same_tab.show(page % items("abcde"))
    same_tab.do("drag", selector="text=c", to=to)
    assert same_tab.evaluate(ORDER) == order


@pytest.mark.parametrize(
    ("to", "place"),
    [("left 1", 3), ("right", 5), ("top left", 0), ("bottom center", 7), ("center right", 5), ("up", 1)],
)
def test_a_thing_in_a_grid_takes_the_place_that_was_said(same_tab: PageDesk, to: str, place: int) -> None:
    same_tab.show(GRID % items("abcdefghi"))
    same_tab.do("drag", selector="text=e", to=to)
    assert same_tab.evaluate(ORDER).index("e") == place


@pytest.mark.parametrize("to", ["up 3", "position 9", "left"])
def test_a_place_that_a_list_does_not_have_is_said(same_tab: PageDesk, to: str) -> None:
    same_tab.show(LINE % items("abc"))
    with pytest.raises(ToolFailure, match="no such place"):
        same_tab.do("drag", selector="text=b", to=to)
    assert same_tab.evaluate(ORDER) == "abc"


def test_a_list_that_does_not_let_itself_be_sorted_is_no_success(same_tab: PageDesk) -> None:
    same_tab.show("<ul><li>a<li>b<li>c</ul>")
    with pytest.raises(ToolFailure, match="is number 2 now, not 1"):
        same_tab.do("drag", selector="text=b", to="top")


def test_what_is_drawn_is_moved_off_by_its_size(same_tab: PageDesk) -> None:
    same_tab.show(DRAWN)
    was = same_tab.evaluate(f"{MIDDLE}(document.querySelector('circle'))")
    same_tab.do("drag", selector='role=shape[name="red circle"]', to="right 2")
    x, y = same_tab.evaluate(f"{MIDDLE}(document.querySelector('circle'))")
    assert (x - was[0], y - was[1]) == (60, 0)


def test_everything_of_a_sort_is_dragged_into_what_has_room_for_it(same_tab: PageDesk) -> None:
    same_tab.show(DRAWN)
    same_tab.do("drag", selector='role=shape[name="circle"] >> all', to='role=shape[name="box"]')
    middle = same_tab.evaluate(f"{MIDDLE}(box)")
    circles = same_tab.evaluate(f"[...document.querySelectorAll('circle')].map({MIDDLE})")
    assert all(abs(x - middle[0]) < 2 and abs(y - middle[1]) < 2 for x, y in circles)


def test_something_that_stands_alone_has_no_place_among_others(same_tab: PageDesk) -> None:
    same_tab.show(DRAWN)
    with pytest.raises(ToolFailure, match="is in no row, list or grid"):
        same_tab.do("drag", selector='role=shape[name="blue circle"]', to="top left")


@pytest.mark.parametrize(("to", "value"), [("right", "80"), ("left", "20"), ("right 3", "53")])
def test_a_slider_is_dragged_to_its_end(same_tab: PageDesk, to: str, value: str) -> None:
    same_tab.show("<input type=range id=it aria-label=Light min=20 max=80 value=50><input type=range aria-label=Sound>")
    same_tab.do("drag", selector='role=slider[name="Light"]', to=to)
    assert same_tab.evaluate("it.value") == value


def test_a_slider_that_knows_arrows_only_is_dragged_to_its_end_too(same_tab: PageDesk) -> None:
    same_tab.show("""<div id=it role=slider tabindex=0 aria-valuemin=0 aria-valuemax=30 aria-valuenow=20
        style="width: 99px; height: 9px; background: gray"></div><script>it.onkeydown = (event) => {
        const by = { ArrowRight: 5, ArrowLeft: -5 }[event.key] || 0;
        it.setAttribute('aria-valuenow', Math.min(30, +it.getAttribute('aria-valuenow') + by)); };</script>""")
    same_tab.do("drag", selector="role=slider", to="right")
    assert same_tab.evaluate("it.getAttribute('aria-valuenow')") == "30"
