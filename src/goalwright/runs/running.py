"""Runs: plans carried out under the policy, written down, taken up again after a crash, and taken back."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from goalwright.contracts import (
    ActionOutcome,
    JournalEntry,
    Listener,
    Plan,
    PlanGraph,
    PlannedAction,
    RunRecord,
    RunReport,
    ToolCall,
    ToolEntry,
)
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.plan_json import outcome_to_json, unmet_from_json, unmet_to_json
from goalwright.contracts.prepared import Prepared
from goalwright.contracts.run_report import RunStatus
from goalwright.dataclass import dataclass, replace
from goalwright.errors import RunNotFound
from goalwright.policy import is_approved
from goalwright.runs.executor import Execution, PlanExecutor
from goalwright.runs.recovery import Earlier, recovered
from goalwright.runs.seen_values import Seen
from goalwright.runs.stop import StopRequest
from goalwright.runs.trail import settled_prints
from goalwright.store.journal_store import SqliteJournal
from goalwright.store.run_ids import new_run_id

_ENDED_WELL: tuple[RunStatus, ...] = ("success", "partial")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """What a run is done with: `executor_for` gives the executor for a run's id, `refusals` says what the policy
    forbids of a plan, `forget` drops what was remembered of an action, given its run's id and its own,
    and `check_memory` raises if nothing can be remembered."""

    journal: SqliteJournal
    executor_for: Callable[[str], PlanExecutor]
    refusals: Callable[[Plan], Sequence[tuple[str, str]]]
    forget: Callable[[str, str], object]
    check_memory: Callable[[], object]
    clock: Callable[[], float] = time.time


async def run_plan(
    hands: Hands,
    prepared: Prepared,
    *,
    cwd: str,
    approve: Any = None,
    partial: bool = False,
    dry_run: bool = False,
    on_event: Listener | None = None,
    stop: StopRequest | None = None,
) -> RunReport:
    """Run a prepared plan, or say why not. A dry run does nothing, not even write that down."""
    plan = prepared.plan
    reason = _hindrance(prepared, partial=partial)
    if plan is None or reason:
        return _refused(prepared, reason)
    if dry_run:
        return replace(_refused(prepared, "a dry run does nothing"), status="success")
    if prepared.needs_approval and not await _approval(plan, approve):
        return _refused(prepared, _unapproved(prepared))
    hands.check_memory()
    record = RunRecord(
        run_id=new_run_id(),
        plan=plan,
        plan_hash=prepared.plan_hash,
        text=prepared.text,
        cwd=cwd,
        created_at=hands.clock(),
        details={
            "plan_status": prepared.result.status,
            "unmet": unmet_to_json(prepared.result.unmet),
        },
    )
    with hands.journal.begin(record):
        return await _carried_out(hands, record, EMPTY, on_event, stop or StopRequest())


async def resume_run(
    hands: Hands,
    run_id: str = "",
    *,
    redo: Collection[str] = (),
    skip: Collection[str] = (),
    on_event: Listener | None = None,
    stop: StopRequest | None = None,
) -> RunReport:
    """Take up a run that was cut off, failed or was stopped: what is done stays done, what is in doubt is looked at."""
    record = hands.journal.run(run_id) if run_id else _last_unfinished(hands.journal)
    lock = hands.journal.lock(record.run_id)
    if lock is None:
        raise RunNotFound(f"run {record.run_id} is still going on in another process: wait for it, or stop it there")
    with lock:
        record = hands.journal.run(record.run_id)
        entries = hands.journal.entries(record.run_id)
        _require_resumable(record, entries)
        lives = recovered(entries)
        _require_doubt(record, lives, redo, skip)
        if refusals := hands.refusals(record.plan):
            return _report(record, "refused", {}, reason=f"{refusals[0][0]}: {refusals[0][1]}")
        await _settle(hands, record, lives, redo, skip)
        return await _carried_out(hands, record, lives, on_event, stop or StopRequest())


async def bring_to_rest(hands: Hands, record: RunRecord) -> None:
    """End a run whose process died, without doing more of it: only what was begun is looked at, and completed."""
    lock = hands.journal.lock(record.run_id)
    if lock is None:
        raise RunNotFound(f"run {record.run_id} is still going on in another process: wait for it, or stop it there")
    with lock:
        entries = hands.journal.entries(record.run_id)
        if not is_cut_off(hands.journal.run(record.run_id), entries):
            return
        lives = recovered(entries)
        begun = tuple(action for action in record.plan.actions if action.action_id in lives)
        if not begun:
            await _end(hands, record, "cancelled", "cut off before it began", EMPTY)
            return
        part = Plan(actions=begun, goal_achieved_by=begun[-1].action_id, total_actions=len(begun))
        await _carried_out(hands, record, lives, None, StopRequest(), only=part)


def is_cut_off(record: RunRecord, entries: Iterable[JournalEntry]) -> bool:
    """Whether a run, or its resuming, was begun and never ended."""
    return not record.undone and (record.status is None or settled_prints(entries) is None)


def outcomes_of(record: RunRecord, entries: Iterable[JournalEntry]) -> dict[str, ActionOutcome]:
    """What the journal knows of each action of a run, in the plan's order; those never begun are pending."""
    lives = recovered(entries)
    return {action.action_id: _known(action, lives.get(action.action_id)) for action in record.plan.actions}


def calls_of(hands: Hands, record: RunRecord) -> Callable[[PlannedAction], tuple[ToolEntry, ToolCall]]:
    """What gives the call that an action of a run was, as undo needs it: with what earlier actions saw then."""
    executor = hands.executor_for(record.run_id)
    outcomes = outcomes_of(record, hands.journal.entries(record.run_id))
    seen = Seen({action.action_id: action for action in record.plan.actions})

    def call_of(action: PlannedAction) -> tuple[ToolEntry, ToolCall]:
        resolved = executor.means.resolver.resolve(action)
        call = ToolCall(
            tool=resolved.entry.name,
            action_id=action.action_id,
            args=seen.filled(resolved.args, outcomes),
            run_id=record.run_id,
            risk=action.risk,
            keep=executor.means.keep,
            touches=action.touches,
        )
        return resolved.entry, call

    return call_of


async def _carried_out(
    hands: Hands,
    record: RunRecord,
    lives: Mapping[str, Earlier],
    on_event: Listener | None,
    stop: StopRequest,
    *,
    only: Plan | None = None,
) -> RunReport:
    """Carry out the run's plan, or `only` a part of it, and write down how it ended."""
    began = time.perf_counter()
    executor = hands.executor_for(record.run_id)
    graph = PlanGraph.of(only or record.plan)
    execution = await executor.run(graph, run_id=record.run_id, earlier=lives, stop=stop, on_event=on_event)
    status, reason = _verdict(record, execution, stop)
    if only is not None and len(only.actions) < len(record.plan.actions):
        status, reason = "cancelled", "cut off, and not taken up again"
    await _end(hands, record, status, reason, execution.prints)
    return _report(record, status, execution.outcomes, reason=reason, seconds=time.perf_counter() - began)


async def _end(hands: Hands, record: RunRecord, status: RunStatus, reason: str, prints: Mapping[str, str]) -> None:
    """Write down how a run ended, and what it left behind."""
    data = {"prints": dict(prints)}
    await hands.journal.record(JournalEntry(run_id=record.run_id, kind="settled", data=data, at=hands.clock()))
    hands.journal.end(record.run_id, status, reason)


def _verdict(record: RunRecord, execution: Execution, stop: StopRequest) -> tuple[RunStatus, str]:
    """The run's status, and a sentence for any but success."""
    by_state: dict[str, list[ActionOutcome]] = {}
    for outcome in execution.outcomes.values():
        by_state.setdefault(outcome.state, []).append(outcome)
    if stop.is_requested and (by_state.keys() & {"cancelled", "in_doubt"}):
        return "cancelled", f"stopped; go on with `goalwright resume {record.run_id}`"
    for state, status in (("failed", "failed"), ("in_doubt", "interrupted")):
        if state in by_state:
            first = by_state[state][0]
            return status, f"{first.action_id}: {first.error}"  # type: ignore[return-value]  # the pairs above are statuses
    if record.details.get("plan_status") == "partial":
        return "partial", "some goals were left out, as asked"
    return "success", ""


def _hindrance(prepared: Prepared, *, partial: bool) -> str:
    """Why a plan may not run at all, approved or not; nothing if it may."""
    result = prepared.result
    if result.plan is None:
        missing = "; ".join(f"{tool}: {why}" for tool, why in prepared.unavailable)
        return missing or result.reason or result.status
    if result.status == "partial" and not partial:
        return result.reason or "some goals cannot be met"
    if gone := _gone(prepared):
        return gone
    if prepared.refusals:
        action_id, problem = prepared.refusals[0]
        more = f" (and {len(prepared.refusals) - 1} more)" if len(prepared.refusals) > 1 else ""
        return f"{action_id}: {problem}{more}"
    return ""


def _gone(prepared: Prepared) -> str:
    """Which tools of the plan are not here, and why; nothing if all are."""
    used = {action.tool for action in prepared.plan.actions} if prepared.plan is not None else set()
    return "; ".join(f"{tool}: {why}" for tool, why in prepared.unavailable if tool in used)


def _unapproved(prepared: Prepared) -> str:
    listed = ", ".join(action.action_id for action in prepared.needs_approval[:5])
    return f"this plan needs approval: {listed} cannot simply be done; approve it with its hash {prepared.plan_hash}"


async def _approval(plan: Plan, approve: Any) -> bool:
    """Whether the plan is approved; whoever is asked about it must say True, at once or when awaited."""
    if not callable(approve):
        return is_approved(plan, approve)
    answer = approve(plan)
    return (await answer if inspect.isawaitable(answer) else answer) is True


def _refused(prepared: Prepared, reason: str) -> RunReport:
    return RunReport(
        run_id="",
        status="refused",
        plan=prepared.plan,
        plan_status="no_capability" if _gone(prepared) else prepared.result.status,
        plan_hash=prepared.plan_hash,
        unmet=prepared.result.unmet,
        reason=reason,
    )


def _report(
    record: RunRecord,
    status: RunStatus,
    outcomes: Mapping[str, ActionOutcome],
    *,
    reason: str = "",
    seconds: float = 0.0,
) -> RunReport:
    return RunReport(
        run_id=record.run_id,
        status=status,
        plan=record.plan,
        plan_status=record.details.get("plan_status", "success"),
        plan_hash=record.plan_hash,
        outcomes=outcomes,
        unmet=unmet_from_json(record.details.get("unmet", ())),
        reason=reason,
        seconds=seconds,
    )


def _last_unfinished(journal: SqliteJournal) -> RunRecord:
    for record in journal.runs(limit=100):
        if record.status not in _ENDED_WELL and not record.undone and not journal.is_running(record.run_id):
            return record
    raise RunNotFound("there is nothing to resume: every run has come to its end; see `goalwright history`")


def _require_resumable(record: RunRecord, entries: Iterable[JournalEntry]) -> None:
    if record.undone:
        raise RunNotFound(f"run {record.run_id} was undone: run it anew instead")
    if any(entry.kind == "undo_started" for entry in entries):
        raise RunNotFound(f"run {record.run_id} is half undone: bring that to its end with `goalwright undo` first")
    if record.status in _ENDED_WELL:
        raise RunNotFound(f"run {record.run_id} has come to its end: there is nothing to resume")


def _require_doubt(
    record: RunRecord, lives: Mapping[str, Earlier], redo: Collection[str], skip: Collection[str]
) -> None:
    for name in (*redo, *skip):
        life = lives.get(name)
        if life is None or life.outcome is not None:
            doubts = [action for action, life in lives.items() if life.outcome is None]
            known = f"in doubt: {', '.join(doubts)}" if doubts else "no action of it is in doubt"
            raise RunNotFound(f"run {record.run_id} has no action {name!r} in doubt; {known}")
        if name in redo and name in skip:
            raise RunNotFound(f"{name!r} cannot be both done again and skipped: choose either")


async def _settle(
    hands: Hands, record: RunRecord, lives: dict[str, Earlier], redo: Iterable[str], skip: Iterable[str]
) -> None:
    """Put the user's word in the place of what nobody can see."""
    for name in redo:
        lives[name] = replace(lives[name], is_redone=True)
    for name in skip:
        outcome = ActionOutcome(action_id=name, state="skipped", error="skipped, as asked")
        lives[name] = Earlier(outcome=outcome)
        data = {"outcome": outcome_to_json(outcome), "inverse": None}
        await hands.journal.record(
            JournalEntry(run_id=record.run_id, kind="finished", action_id=name, data=data, at=hands.clock())
        )


def _known(action: PlannedAction, life: Earlier | None) -> ActionOutcome:
    if life is None:
        return ActionOutcome(action_id=action.action_id, state="pending")
    if life.outcome is None:
        return ActionOutcome(action_id=action.action_id, state="in_doubt")
    return life.outcome
