"""Taking runs back by their ids, and looking back at them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from goalwright.contracts import (
    Plan,
    PlannedAction,
    RunDetails,
    RunRecord,
    RunStore,
    ToolCall,
    ToolEntry,
    UndoReport,
)
from goalwright.errors import RunNotFound
from goalwright.runs.leavings import Leavings
from goalwright.runs.meant_run import to_show, to_take_back
from goalwright.runs.recovery import Earlier, recovered
from goalwright.runs.runs import KEPT, Runs, Wish
from goalwright.runs.seen_values import Seen
from goalwright.runs.stop import StopRequest
from goalwright.runs.undo import undo_run
from goalwright.runs.verdicts import WAITING, is_cut_off, outcomes_of

_UNDONE = ("undone", "undone_before")
_PRIVATE = frozenset({"lock", "stop", KEPT})


async def take_back(
    runs: Runs, name: str = "", *, by: str = "", dry_run: bool = False, stop: StopRequest | None = None
) -> UndoReport:
    """Take a run back; without a name, the last one that changed something and is not undone.

    A run whose process died is first brought to rest, unless something has changed: what it had begun is completed,
    nothing else is begun. What is left when it is asked to stop, the next undo takes back.
    """
    store, stop = runs.store, stop or StopRequest()
    record = to_take_back(store, name)
    if record.status in (WAITING, "refused"):
        raise RunNotFound(f"run {record.run_id} never began: there is nothing to undo")
    runs.facts.require_sound()
    if not dry_run and is_cut_off(record, store.entries(record.run_id)):
        await undo_run(store, record, _calls_of(runs, record, stop), runs.executor.pools, dry_run=True)
        await _bring_to_rest(runs, record, stop)
    outcomes = await undo_run(
        store,
        record,
        _calls_of(runs, record, stop),
        runs.executor.pools,
        forget=runs.facts.forget,
        by=by,
        dry_run=dry_run,
        stop=stop,
    )
    by_state = {state: tuple(outcome.action_id for outcome in outcomes if outcome.state == state) for state in _UNDONE}
    return UndoReport(
        run_id=record.run_id,
        **by_state,
        not_undone=tuple((outcome.action_id, outcome.reason) for outcome in outcomes if outcome.reason),
        dry_run=dry_run,
        is_stopped=stop.is_requested and any(outcome.state in ("left", "failed") for outcome in outcomes),
    )


def run_details(store: RunStore, name: str = "") -> RunDetails:
    """Everything about a run; without a name, about the last one."""
    record = to_show(store, name)
    entries = tuple(store.entries(record.run_id))
    return RunDetails(
        record=record,
        status="running" if store.is_running(record.run_id) else record.status or "interrupted",
        outcomes=outcomes_of(record, entries),
        entries=entries,
        files=_files(store.run_folder(record.run_id)),
    )


async def _bring_to_rest(runs: Runs, record: RunRecord, stop: StopRequest) -> None:
    """End a run whose process died, without doing more of it: only what was begun is looked at, and completed."""
    store = runs.store
    hold = store.lock(record.run_id)
    if hold is None:
        raise RunNotFound(f"run {record.run_id} is still going on in another process: wait for it, or stop it")
    with hold:
        entries = store.entries(record.run_id)
        if not is_cut_off(store.run(record.run_id), entries):
            return
        lives = recovered(entries)
        begun = tuple(action for action in record.plan.actions if _is_begun(lives.get(action.action_id)))
        if not begun:
            runs.end(record, "cancelled", "interrupted before it began", Leavings())
            return
        part = Plan(actions=begun, goal_achieved_by=begun[-1].action_id, total_actions=len(begun))
        await runs.carried_out(record, lives, Wish(stop=stop), only=part)


def _is_begun(life: Earlier | None) -> bool:
    """Whether an action is done, or was cut off; one that failed is not tried again."""
    return life is not None and (life.outcome is None or life.outcome.state in ("done", "skipped"))


def _calls_of(
    runs: Runs, record: RunRecord, stop: StopRequest
) -> Callable[[PlannedAction], tuple[ToolEntry, ToolCall]]:
    """What gives the call that an action of a run was, with what earlier actions saw then."""
    outcomes = outcomes_of(record, runs.store.entries(record.run_id))
    seen = Seen({action.action_id: action for action in record.plan.actions})

    def call_of(action: PlannedAction) -> tuple[ToolEntry, ToolCall]:
        resolved = runs.executor.resolver.resolve(action)
        call = ToolCall(
            tool=resolved.entry.name,
            action_id=action.action_id,
            args=seen.filled(resolved.args, outcomes),
            run_id=record.run_id,
            risk=action.risk,
            keep=runs.kept(record.run_id),
            touches=action.touches,
            stop=stop,
        )
        return resolved.entry, call

    return call_of


def _files(folder: Path) -> tuple[str, ...]:
    """What the run left for people in its folder: its lock and the bytes kept for undo are not for them."""
    found: list[str] = []
    for base, folders, names in os.walk(folder):
        is_top = Path(base) == folder
        folders[:] = _public(folders, is_top=is_top)
        found += [str(Path(base, name)) for name in _public(names, is_top=is_top)]
    return tuple(found)


def _public(names: Iterable[str], *, is_top: bool) -> list[str]:
    return sorted(name for name in names if not (is_top and name in _PRIVATE))
