"""The port of the clipboard."""

from __future__ import annotations

from typing import Protocol

from goalwright.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """What is on the clipboard: a text, empty if there is nothing; None, with the `kinds` of it, if it is no text."""

    text: str | None = ""
    kinds: tuple[str, ...] = ()


class Clipboard(Protocol):
    """The clipboard of a desktop. A clipboard that cannot be reached is a ToolFailure."""

    def read(self) -> Clip:
        """What is on it now."""

    def write(self, text: str) -> None:
        """Put a text on it, where it stays when this process ends."""
