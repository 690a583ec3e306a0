"""ToolCapability: what the planner may know about a tool."""

from __future__ import annotations

from goalwright.contracts.checks import freeze_text_set, require_text
from goalwright.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCapability:
    """A tool's name, the goals it serves, the state it needs and the state it brings about."""

    name: str
    can_achieve: frozenset[str] = frozenset()
    requires: frozenset[str] = frozenset()
    effects: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        require_text(self, "name")
        freeze_text_set(self, "can_achieve", "requires", "effects")
