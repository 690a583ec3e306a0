"""Reports: what goes into the journal around each action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from goalwright.contracts import ActionOutcome, Journal, JournalEntry
from goalwright.contracts.frozen import FrozenDict
from goalwright.contracts.journal import EntryKind
from goalwright.contracts.plan_json import outcome_to_json


class Reports:
    """Announces actions before their effect and reports them after.

    A report is not waited for: the journal writes it together with the next announcement. Losing one to a crash is
    harmless, for the action is in doubt then, and looked at again. `announced` are the actions announced so far.
    """

    def __init__(self, journal: Journal, run_id: str, clock: Callable[[], float]) -> None:
        self._journal = journal
        self._run_id = run_id
        self._clock = clock
        self.announced: set[str] = set()

    def announce(self, action_id: str, before: Mapping[str, Any]) -> Awaitable[None]:
        """Say that an action is about to happen; once awaited, no crash can make that unsaid."""
        self.announced.add(action_id)
        return self._journal.record(self._entry("started", action_id, {"before": before}))

    def report(self, outcome: ActionOutcome, inverse: Mapping[str, Any] | None) -> None:
        """Say what became of an action. One in doubt stays announced and unreported: that is what doubt is."""
        if outcome.state != "in_doubt":
            data = {"outcome": outcome_to_json(outcome), "inverse": inverse}
            self._journal.record(self._entry("finished", outcome.action_id, data))

    def retried(self, action_id: str) -> None:
        self._journal.record(self._entry("retried", action_id, {}))

    async def flush(self) -> None:
        """Everything said so far is safe."""
        await self._journal.flush()

    def _entry(self, kind: EntryKind, action_id: str, data: dict[str, Any]) -> JournalEntry:
        return JournalEntry.of_own(self._run_id, kind, action_id, FrozenDict(data), self._clock())
