"""Which run is meant: the one that is named, or else the last one that the request makes sense for."""

from __future__ import annotations

from goalwright.contracts import RunRecord, RunStore
from goalwright.errors import RunNotFound
from goalwright.runs.known_stages import has_look, unfolded
from goalwright.runs.verdicts import ENDED_WELL, WAITING, outcomes_of

_SEARCHED = 1_000


def to_show(store: RunStore, name: str = "") -> RunRecord:
    """The run of this name; without one, the last."""
    if name:
        return store.run(name)
    for record in store.runs(limit=1):
        return record
    raise RunNotFound('there is no run yet: `goalwright "…"` makes the first')


def to_resume(store: RunStore, name: str = "") -> RunRecord:
    """The run of this name; without one, the last that was interrupted or stopped, or failed."""
    if name:
        return store.run(name)
    for record in store.runs(limit=_SEARCHED):
        is_open = record.status not in (*ENDED_WELL, WAITING, "refused") and not record.undone
        if is_open and not store.is_running(record.run_id):
            return record
    raise RunNotFound("there is nothing to resume: every run has finished; see `goalwright history`")


def to_take_back(store: RunStore, name: str = "") -> RunRecord:
    """The run of this name; without one, the last that changed something and is not undone."""
    if name:
        return store.run(name)
    for record in store.runs(limit=_SEARCHED):
        if not record.undone and _changed_something(store, record):
            return record
    raise RunNotFound("there is nothing to undo: see `goalwright history`")


def _changed_something(store: RunStore, record: RunRecord) -> bool:
    """Whether an action of the run that changes things was done, or may have been."""
    if not has_look(record.plan) and all(action.only_looks for action in record.plan.actions):
        return False
    entries = store.entries(record.run_id)
    outcomes = outcomes_of(record, entries)
    actions = unfolded(record, entries).plan.actions
    changing = (action.action_id for action in actions if not action.only_looks)
    return any(outcomes[name].state in ("done", "in_doubt") for name in changing)
