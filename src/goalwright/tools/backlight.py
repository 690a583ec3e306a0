"""The port of a screen's light."""

from __future__ import annotations

from typing import Protocol

from goalwright.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A screen whose light can be set: `value` runs from 0 to `most` in the steps that the screen has."""

    name: str
    value: int
    most: int

    @property
    def level(self) -> int:
        return round(100 * self.value / self.most)

    def value_at(self, level: int) -> int:
        """The step for a level in percent; never 0, at which some screens show nothing at all."""
        return max(1, round(level * self.most / 100))


class Backlight(Protocol):
    """The light of the machine's own screen. What cannot be done is a ToolFailure."""

    def missing(self) -> str:
        """Why there is nothing to set here and what to do about it; empty if there is. It costs next to nothing."""

    def panel(self) -> Panel:
        """The machine's screen as it is now."""

    def named(self, name: str) -> Panel:
        """The screen of that name."""

    def set_value(self, name: str, value: int) -> None:
        """Give a screen that much light."""
