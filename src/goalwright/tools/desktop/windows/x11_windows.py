"""Windows on X11, through the window manager's own protocol (EWMH).

PyWinCtl serves the other platforms: on X11 it takes a second to load and connects as soon as it is imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.windows.window_desk import Rectangle, Window, WindowGone
from goalwright.tools.desktop.windows.x_wire import XWire

ICONIC = 3
REMOVE, ADD = 0, 1
PAGER = 2
"""Who asks: window managers follow a pager where they would hold an app back."""
NORTH_WEST = 1
"""A place is that of the frame's corner; openbox forgets its frame when it is told the place of what is inside."""
_ALL_SIDES = 0x0F00
MAXIMIZED = ("_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ")
_FULL = "_NET_WM_STATE_FULLSCREEN"
_DESKTOP = "_NET_WM_DESKTOP"
_EVERYWHERE = 0xFFFFFFFF
_INPUT_HINT = 1
_NOT_OF_PROGRAMS = frozenset({"_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK"})


class X11Windows:
    """A WindowDesk of the display that DISPLAY names at the time of each call."""

    def listed(self) -> tuple[Window, ...]:
        with XWire() as wire:
            return tuple(_windows(wire))

    def active(self) -> Window | None:
        with XWire() as wire:
            number = next(iter(wire.numbers(wire.root, "_NET_ACTIVE_WINDOW")), 0)
            with suppress(WindowGone):
                return _seen(wire, number) if number else None
            return None

    def seen(self, window: int) -> Window:
        with XWire() as wire:
            if window not in wire.numbers(wire.root, "_NET_CLIENT_LIST"):
                raise WindowGone("the window is gone")
            return _seen(wire, window)

    def work_area(self, window: int) -> Rectangle:
        with XWire() as wire:
            return _work_area(wire, _seen(wire, window).place)

    def activate(self, window: int) -> None:
        with XWire() as wire:
            if not _is_here(wire, window):
                # Window managers leave it to the pager to go there first.
                wire.tell_manager(wire.root, "_NET_CURRENT_DESKTOP", wire.numbers(window, _DESKTOP)[:1])
            wire.tell_manager(window, "_NET_ACTIVE_WINDOW", (PAGER, 0, 0))

    def minimize(self, window: int) -> None:
        with XWire() as wire:
            wire.tell_manager(window, "WM_CHANGE_STATE", (ICONIC,))

    def maximize(self, window: int) -> None:
        with XWire() as wire:
            _change_state(wire, window, ADD, MAXIMIZED)

    def unmaximize(self, window: int) -> None:
        with XWire() as wire:
            _change_state(wire, window, REMOVE, MAXIMIZED)
            _change_state(wire, window, REMOVE, (_FULL,))

    def put(self, window: int, place: Rectangle) -> None:
        with XWire() as wire:
            left, right, top, bottom = _margins(wire, window)
            width, height = place.width - left - right, place.height - top - bottom
            frame_left, _, frame_top, _ = _frame(wire, window)
            # Numbers below zero, left of the first screen, are sent as the protocol writes them.
            corner = (place.x + left - frame_left, place.y + top - frame_top)
            position = [number & 0xFFFFFFFF for number in corner]
            flags = NORTH_WEST | _ALL_SIDES | PAGER << 12
            wire.tell_manager(window, "_NET_MOVERESIZE_WINDOW", (flags, *position, max(width, 1), max(height, 1)))

    def request_close(self, window: int) -> None:
        with XWire() as wire:
            wire.tell_manager(window, "_NET_CLOSE_WINDOW", (0, PAGER))


def _windows(wire: XWire) -> Iterator[Window]:
    if not wire.numbers(wire.root, "_NET_SUPPORTING_WM_CHECK"):
        raise ToolFailure("no window manager runs on this display: start a desktop, or one such as openbox")
    stacked = wire.numbers(wire.root, "_NET_CLIENT_LIST_STACKING") or wire.numbers(wire.root, "_NET_CLIENT_LIST")
    for number in stacked:
        with suppress(WindowGone):
            if not _NOT_OF_PROGRAMS & _atoms(wire, number, "_NET_WM_WINDOW_TYPE"):
                yield _seen(wire, number)


def _seen(wire: XWire, number: int) -> Window:
    states = _atoms(wire, number, "_NET_WM_STATE")
    pid = next(iter(wire.numbers(number, "_NET_WM_PID")), None)
    left, right, top, bottom = _margins(wire, number)
    inner = wire.place(number)
    parent = next(iter(wire.numbers(number, "WM_TRANSIENT_FOR")), 0)
    return Window(
        id=number,
        title=_title(wire, number),
        names=_names(wire, number, pid),
        pid=pid,
        place=Rectangle(inner.x - left, inner.y - top, inner.width + left + right, inner.height + top + bottom),
        is_minimized="_NET_WM_STATE_HIDDEN" in states,
        is_maximized=_FULL in states or states.issuperset(MAXIMIZED),
        is_here=_is_here(wire, number),
        takes_keys=_takes_keys(wire, number),
        parent=parent if parent not in (0, wire.root) else None,
    )


def _is_here(wire: XWire, number: int) -> bool:
    """Whether a window is on the virtual desktop that is shown; without virtual desktops every window is."""
    there, shown = wire.numbers(number, _DESKTOP)[:1], wire.numbers(wire.root, "_NET_CURRENT_DESKTOP")[:1]
    return not there or not shown or there in (shown, (_EVERYWHERE,))


def _takes_keys(wire: XWire, number: int) -> bool:
    flags, wants_input, *_ = (*wire.numbers(number, "WM_HINTS"), 0, 0)
    is_shy = bool(flags & _INPUT_HINT) and not wants_input
    return not is_shy or "WM_TAKE_FOCUS" in _atoms(wire, number, "WM_PROTOCOLS")


def _title(wire: XWire, number: int) -> str:
    modern = wire.property(number, "_NET_WM_NAME")
    if modern:
        return modern.decode("utf-8", "replace")
    return wire.property(number, "WM_NAME").decode("latin-1")


def _names(wire: XWire, number: int, pid: int | None) -> tuple[str, ...]:
    instance, _, rest = wire.property(number, "WM_CLASS").decode("utf-8", "replace").partition("\0")
    process = ""
    if pid:
        with suppress(OSError):
            process = Path(f"/proc/{pid}/comm").read_text(errors="replace").rstrip("\n")
    return tuple(dict.fromkeys(name for name in (rest.rstrip("\0"), instance, process) if name))


def _margins(wire: XWire, number: int) -> tuple[int, int, int, int]:
    """How far the visible window reaches beyond the program's own: a frame adds, a shadow drawn inside takes away."""
    shadow = wire.numbers(number, "_GTK_FRAME_EXTENTS")
    left, right, top, bottom = _frame(wire, number)
    if len(shadow) < 4:
        return left, right, top, bottom
    return left - shadow[0], right - shadow[1], top - shadow[2], bottom - shadow[3]


def _frame(wire: XWire, number: int) -> tuple[int, int, int, int]:
    """The window manager's frame: left, right, top, bottom."""
    left, right, top, bottom, *_ = (*wire.numbers(number, "_NET_FRAME_EXTENTS"), 0, 0, 0, 0)
    return left, right, top, bottom


def _atoms(wire: XWire, number: int, name: str) -> frozenset[str]:
    return frozenset(map(wire.atom_name, wire.numbers(number, name)))


def _change_state(wire: XWire, window: int, way: int, states: tuple[str, ...]) -> None:
    atoms = [*map(wire.atom, states), 0][:2]
    wire.tell_manager(window, "_NET_WM_STATE", (way, *atoms, PAGER))


def _work_area(wire: XWire, place: Rectangle) -> Rectangle:
    """What panels leave free, cut to the screen that the middle of the window is on."""
    desktop = next(iter(wire.numbers(wire.root, "_NET_CURRENT_DESKTOP")), 0)
    areas = wire.numbers(wire.root, "_NET_WORKAREA")
    area = areas[4 * desktop : 4 * desktop + 4] or areas[:4]
    free = Rectangle(*area) if len(area) == 4 else wire.place(wire.root)
    middle_x, middle_y = place.x + place.width // 2, place.y + place.height // 2
    for screen in wire.monitors():
        if screen.x <= middle_x < screen.x + screen.width and screen.y <= middle_y < screen.y + screen.height:
            return _shared(free, screen)
    return free


def _shared(free: Rectangle, screen: Rectangle) -> Rectangle:
    left, top = max(free.x, screen.x), max(free.y, screen.y)
    right = min(free.x + free.width, screen.x + screen.width)
    bottom = min(free.y + free.height, screen.y + screen.height)
    return Rectangle(left, top, right - left, bottom - top)
