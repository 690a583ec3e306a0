"""Taking runs back."""

from __future__ import annotations

from goalwright.contracts import RunRecord, UndoReport
from goalwright.errors import RunNotFound
from goalwright.runs.running import Hands, bring_to_rest, calls_of, is_cut_off, outcomes_of
from goalwright.runs.undo import undo_run
from goalwright.store.journal_store import SqliteJournal

_SEARCHED = 1_000


async def take_back(hands: Hands, run_id: str = "", *, dry_run: bool = False) -> UndoReport:
    """Take a run back; without an id, the last one that changed something and is not undone.

    A run whose process died is first brought to rest: what it had begun is completed, nothing else is begun.
    """
    journal = hands.journal
    record = journal.run(run_id) if run_id else _last(journal)
    if not dry_run and is_cut_off(record, journal.entries(record.run_id)):
        await bring_to_rest(hands, record)
    outcomes = await undo_run(journal, record, calls_of(hands, record), forget=hands.forget, dry_run=dry_run)
    return UndoReport(
        run_id=record.run_id,
        undone=tuple(outcome.action_id for outcome in outcomes if outcome.state == "undone"),
        not_undone=tuple((outcome.action_id, outcome.reason) for outcome in outcomes if outcome.state != "undone"),
        dry_run=dry_run,
    )


def _last(journal: SqliteJournal) -> RunRecord:
    for record in journal.runs(limit=_SEARCHED):
        if not record.undone and _changed_something(journal, record):
            return record
    raise RunNotFound("there is nothing to undo: see `goalwright history`")


def _changed_something(journal: SqliteJournal, record: RunRecord) -> bool:
    """Whether an action of the run that changes things was done, or may have been."""
    changing = {action.action_id for action in record.plan.actions if action.action_class == "actuate"}
    if not changing:
        return False
    outcomes = outcomes_of(record, journal.entries(record.run_id))
    return any(outcomes[name].state in ("done", "in_doubt") for name in changing)
