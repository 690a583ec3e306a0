"""What is drawn on a page, found by its form, colour, size and side."""

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk

PAGE = """<style>i { display: inline-block; width: 40px; height: 40px }</style><p>It is 9 o'clock</p>
    <svg width=400 height=100 onclick="document.title = event.target.id || 'svg'">
    <circle id=big cx=50 cy=50 r=40 fill=red /><circle id=small cx=130 cy=50 r=12 fill=red />
    <circle id=sea cx=170 cy=50 r=12 fill=aqua />
    <polygon id=three points="200,70 220,30 240,70" fill=green />
    <rect id=wide x=250 y=30 width=60 height=30 fill=yellow />
    <text id=nine x=330 y=60 font-size=24 fill=blue>9</text></svg>
    <div onclick="document.title = event.target.id"><i id=white style="background: white"></i>
    <i id=pink style="background: pink"></i>
    <i id=ring style="border: 2px solid purple; border-radius: 50%"></i></div>"""
NAMED = {
    "large red circle": "big",
    "smaller red circle": "small",
    "aqua item": "sea",
    "triangle": "three",
    "yellow rectangle": "wide",
    "blue digit": "nine",
    "9": "nine",
    "white box": "white",
    "pink square": "pink",
    "purple circle": "ring",
    "rightmost red shape": "small",
}


@pytest.mark.parametrize(("name", "clicked"), NAMED.items(), ids=str)
def test_what_is_drawn_is_found_by_how_it_looks(same_tab: PageDesk, name: str, clicked: str) -> None:
    same_tab.show(PAGE)
    same_tab.do("click", selector=f'role=shape[name="{name}"]')
    assert same_tab.do("read")["title"] == clicked


def test_several_that_look_so_have_to_be_told_apart(same_tab: PageDesk) -> None:
    same_tab.show(PAGE)
    with pytest.raises(ToolFailure, match="any of 2"):
        same_tab.do("click", selector='role=shape[name="red circle"]')


def test_a_text_of_that_name_is_meant_where_nothing_is_drawn(same_tab: PageDesk) -> None:
    same_tab.show("<button onclick=\"document.title = 'clicked'\">Square</button>")
    same_tab.do("click", selector='role=shape[name="square"]')
    assert same_tab.do("read")["title"] == "clicked"
