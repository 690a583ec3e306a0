"""The port of the screen: what can be seen on it."""

from __future__ import annotations

from typing import Protocol

from goalwright.contracts import StopSignal
from goalwright.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What the screen shows: three bytes a pixel, row by row, the first one at `left` and `top` of the desktop."""

    width: int
    height: int
    rgb: bytes
    left: int = 0
    top: int = 0


class Screen(Protocol):
    """The screen of a desktop, all monitors together. One that cannot be seen is a ToolFailure."""

    def picture(self) -> Picture:
        """What it shows now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word that was read on a picture, and the box around it; words of one `line` stand side by side."""

    text: str
    line: tuple[int, ...]
    x: int
    y: int
    width: int
    height: int


class PictureReader(Protocol):
    """What reads the text of a picture. One that cannot is a ToolFailure."""

    def words(self, picture: Picture, stop: StopSignal) -> tuple[Word, ...]:
        """The words in the order of reading, their boxes in pixels of the desktop."""
