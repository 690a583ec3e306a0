"""Following a run from any process: its numbered events, read from the journal as they come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping

from goalwright.contracts import JournalEntry, RunEvent, RunRecord, RunStore
from goalwright.contracts.journal import EntryKind
from goalwright.contracts.plan_json import outcome_from_json
from goalwright.contracts.run_report import EventKind

POLL_S = 0.05

# An entry that is not here (`settled`) tells nothing that a person would follow.
_KINDS: Mapping[EntryKind, EventKind] = {
    "asked": "run_waiting",
    "approved": "run_approved",
    "begun": "run_started",
    "started": "action_started",
    "retried": "action_retried",
    "finished": "action_ended",
    "stopping": "run_stopping",
    "ended": "run_ended",
    "undo_started": "undo_started",
    "undo_finished": "undo_ended",
    "undone": "run_undone",
}


async def follow(store: RunStore, run_id: str, after: int = 0) -> AsyncIterator[RunEvent]:
    """The events of a run with larger numbers than `after`, the past ones at once and the others as they happen.

    It ends when the run is at rest: ended, undone, or interrupted with no process left that is at work on it. A run
    that waits for approval is followed until that is given or declined.
    """
    while True:
        is_over = not is_at_work(store, run_id)
        entries = store.entries(run_id, after)
        for entry in entries:
            after = entry.number
            event = event_of(entry)
            if event is not None:
                yield event
        if is_over and not entries:
            return
        if not entries:
            await asyncio.sleep(POLL_S)


async def at_rest(store: RunStore, name: str) -> RunRecord:
    """The record of a run once no process is at work on it."""
    run_id = store.run(name).run_id
    await left_alone(store, run_id)
    return store.run(run_id)


async def left_alone(store: RunStore, run_id: str) -> None:
    """No process is at work on a run."""
    while store.is_running(run_id):
        await asyncio.sleep(POLL_S)


def is_at_work(store: RunStore, run_id: str) -> bool:
    """Whether more may come of a run by itself: a process has it, or a person is still to approve it."""
    return store.is_running(run_id) or store.run(run_id).status == "awaiting_approval"


def event_of(entry: JournalEntry) -> RunEvent | None:
    kind = _KINDS.get(entry.kind)
    if kind is None:
        return None
    data = entry.data
    return RunEvent(
        kind=kind,
        run_id=entry.run_id,
        action_id=entry.action_id,
        outcome=outcome_from_json(data["outcome"]) if entry.kind == "finished" else None,
        at=entry.at,
        number=entry.number,
        status=data.get("status"),
        reason=data.get("reason") or data.get("error") or "",
        by=data.get("by", ""),
    )
