"""How runs end, and the reports of them: made as they run, or from what the journal has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from goalwright.contracts import ActionOutcome, JournalEntry, PlannedAction, Prepared, RunRecord, RunReport
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.plan_json import unmet_from_json
from goalwright.contracts.run_report import RunStatus
from goalwright.errors import JournalError
from goalwright.runs.executor import Execution
from goalwright.runs.known_stages import grown, unfolded
from goalwright.runs.recovery import Earlier, recovered
from goalwright.runs.stop import StopRequest
from goalwright.runs.trail import settled

ENDED_WELL: tuple[RunStatus, ...] = ("success", "partial")
WAITING: RunStatus = "awaiting_approval"


@contextmanager
def begun_told(run_id: str) -> Iterator[None]:
    """Trouble with the record in the block says which run had begun: to say the sentence again could do it twice."""
    try:
        yield
    except JournalError as error:
        begun = f"run {run_id} had begun, and what it was at may be done: `goalwright resume` looks"
        raise JournalError(error.file, f"{error.problem} ({begun})") from error


def hindrance(prepared: Prepared, *, partial: bool) -> str:
    """Why a plan may not run at all, approved or not; nothing if it may."""
    result = prepared.result
    if result.plan is None:
        missing = "; ".join(f"{tool}: {why}" for tool, why in prepared.unavailable)
        return missing or result.reason or result.status
    if result.status == "partial" and not partial:
        return result.reason or "some goals cannot be met"
    return _gone(prepared) or refusal_text(prepared.refusals)


def refusal_text(refusals: Iterable[tuple[str, str]]) -> str:
    """What the policy forbids, in one sentence; nothing if it forbids nothing."""
    listed = tuple(refusals)
    if not listed:
        return ""
    action_id, problem = listed[0]
    more = f" (and {len(listed) - 1} more)" if len(listed) > 1 else ""
    return f"{action_id}: {problem}{more}"


def unapproved(prepared: Prepared) -> str:
    listed = ", ".join(action.action_id for action in prepared.needs_approval[:5])
    return f"this plan needs approval for its high risk ({listed}): approve it by its hash, {prepared.plan_hash}"


def refused(prepared: Prepared, reason: str, *, status: RunStatus = "refused") -> RunReport:
    """The report of a plan that did not become a run."""
    return RunReport(
        run_id="",
        status=status,
        plan=prepared.plan,
        plan_status="no_capability" if _gone(prepared) else prepared.result.status,
        plan_hash=prepared.plan_hash,
        unmet=prepared.result.unmet,
        reason=reason,
    )


def verdict(record: RunRecord, execution: Execution, stop: StopRequest) -> tuple[RunStatus, str]:
    """The run's status, and a sentence for any but success."""
    by_state: dict[str, list[ActionOutcome]] = {}
    for outcome in execution.outcomes.values():
        by_state.setdefault(outcome.state, []).append(outcome)
    if stop.is_requested and (by_state.keys() & {"cancelled", "in_doubt"}):
        return "cancelled", f"stopped; go on with `goalwright resume {record.run_id}`"
    pairs: tuple[tuple[str, RunStatus], ...] = (("failed", "failed"), ("in_doubt", "interrupted"))
    for state, status in pairs:
        if state in by_state:
            first = by_state[state][0]
            return status, f"{first.action_id}: {first.error}"
    if record.details.get("plan_status") == "partial":
        return "partial", "some goals were left out, as asked"
    return "success", ""


def report_of(
    record: RunRecord,
    status: RunStatus,
    outcomes: Mapping[str, ActionOutcome] = EMPTY,
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


def kept_report(record: RunRecord, entries: Iterable[JournalEntry]) -> RunReport:
    """The report of a run that is not at work now, as the journal has it."""
    seconds = (record.ended_at or record.created_at) - record.created_at
    entries = tuple(entries)
    outcomes = outcomes_of(record, entries) if has_begun(entries) else {}
    record = unfolded(record, entries)
    status = record.status or "interrupted"
    return report_of(record, status, outcomes, reason=record.reason, seconds=max(0.0, seconds))


def outcomes_of(record: RunRecord, entries: Iterable[JournalEntry]) -> dict[str, ActionOutcome]:
    """What the journal knows of each action of a run, in the plan's order; those never begun are pending."""
    lives = recovered(entries)
    actions = grown(record.plan, lives).actions
    return {action.action_id: _known(action, lives.get(action.action_id)) for action in actions}


def has_begun(entries: Iterable[JournalEntry]) -> bool:
    """Whether anything of a run was ever carried out: one that waits for approval may have begun."""
    return any(entry.kind == "begun" for entry in entries)


def is_cut_off(record: RunRecord, entries: Iterable[JournalEntry]) -> bool:
    """Whether a run, or its resuming, was begun and never ended."""
    if record.undone or record.status in (WAITING, "refused"):
        return False
    return record.status is None or settled(entries) is None


def _gone(prepared: Prepared) -> str:
    """Which tools of the plan are not here, and why; nothing if all are."""
    used = {action.tool for action in prepared.plan.actions} if prepared.plan is not None else set()
    return "; ".join(f"{tool}: {why}" for tool, why in prepared.unavailable if tool in used)


def _known(action: PlannedAction, life: Earlier | None) -> ActionOutcome:
    if life is None:
        return ActionOutcome(action_id=action.action_id, state="pending")
    if life.outcome is None:
        return ActionOutcome(action_id=action.action_id, state="in_doubt")
    return life.outcome
