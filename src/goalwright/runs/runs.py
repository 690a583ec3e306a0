"""Runs: plans carried out under the policy, by id, from any process of the user."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping
from typing import Any

from goalwright.contracts import (
    ActionOutcome,
    JournalEntry,
    Listener,
    Plan,
    Prepared,
    RunEvent,
    RunRecord,
    RunReport,
    RunStore,
)
from goalwright.contracts.circumstances import Circumstances
from goalwright.contracts.digests import compare_digest
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.journal import Asked, EntryKind, FactsWriter
from goalwright.contracts.plan_json import outcome_to_json, unmet_to_json
from goalwright.contracts.run_ids import new_run_id
from goalwright.contracts.run_report import RunStatus
from goalwright.dataclass import replace
from goalwright.errors import ApprovalRefused, RunIdTaken, RunNotFound, WorldDrifted
from goalwright.runs.executor import PlanExecutor
from goalwright.runs.following import follow
from goalwright.runs.known_stages import grown, has_look, last_stage, unfolded
from goalwright.runs.leavings import Leavings
from goalwright.runs.meant_run import to_resume
from goalwright.runs.recovery import Earlier, recovered
from goalwright.runs.staged_walk import StagedWalk
from goalwright.runs.stopping import heeding, stop_run
from goalwright.runs.verdicts import (
    ENDED_WELL,
    WAITING,
    begun_told,
    hindrance,
    kept_report,
    outcomes_of,
    refusal_text,
    refused,
    report_of,
    unapproved,
    verdict,
)
from goalwright.runs.wish import Judge, Wish, is_approved_by

KEPT = "kept"
"""The folder of a run in which tools keep old bytes."""


class Runs:
    """Starts, approves, follows, stops and resumes runs. What one process holds, the others wait for or refuse."""

    def __init__(
        self,
        store: RunStore,
        executor: PlanExecutor,
        judge: Judge,
        facts: FactsWriter,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.executor = executor
        self.facts = facts
        self._judge = judge
        self._clock = clock
        self._stages = StagedWalk(store, executor, judge, self.kept, self._note)

    async def run(self, wish: Wish, prepare: Callable[[], Awaitable[Prepared]]) -> RunReport:
        """Do what a plan says, or report why not. A dry run does nothing, not even write that down.

        A run of the wish's own id is taken up if there is one: what is done stays done, and one that another process
        is at work on is waited for. `prepare` makes the plan, and is called only if a run is to be begun.
        """
        prepared: Prepared | None = None
        while True:
            record = self.store.find(wish.run_id) if wish.run_id else None
            if record is not None:
                report = await self._taken_up(record, wish)
            else:
                prepared = prepared or await prepare()
                report = await self._begun(prepared, wish)
            if report is not None:
                return report

    async def take_up(self, name: str, wish: Wish) -> RunReport:
        """Bring a run to its end that this or another process has begun; of one that has ended, its report."""
        record = self.store.run(name)

        async def no_plan() -> Prepared:
            raise RunNotFound(f"run {record.run_id} was removed meanwhile")

        return await self.run(replace(wish, run_id=record.run_id, request=record.request), no_plan)

    async def approve(self, name: str, plan_hash: str, wish: Wish) -> RunReport:
        """Run a plan that waits for approval; ApprovalRefused or WorldDrifted, and it stays as it is, if it may not."""
        record = self.store.run(name)
        with self._held(record):
            record = self.store.run(record.run_id)
            entries = self.store.entries(record.run_id)
            lives = recovered(entries)
            whole = unfolded(record, entries)
            self._require_waiting(whole, plan_hash)
            if problem := refusal_text(self._judge.refusals(whole.plan)):
                raise ApprovalRefused(f"run {record.run_id} is not allowed: {problem}")
            look = last_stage(whole.plan, lives)
            plan, then = (record.plan, record.circumstances) if look is None else look[1]
            await self._require_unchanged(plan, then, f"run {record.run_id} is out of date")
            self.facts.require_writable()
            if not self.store.approve(record.run_id, wish.by, self._clock()):
                raise ApprovalRefused(f"run {record.run_id} does not wait for approval any more")
            self._note(record.run_id, "approved", wish.by, look[0].action_id if look is not None else "")
            return await self.carried_out(self.store.run(record.run_id), lives, wish)

    def decline(self, name: str, by: str = "") -> RunRecord:
        """End a run that waits for approval without running it."""
        record = self.store.run(name)
        with self._held(record):
            record = self.store.run(record.run_id)
            self._require_waiting(record, record.plan_hash)
            self.store.end(record.run_id, "refused", f"declined by {by}" if by else "declined")
            return self.store.run(record.run_id)

    async def resume(
        self, name: str, wish: Wish, *, redo: Collection[str] = (), skip: Collection[str] = ()
    ) -> RunReport:
        """Go on with a run that failed or was stopped or interrupted; without a name, the last such run."""
        record = to_resume(self.store, name)
        with self._held(record):
            return await self._resumed(self.store.run(record.run_id), wish, redo, skip)

    async def stop(self, name: str, *, by: str = "", is_now: bool = False, wait_s: float = 60.0) -> RunRecord:
        """Ask the process that is at work on a run to end it, and wait until it has."""
        return await stop_run(self.store, name, Asked(by, is_now), wait_s)

    def waiting(self, limit: int) -> list[RunRecord]:
        """The runs that wait for approval, newest first; one that has begun waits with what it found on its way."""
        records = self.store.runs(limit=limit, status=WAITING)
        return [unfolded(record, self.store.entries(record.run_id)) for record in records]

    def events(self, name: str, after: int = 0) -> AsyncIterator[RunEvent]:
        """The run's numbered events after that number, from whichever process they come, until the run is at rest."""
        return follow(self.store, self.store.run(name).run_id, after)

    async def carried_out(
        self, record: RunRecord, lives: Mapping[str, Earlier], wish: Wish, *, only: Plan | None = None
    ) -> RunReport:
        """Carry out the plan of a run that is held, or `only` a part of it, and write down how it ended."""
        with begun_told(record.run_id):
            return await self._carried_out(record, lives, wish, only)

    async def _carried_out(
        self, record: RunRecord, lives: Mapping[str, Earlier], wish: Wish, only: Plan | None
    ) -> RunReport:
        began = time.perf_counter()
        run_id, stop = record.run_id, wish.stop
        begun = self._note(run_id, "begun", wish.by)
        if lives:  # what was begun before is completed only if that can be written down
            await begun
        async with heeding(self.store, run_id, stop, self._clock):
            execution, waits = await self._stages.walked(record, lives, wish, only)
        status, reason = verdict(record, execution, stop)
        if only is not None and len(only.actions) < len(record.plan.actions):
            status, reason = "cancelled", "interrupted, and not resumed"
        elif waits:
            status, reason = WAITING, waits
            self._note(run_id, "asked", wish.by)
        # One that was given up stays open, as if its process had died: what is in doubt may have left things behind.
        if stop.is_set() and any(outcome.state == "in_doubt" for outcome in execution.outcomes.values()):
            await self.store.flush()
        else:
            self.end(record, status, reason, execution.left)
        outcomes = execution.outcomes
        if has_look(record.plan):
            entries = self.store.entries(run_id)
            record, outcomes = unfolded(record, entries), {**outcomes_of(record, entries), **outcomes}
        return report_of(record, status, outcomes, reason=reason, seconds=time.perf_counter() - began)

    def end(self, record: RunRecord, status: RunStatus, reason: str, left: Leavings) -> None:
        """Write down how a run ended, and what it left behind."""
        data = {"prints": left.prints, "changed": sorted(left.changed)}
        self.store.record(JournalEntry(run_id=record.run_id, kind="settled", data=data, at=self._clock()))
        self.store.end(record.run_id, status, reason)

    def kept(self, run_id: str) -> str:
        """The folder for the old bytes that the run's undo needs."""
        return str(self.store.run_folder(run_id) / KEPT)

    async def _begun(self, prepared: Prepared, wish: Wish) -> RunReport | None:
        """The report of a new run; None if a run of the wish's id has come to be in the meantime."""
        plan = prepared.plan
        reason = hindrance(prepared, partial=wish.is_partial)
        if plan is None or reason:
            return refused(prepared, reason)
        if wish.is_dry:
            return refused(prepared, "a dry run does nothing", status="success")
        doubt = wish.doubt(plan)
        is_risky = bool(prepared.needs_approval)
        is_waiting = bool(doubt) or (is_risky and not await is_approved_by(plan, wish.approve))
        if is_waiting and not wish.is_held:
            return refused(prepared, unapproved(prepared))
        if prepared.needs_approval and not is_waiting:
            await self._require_unchanged(plan, prepared.circumstances, "the plan is out of date")
        self.facts.require_writable()  # a run whose facts cannot be kept is not begun
        record = self._record(prepared, wish, is_waiting=is_waiting, doubt=doubt)
        try:
            hold = self.store.begin(record)
        except RunIdTaken:
            return None
        with hold:
            if is_waiting:
                await self._note(record.run_id, "asked", wish.by)
                return report_of(record, WAITING, reason=record.reason)
            return await self.carried_out(record, EMPTY, wish)

    async def _taken_up(self, record: RunRecord, wish: Wish) -> RunReport | None:
        """The report of a run that is there; None if it is to be looked at again."""
        if record.request != wish.request:
            raise RunIdTaken(record.run_id)
        whole = unfolded(record, self.store.entries(record.run_id)) if record.status == WAITING else record
        if record.status == WAITING and await is_approved_by(whole.plan, wish.approve):
            return await self.approve(record.run_id, whole.plan_hash, wish)
        if record.status in (*ENDED_WELL, WAITING, "refused") or record.undone:
            return kept_report(record, self.store.entries(record.run_id))
        hold = self.store.lock(record.run_id)
        if hold is None:
            await self._followed(record.run_id, wish.on_event)
            return None
        with hold:
            record = self.store.run(record.run_id)
            if record.status in (*ENDED_WELL, WAITING, "refused") or record.undone:
                return None
            return await self._resumed(record, wish, (), ())

    async def _followed(self, run_id: str, on_event: Listener | None) -> None:
        """Wait for another process, passing on what it does from now on."""
        entries = self.store.entries(run_id)
        async for event in follow(self.store, run_id, entries[-1].number if entries else 0):
            if on_event is not None:
                on_event(event)

    async def _resumed(self, record: RunRecord, wish: Wish, redo: Collection[str], skip: Collection[str]) -> RunReport:
        entries = self.store.entries(record.run_id)
        _require_resumable(record, entries)
        lives = recovered(entries)
        _require_doubt(record, lives, redo, skip)
        self.facts.require_sound()
        if problem := refusal_text(self._judge.refusals(grown(record.plan, lives))):
            return report_of(record, "refused", reason=problem)
        await self._settle(record, lives, redo, skip)
        return await self.carried_out(record, lives, wish)

    async def _settle(
        self, record: RunRecord, lives: dict[str, Earlier], redo: Iterable[str], skip: Iterable[str]
    ) -> None:
        """Put the user's word in the place of what cannot be seen."""
        for name in redo:
            lives[name] = replace(lives[name], is_redone=True)
        for name in skip:
            outcome = ActionOutcome(action_id=name, state="skipped", error="skipped, as asked")
            lives[name] = Earlier(outcome=outcome)
            data = {"outcome": outcome_to_json(outcome), "inverse": None}
            at = self._clock()
            await self.store.record(
                JournalEntry(run_id=record.run_id, kind="finished", action_id=name, data=data, at=at)
            )

    def _record(self, prepared: Prepared, wish: Wish, *, is_waiting: bool, doubt: str) -> RunRecord:
        if prepared.plan is None:
            raise RuntimeError("only plans become runs")
        is_approved_now = bool(prepared.needs_approval) and not is_waiting
        now = self._clock()
        return RunRecord(
            run_id=wish.run_id or new_run_id(),
            plan=prepared.plan,
            plan_hash=prepared.plan_hash,
            text=prepared.text,
            cwd=wish.cwd,
            status=WAITING if is_waiting else None,
            reason=(doubt or unapproved(prepared)) if is_waiting else "",
            created_at=now,
            request=wish.request,
            asked_by=wish.by,
            approved_by=wish.by if is_approved_now else "",
            approved_at=now if is_approved_now else None,
            circumstances=prepared.circumstances,
            details={"plan_status": prepared.result.status, "unmet": unmet_to_json(prepared.result.unmet)},
        )

    def _note(self, run_id: str, kind: EntryKind, by: str, look: str = "") -> Awaitable[None]:
        data = {"by": by, "look": look} if look else {"by": by}
        return self.store.record(JournalEntry(run_id=run_id, kind=kind, data=data, at=self._clock()))

    def _held(self, record: RunRecord) -> Any:
        hold = self.store.lock(record.run_id)
        if hold is None:
            raise RunNotFound(f"run {record.run_id} is still going on in another process: wait for it, or stop it")
        return hold

    async def _require_unchanged(self, plan: Plan, then: Circumstances | None, problem: str) -> None:
        changes = await self._judge.changes(plan, then) if then is not None else ()
        if changes:
            raise WorldDrifted(f"{problem}: make a new plan", changes)

    def _require_waiting(self, record: RunRecord, plan_hash: str) -> None:
        if record.status != WAITING:
            how = f"approved by {record.approved_by}" if record.approved_by else record.status or "running"
            raise ApprovalRefused(f"run {record.run_id} does not wait for approval: it is {how}")
        if not compare_digest(plan_hash.encode(errors="replace"), record.plan_hash.encode()):
            shown = f"`goalwright show {record.run_id}` shows the plan and its hash"
            raise ApprovalRefused(f"this is not the hash of the plan that waits in run {record.run_id}: {shown}")


def _require_resumable(record: RunRecord, entries: Iterable[JournalEntry]) -> None:
    if record.undone:
        raise RunNotFound(f"run {record.run_id} was undone: run it again instead")
    if any(entry.kind == "undo_started" for entry in entries):
        raise RunNotFound(f"run {record.run_id} is half undone: finish that with `goalwright undo` first")
    if record.status == WAITING:
        remedy = f"approve it with `goalwright approve {record.run_id}`"
        raise RunNotFound(f"run {record.run_id} waits for approval: {remedy}")
    if record.status in (*ENDED_WELL, "refused"):
        raise RunNotFound(f"run {record.run_id} has finished: there is nothing to resume")


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
