"""The port of sound: where it goes, how loud it is, and whether it is off."""

from __future__ import annotations

from typing import Protocol

from goalwright.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """A device that sound goes to. `name` is the system's own, `label` what people read.

    `channels` are the volumes of its channels, left and right for instance: 1.0 is full, more is amplified.
    """

    name: str
    label: str
    channels: tuple[float, ...]
    is_muted: bool

    @property
    def level(self) -> int:
        """The volume in percent, that of the loudest channel."""
        return round(100 * max(self.channels, default=0.0))


class Mixer(Protocol):
    """The machine's sound. What cannot be done is a ToolFailure."""

    def default(self) -> Output:
        """The device that sound goes to now."""

    def output(self, name: str) -> Output:
        """The device of that name."""

    def set_channels(self, name: str, channels: tuple[float, ...]) -> None:
        """Give each channel of a device its volume."""

    def set_muted(self, name: str, is_muted: bool) -> None:
        """Turn a device's sound off or on."""
