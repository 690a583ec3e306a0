"""Tools about several windows: minimize them all, bring one to the front, tell which one is there, close one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.dataclass import replace
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.coming_about import PATIENCE_S, came_about
from goalwright.tools.desktop.windows.matching import meant, neighbour, some
from goalwright.tools.desktop.windows.states import RESOURCE, give_back, kept, print_of
from goalwright.tools.desktop.windows.window_desk import Window, WindowDesk, WindowGone
from goalwright.tools.function_tool import FunctionTool

_THERE = "window-there:"


def minimize_all_tool(desk: WindowDesk) -> FunctionTool:
    """Minimizes every window that can be seen; undo brings back those that were open."""

    def look(_call: ToolCall) -> Before:
        front = desk.active()
        return {
            "windows": [kept(window) for window in desk.listed() if window.is_here and not window.is_minimized],
            "front": front.id if front is not None else None,
        }

    def still_open(before: Before) -> list[Window]:
        numbers = {was["id"] for was in before["windows"]}
        return [window for window in desk.listed() if window.id in numbers and not window.is_minimized]

    def act(_call: ToolCall, before: Before) -> Mapping[str, Any]:
        for window in still_open(before):
            desk.minimize(window.id)
        if not came_about(lambda: not still_open(before)):
            raise ToolFailure(f"these did not minimize: {some(still_open(before))}")
        return {"text": "All windows are minimized.", "count": len(before["windows"])}

    def take_back(_call: ToolCall, before: Before, _inverse: Before) -> None:
        for was in before["windows"]:
            give_back(desk, was)
        if before["front"] is not None:
            desk.activate(before["front"])

    return FunctionTool(
        act=act,
        look_first=look,
        check=lambda _, before: "no" if still_open(before) else "yes",
        invert=lambda _, before: {"resources": [f"{RESOURCE}{was['id']}" for was in before["windows"]]},
        take_back=take_back,
        print_of=partial(print_of, desk),
    )


def switch_tool(desk: WindowDesk) -> FunctionTool:
    """Brings a window to the front; undo brings back the one that was."""

    def look(call: ToolCall) -> Before:
        target = call.args["target"]
        return front_change(desk, neighbour(desk, target) or meant(desk, target, top_wins=True))

    def act(_call: ToolCall, before: Before) -> Mapping[str, Any]:
        window = bring_to_front(desk, before["id"])
        return {"text": f"{window.title!r} is in front.", "title": window.title}

    return front_tool(desk, FunctionTool(act=act, look_first=look))


def front_change(desk: WindowDesk, window: Window | None) -> dict[str, Any]:
    """What to keep before a window, if there is one already, is brought to the front."""
    front, number = desk.active(), None if window is None else window.id
    return {"id": number, "front": front.id if front is not None and front.id != number else None}


def bring_to_front(desk: WindowDesk, number: int) -> Window:
    desk.activate(number)
    if not came_about(lambda: is_front(desk, number)):
        raise ToolFailure(f"{desk.seen(number).title!r} did not come to the front: the desktop holds it back")
    return desk.seen(number)


def is_front(desk: WindowDesk, number: int) -> bool:
    """Whether keys go to a window or its dialog; one that takes no keys is in front once it is on top."""
    active = desk.active()
    if active is not None and number in (active.id, active.parent):
        return True
    shown = [window for window in desk.listed() if window.is_here and not window.is_minimized]
    return bool(shown) and shown[-1].id == number and not shown[-1].takes_keys


def front_tool(desk: WindowDesk, tool: FunctionTool) -> FunctionTool:
    """The same tool with its undo, and a check if it has none; its `look` must be a front_change."""

    def check(_call: ToolCall, before: Before) -> Verdict:
        return "yes" if is_front(desk, before["id"]) else "no"

    def invert(_call: ToolCall, before: Before) -> Before | None:
        return None if before["front"] is None else {"resources": [f"{_THERE}{before['front']}"]}

    def print_of_front(resource: str) -> str:
        try:
            return f"{desk.seen(int(resource.removeprefix(_THERE))).names}"
        except WindowGone:
            return "gone"

    return replace(
        tool,
        check=tool.check or check,
        invert=invert,
        take_back=lambda _, before, __: desk.activate(before["front"]),
        print_of=print_of_front,
    )


def close_tool(desk: WindowDesk) -> FunctionTool:
    """Presses a window's close button; what the app asks before it closes is for the person to answer."""

    def act(_call: ToolCall, before: Before) -> Mapping[str, Any]:
        with suppress(WindowGone):
            desk.request_close(desk.seen(before["id"]).id)
        left = still_open_after(desk, (before["id"],))
        if left:
            raise ToolFailure(f"still open: {left}")
        return {"text": f"{before['title']!r} is closed.", "title": before["title"]}

    def check(_call: ToolCall, before: Before) -> Verdict:
        return "no" if before["id"] in {window.id for window in desk.listed()} else "yes"

    return FunctionTool(act=act, look_first=lambda call: kept(meant(desk, call.args.get("target", ""))), check=check)


def still_open_after(desk: WindowDesk, numbers: tuple[int, ...]) -> str:
    """Which of the windows are open after a while, with what each asks; empty if none is."""

    def left() -> list[Window]:
        return [window for window in desk.listed() if window.id in numbers]

    def asking() -> list[Window]:
        return [window for window in desk.listed() if window.parent in numbers]

    came_about(lambda: not left() or bool(asking()), PATIENCE_S)
    if not left():
        return ""
    questions = "; ".join(f"it asks “{window.title or 'something'}”: answer it there" for window in asking())
    return some(left()) + (f"; {questions}" if questions else "; it may be busy, or ask something")


def active_tool(desk: WindowDesk) -> FunctionTool:
    """Tells which window is in front."""

    def act(_call: ToolCall, _before: Before) -> Mapping[str, Any]:
        window = desk.active()
        if window is None:
            return {"text": "No window is in front.", "title": None, "app": None}
        text = f"“{window.title}” ({window.app}) is in front."
        return {"text": text, "title": window.title, "app": window.app, "pid": window.pid, "place": list(window.place)}

    return FunctionTool(act=act)
