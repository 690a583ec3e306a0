"""Reports: what goes into the journal around each action, with as few commits as possible."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from goalwright.contracts import ActionOutcome, Journal, JournalEntry
from goalwright.contracts.plan_json import outcome_to_json

LINGER_S = 0.005
"""How long the report of an ended action may wait to share the commit of the next one's announcement."""


class Reports:
    """Announces actions before their effect and reports them after.

    An announcement takes along the reports that are waiting; a report that no announcement follows goes by itself
    a moment later. Losing one to a crash is harmless: the action is in doubt then, and looked at again.
    """

    def __init__(self, journal: Journal, run_id: str, clock: Callable[[], float]) -> None:
        self._journal = journal
        self._run_id = run_id
        self._clock = clock
        self._waiting: list[JournalEntry] = []
        self._timer: asyncio.TimerHandle | None = None

    def announce(self, action_id: str, before: Mapping[str, Any]) -> Awaitable[None]:
        """Say that an action is about to happen; once awaited, no crash can make that unsaid."""
        self._send()
        entry = JournalEntry(
            run_id=self._run_id, kind="started", action_id=action_id, data={"before": before}, at=self._clock()
        )
        return self._journal.record(entry)

    def report(self, outcome: ActionOutcome, inverse: Mapping[str, Any] | None) -> None:
        """Say what became of an action. One in doubt stays announced and unreported: that is what doubt is."""
        if outcome.state == "in_doubt":
            return
        data = {"outcome": outcome_to_json(outcome), "inverse": inverse}
        self._waiting.append(
            JournalEntry(run_id=self._run_id, kind="finished", action_id=outcome.action_id, data=data, at=self._clock())
        )
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LINGER_S, self._send)

    async def flush(self) -> None:
        """Everything said so far is safe."""
        self._send()
        await self._journal.flush()

    def _send(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for entry in self._waiting:
            self._journal.record(entry)
        self._waiting.clear()
