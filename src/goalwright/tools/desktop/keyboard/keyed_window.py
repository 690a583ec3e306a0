"""The window that keys would go to, and those that a command came from; only the guardian asks.

A window stands here for all that lies in it: the frame, which is the child of the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def goes_back(display: Any, origin: Mapping[str, Any]) -> bool:
    """Whether keys would go to a window that the command came from; `origin` is that of `command_origin`."""
    return _keyed(display) in _origins(display, origin) - {0}


def _origins(display: Any, origin: Mapping[str, Any]) -> set[int]:
    """The window named by WINDOWID if an ancestor's, else all of the ancestors', else whatever may be it.

    WINDOWID may be that of another terminal: programs such as tmux hand on the one they were started in.
    """
    named, front = _frame(display, origin["window"]), _frame(display, origin["front"])
    ancestors = {_frame(display, window) for window in _of_processes(display, set(origin["pids"]))} - {0}
    if named in ancestors:
        return {named}
    return ancestors or {named, front}


def _of_processes(display: Any, pids: set[int]) -> list[int]:
    root = display.screen().root
    listed = _property(display, root, "_NET_CLIENT_LIST") or [child.id for child in root.query_tree().children]
    windows = [display.create_resource_object("window", number) for number in listed]
    return [window.id for window in windows if pids.intersection(_property(display, window, "_NET_WM_PID"))]


def _property(display: Any, window: Any, name: str) -> list[int]:
    from Xlib import X, error  # type: ignore[import-untyped]  # it has no types

    try:
        found = window.get_full_property(display.intern_atom(name), X.AnyPropertyType)
    except error.XError:  # it has just closed
        return []
    return [int(number) for number in found.value] if found else []


def _keyed(display: Any) -> int:
    """The window with the focus, or the one under the pointer where that decides."""
    from Xlib import X

    focus = display.get_input_focus().focus
    if focus == X.PointerRoot or getattr(focus, "id", 0) == display.screen().root.id:
        focus = display.screen().root.query_pointer().child
    return _frame(display, getattr(focus, "id", 0))


def _frame(display: Any, number: int) -> int:
    """The child of the screen that a window lies in; 0 if there is no such window."""
    from Xlib import error

    root = display.screen().root.id
    try:
        while number and number != root:
            parent = display.create_resource_object("window", number).query_tree().parent
            if not parent or parent.id == root:
                return number
            number = parent.id
    except error.XError:
        pass
    return 0
