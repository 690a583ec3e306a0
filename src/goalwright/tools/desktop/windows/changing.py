"""Tools that change one window and can be taken back: minimize, maximize, restore, and the two halves of the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.dataclass import dataclass
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.coming_about import PATIENCE_S, came_about
from goalwright.tools.desktop.windows.matching import meant
from goalwright.tools.desktop.windows.states import RESOURCE, give_back, kept, print_of, put, settled, show
from goalwright.tools.desktop.windows.window_desk import Rectangle, Window, WindowDesk, WindowGone
from goalwright.tools.function_tool import FunctionTool

EDGE = 3
"""How far an edge may be from where it belongs."""
CELL = 40
"""How much smaller than asked a window may be that grows by whole lines and columns, as terminals do."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a window: how it is brought about, how it looks when it is there, and what to say if it is not.

    Both are told how the window was before, so that a second attempt does the same as the first.
    """

    do: Callable[[WindowDesk, int, Before], None]
    is_there: Callable[[WindowDesk, Window, Before], bool]
    told: str
    problem: str = "its app may not allow it"


def minimized(desk: WindowDesk, number: int, was: Before) -> None:
    if not desk.seen(number).is_here:
        raise ToolFailure(f"the window {was['title']!r} is on another virtual desktop: switch to it first")
    desk.minimize(number)


def maximized(desk: WindowDesk, number: int, _was: Before) -> None:
    show(desk, number)
    desk.maximize(number)


def restored(desk: WindowDesk, number: int, was: Before) -> None:
    if was["minimized"]:
        desk.activate(number)
    elif was["maximized"]:
        desk.unmaximize(number)


def snapped(side: str, desk: WindowDesk, number: int, _was: Before) -> None:
    show(desk, number)
    if desk.seen(number).is_maximized:
        desk.unmaximize(number)
        came_about(lambda: not desk.seen(number).is_maximized)
        settled(desk, number)
    put(desk, number, half(desk.work_area(number), side))


def half(area: Rectangle, side: str) -> Rectangle:
    """The left or right half of an area; of an odd number of columns the right half has one more."""
    left = area.width // 2
    if side == "left":
        return area._replace(width=left)
    return area._replace(x=area.x + left, width=area.width - left)


def fills(place: Rectangle, area: Rectangle) -> bool:
    """Whether a window fills an area, as far as one that grows in steps can."""
    if abs(place.x - area.x) > EDGE or abs(place.y - area.y) > EDGE:
        return False
    spare = (area.width - place.width, area.height - place.height)
    return all(-EDGE <= left <= CELL for left in spare)


def _is_snapped(side: str, desk: WindowDesk, window: Window, _was: Before) -> bool:
    is_free = not (window.is_minimized or window.is_maximized)
    return is_free and fills(window.place, half(desk.work_area(window.id), side))


def _snap(side: str) -> Change:
    problem = f"it does not fit the {side} half of the screen: its smallest size may be larger"
    return Change(partial(snapped, side), partial(_is_snapped, side), f"fills the {side} half of the screen", problem)


CHANGES: Mapping[str, Change] = {
    "system.window.minimize": Change(minimized, lambda _desk, window, _was: window.is_minimized, "is minimized"),
    "system.window.maximize": Change(
        maximized, lambda _desk, window, _was: window.is_maximized and not window.is_minimized, "is maximized"
    ),
    "system.window.restore": Change(
        restored,
        lambda _desk, window, was: not window.is_minimized and (was["minimized"] or not window.is_maximized),
        "is as it was before",
    ),
    "system.window.snap_left": _snap("left"),
    "system.window.snap_right": _snap("right"),
}


def change_tool(desk: WindowDesk, change: Change) -> FunctionTool:
    """The tool that brings a change about and checks it."""

    def act(_call: ToolCall, before: Before) -> Mapping[str, Any]:
        number = before["id"]
        change.do(desk, number, before)
        if not came_about(lambda: change.is_there(desk, settled(desk, number), before), PATIENCE_S):
            raise ToolFailure(f"the window {before['title']!r} stays as it is: {change.problem}")
        return {"text": f"{before['title']!r} {change.told}.", "title": before["title"]}

    def check(_call: ToolCall, before: Before) -> Verdict:
        try:
            return "yes" if change.is_there(desk, desk.seen(before["id"]), before) else "no"
        except WindowGone:
            return "no"

    return FunctionTool(
        act=act,
        look_first=lambda call: kept(meant(desk, call.args.get("target", ""), front_wins=True)),
        check=check,
        invert=lambda _, before: {"resources": [f"{RESOURCE}{before['id']}"]},
        take_back=lambda _, before, __: give_back(desk, before),
        print_of=partial(print_of, desk),
    )
