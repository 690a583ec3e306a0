"""The port of the battery, and this machine's own as psutil tells of it."""

from __future__ import annotations

from typing import Protocol

from goalwright.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """How full a battery is. `is_plugged_in` is None if that is not known, and so is how long it lasts."""

    percent: float
    is_plugged_in: bool | None = None
    seconds_left: int | None = None


class Battery(Protocol):
    """The machine's battery."""

    def charge(self) -> Charge | None:
        """How full it is; None if there is none."""


class OwnBattery:
    """The battery of this machine."""

    def charge(self) -> Charge | None:
        import psutil

        seen = psutil.sensors_battery() if hasattr(psutil, "sensors_battery") else None
        if seen is None:
            return None
        left = seen.secsleft if seen.secsleft is not None and seen.secsleft > 0 else None
        return Charge(percent=seen.percent, is_plugged_in=seen.power_plugged, seconds_left=left)
