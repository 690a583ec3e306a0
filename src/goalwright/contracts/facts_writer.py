"""The port through which what became known is remembered; only runs have it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from goalwright.contracts.world_state import Fact


class FactsWriter(Protocol):
    """Remembers facts with where they come from."""

    def record(self, facts: Iterable[Fact], *, tool: str, run_id: str, action_id: str) -> None:
        """Keep the facts; those of the same action replace what it said before."""

    def forget(self, run_id: str, action_id: str) -> int:
        """Drop what an action brought about, because it was undone; how many facts that were."""

    def query(self, *, limit: int = 50) -> Any:
        """The newest facts first; JournalError if nothing can be remembered."""

    def require_sound(self) -> None:
        """JournalError if what is remembered is damaged."""
