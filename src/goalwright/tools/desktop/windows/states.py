"""States of windows: written down before a change, waited for after it, and given back by undo."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.coming_about import PATIENCE_S, came_about
from goalwright.tools.desktop.windows.window_desk import Rectangle, Window, WindowDesk, WindowGone

RESOURCE = "window:"
_CLOSE_BY = 2
_REST_S = 0.06
_REST_LOOKS = 30


def kept(window: Window) -> dict[str, Any]:
    """A window's state as the journal keeps it."""
    return {
        "id": window.id,
        "title": window.title,
        "minimized": window.is_minimized,
        "maximized": window.is_maximized,
        "place": list(window.place),
    }


def print_of(desk: WindowDesk, resource: str) -> str:
    """What a window's state is now, in a line."""
    try:
        window = desk.seen(int(resource.removeprefix(RESOURCE)))
    except WindowGone:
        return "gone"
    if window.is_minimized:
        return "minimized"
    return "maximized" if window.is_maximized else "at {},{} {}x{}".format(*window.place)


def settled(desk: WindowDesk, number: int) -> Window:
    """A window once it has come to rest: some desktops let it glide to its place."""
    seen = desk.seen(number)
    for _ in range(_REST_LOOKS):
        time.sleep(_REST_S)
        now = desk.seen(number)
        if now.place == seen.place:
            return now
        seen = now
    return seen


def give_back(desk: WindowDesk, was: Mapping[str, Any]) -> None:
    """Bring a window back to the state that was kept; ToolFailure if it will not go."""
    number, place = was["id"], Rectangle(*was["place"])
    now = settled(desk, number)
    if now.is_maximized and not was["maximized"]:
        show(desk, number)
        desk.unmaximize(number)
        came_about(lambda: not desk.seen(number).is_maximized)
    if not was["maximized"] and not is_near(settled(desk, number).place, place):
        put(desk, number, place)
    if was["maximized"] and not now.is_maximized:
        show(desk, number)
        desk.maximize(number)
    (desk.minimize if was["minimized"] else desk.activate)(number)
    if not came_about(lambda: _is_back(settled(desk, number), was)):
        raise ToolFailure(f"the window {was['title']!r} could not be put back as it was")


def show(desk: WindowDesk, number: int) -> None:
    """Bring a window out of the taskbar if it is there."""
    if desk.seen(number).is_minimized:
        desk.activate(number)
        came_about(lambda: not desk.seen(number).is_minimized)
        settled(desk, number)


def put(desk: WindowDesk, number: int, place: Rectangle) -> Rectangle:
    """Move and size a window, twice where the window manager reckons a border otherwise; where it is then."""
    start = desk.seen(number).place
    desk.put(number, place)
    came_about(lambda: desk.seen(number).place != start or start == place, PATIENCE_S / 5)
    off = settled(desk, number).place
    if 0 < abs(off.x - place.x) + abs(off.y - place.y) <= 2 * _CLOSE_BY:
        desk.put(number, place._replace(x=2 * place.x - off.x, y=2 * place.y - off.y))
    return settled(desk, number).place


def is_near(place: Rectangle, wanted: Rectangle, slack: int = _CLOSE_BY) -> bool:
    return all(abs(one - other) <= slack for one, other in zip(place, wanted, strict=True))


def _is_back(now: Window, was: Mapping[str, Any]) -> bool:
    if (now.is_minimized, now.is_maximized) != (was["minimized"], was["maximized"]):
        return False
    return now.is_minimized or now.is_maximized or is_near(now.place, Rectangle(*was["place"]), 2 * _CLOSE_BY)
