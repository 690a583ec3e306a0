"""The port through which what became known is remembered; only the executor has it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from goalwright.contracts.world_state import Fact


class FactsWriter(Protocol):
    """Remembers facts with where they come from."""

    def record(self, facts: Iterable[Fact], *, tool: str, run_id: str, action_id: str) -> None:
        """Keep the facts; those of the same action replace what it said before."""
        ...
