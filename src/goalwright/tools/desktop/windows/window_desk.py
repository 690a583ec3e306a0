"""The port of windows: what tools may ask of a desktop, whatever draws it."""

from __future__ import annotations

from typing import Protocol

from goalwright.dataclass import dataclass
from goalwright.errors import ToolFailure
from goalwright.named_tuple import NamedTuple


class WindowGone(ToolFailure):
    """The window that was asked about is gone."""


class Rectangle(NamedTuple):
    """A part of the screen in pixels; a window's own has its frame in it."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A window as it is now. `names` are those of its program: its class, and what its process is called.

    `is_here` is false on another virtual desktop, `takes_keys` for windows that only show something, as clocks do.
    """

    id: int
    title: str
    names: tuple[str, ...] = ()
    pid: int | None = None
    place: Rectangle
    is_minimized: bool = False
    is_maximized: bool = False
    is_here: bool = True
    takes_keys: bool = True
    parent: int | None = None

    @property
    def app(self) -> str:
        """What to call its program."""
        return self.names[0] if self.names else "an unnamed program"


class WindowDesk(Protocol):
    """The windows of a desktop. Asking returns at once: whether it came about is for the asker to look."""

    def listed(self) -> tuple[Window, ...]:
        """The windows of programs, the one on top last; panels and the background are none."""

    def active(self) -> Window | None:
        """The window that keys go to."""

    def seen(self, window: int) -> Window:
        """One window as it is now; WindowGone if there is none."""

    def work_area(self, window: int) -> Rectangle:
        """The part of the window's screen that panels leave free."""

    def activate(self, window: int) -> None:
        """Bring it to the front, out of the taskbar and from another virtual desktop if need be."""

    def minimize(self, window: int) -> None: ...

    def maximize(self, window: int) -> None: ...

    def unmaximize(self, window: int) -> None: ...

    def put(self, window: int, place: Rectangle) -> None:
        """Move and size it; a window that is maximized cannot be."""

    def request_close(self, window: int) -> None:
        """What its close button does: the program may ask something first."""
