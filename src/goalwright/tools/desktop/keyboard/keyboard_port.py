"""The port of keyboard and mouse: what can be pressed and pointed at on a desktop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from goalwright.contracts import StopSignal
from goalwright.named_tuple import NamedTuple


class Point(NamedTuple):
    """A place on the screen in pixels, counted from its upper left corner."""

    x: int
    y: int


class InputDevices(Protocol):
    """Keyboard and mouse of a desktop. Whatever happens to the caller, no key or button stays down.

    What cannot be done, or was stopped half-way, is a ToolFailure.
    """

    def type_text(self, text: str, stop: StopSignal) -> None:
        """Type a text into the window in front."""

    def press(self, keys: Sequence[str], stop: StopSignal) -> None:
        """Press keys together, named as in `x_keys.toml` or a character each."""

    def click(self, point: Point, stop: StopSignal) -> None:
        """Move the pointer and press the left button there."""

    def move(self, point: Point, stop: StopSignal) -> None:
        """Move the pointer."""

    def pointer(self) -> Point:
        """Where the pointer is."""

    def screen(self) -> tuple[int, int]:
        """How wide and how high the screen is."""
