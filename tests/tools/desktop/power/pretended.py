"""A PowerSwitch that turns nothing off."""

from __future__ import annotations

from dataclasses import dataclass, field

from goalwright.tools.power_switch import Deed


@dataclass
class PretendedSwitch:
    """It only remembers what it was told; the rest is what a test says it is."""

    told: list[Deed] = field(default_factory=list)
    start: str = "first start"
    slept: float = 12.0
    under_way: set[Deed] = field(default_factory=set)
    reasons: dict[Deed, str] = field(default_factory=dict)

    def missing(self, deed: Deed) -> str:
        return self.reasons.get(deed, "")

    def begin(self, deed: Deed) -> None:
        self.told.append(deed)

    def is_under_way(self, deed: Deed) -> bool:
        return deed in self.under_way

    def boot(self) -> str:
        return self.start

    def slept_s(self) -> float:
        return self.slept
