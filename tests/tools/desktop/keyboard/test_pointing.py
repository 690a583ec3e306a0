"""The mouse: where it goes, where it clicks, and where it cannot go."""

from __future__ import annotations

from typing import Any

import pytest

from desktop.desk import Desk, until
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.keyboard.keyboard_family import tools_for
from goalwright.tools.desktop.keyboard.keyboard_port import Point
from goalwright.tools.desktop.keyboard.x11_keyboard import X11Input
from tools.desktop.keyboard.sheet import in_front, keys_down
from tools.one_call import called

HANDS = X11Input()
TOOLS = tools_for(HANDS)
CLICK, MOVE = (TOOLS[f"system.input.mouse.{name}"] for name in ("click", "move"))


def test_the_pointer_is_where_it_was_moved(desk: Desk) -> None:
    done = called(MOVE, x=12, y=34)
    assert (done.output, done.verdict) == ({"moved_to": "12,34"}, "yes")
    assert HANDS.pointer() == Point(12, 34)
    assert called(MOVE, x=12, y=34).verdict == "yes"
    desk.output("xdotool", "mousemove", "1", "1")
    assert done.again() == {"moved_to": "12,34"}
    assert HANDS.pointer() == Point(12, 34)


def test_a_click_reaches_the_window_below(desk: Desk) -> None:
    desk.open_window("Below")
    desk.start("xterm", "-title", "Above", "-geometry", "20x5+700+500", "-e", "sleep", "600")
    until(lambda: in_front(desk) == "Above")
    done = called(CLICK, x=260, y=260)
    assert (done.output, done.verdict) == ({"clicked_at": "260,260"}, "unobservable")
    until(lambda: in_front(desk) == "Below")
    assert keys_down() == []


@pytest.mark.parametrize(("x", "y"), [(1280, 0), (0, 800), (-1, 5), (100000, 100000)])
def test_outside_of_the_screen_is_refused(desk: Desk, x: int, y: int) -> None:
    desk.output("xdotool", "mousemove", "3", "3")
    for tool in (MOVE, CLICK):
        with pytest.raises(ToolFailure, match=f"{x},{y} is outside the screen, which is 1280 by 800"):
            called(tool, x=x, y=y)
    assert HANDS.pointer() == Point(3, 3)


@pytest.mark.parametrize("x", [10.5, float("inf")])
def test_points_are_whole_numbers(desk: Desk, x: Any) -> None:
    with pytest.raises(ToolFailure, match="write whole numbers"):
        called(MOVE, x=x, y=1)
    assert called(MOVE, x=10.0, y=1).output == {"moved_to": "10,1"}
