"""StagedWalk: a run carried out stage by stage, each as soon as the one before it is done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from goalwright.contracts import Plan, PlanGraph, PlannedAction, RunRecord, RunStore
from goalwright.contracts.journal import EntryKind
from goalwright.contracts.stages import Stage, with_stages
from goalwright.runs.executor import Execution, PlanExecutor
from goalwright.runs.known_stages import as_one_run, grown, is_covered, last_stage, without
from goalwright.runs.recovery import Earlier, recovered
from goalwright.runs.wish import Judge, Wish, is_approved_by

_LISTED = 5
Note = Callable[[str, EntryKind, str, str], Awaitable[None]]
"""Writes down what a person said: of which run, what, who, and about which look."""


class StagedWalk:
    """Walks plans whose looks lead to more actions, which are in the journal before the first of them is done."""

    def __init__(
        self, store: RunStore, executor: PlanExecutor, judge: Judge, kept: Callable[[str], str], note: Note
    ) -> None:
        self._store, self._executor, self._judge, self._kept, self._note = store, executor, judge, kept, note

    async def walked(
        self, record: RunRecord, lives: Mapping[str, Earlier], wish: Wish, only: Plan | None
    ) -> tuple[Execution, str]:
        """What came of the actions, stage by stage, and why the next stage waits for approval, if it does.

        Each stage is taken from the journal, as after a crash: what was looked at is never looked at again. What was
        recorded last is safe only with what the caller writes next.
        """
        on_event = as_one_run(wish.on_event)
        while True:
            plan, waits = only or grown(record.plan, lives), ""
            stage = last_stage(plan, lives) if only is None else None
            if stage is not None and (waits := await self._hindered(record, *stage, wish)):
                plan = without(plan, stage[1].plan)
            execution = await self._executor.run(
                PlanGraph.of(plan),
                run_id=record.run_id,
                keep=self._kept(record.run_id),
                earlier=lives,
                stop=wish.stop,
                on_event=on_event,
                is_flushed=False,
            )
            if waits or only is not None or with_stages(plan, execution.outcomes) is plan:
                return execution, waits
            lives = recovered(self._store.entries(record.run_id))

    async def _hindered(self, record: RunRecord, look: PlannedAction, stage: Stage, wish: Wish) -> str:
        """Why a stage may not be carried out yet; nothing if it may. A person is shown it, and asked."""
        from goalwright.policy.approval import needs_approval  # undo approves nothing

        risky, doubt = needs_approval(stage.plan), wish.doubt(stage.plan)
        if not (risky or doubt) or any(
            entry.kind == "approved" and entry.data.get("look") == look.action_id
            for entry in self._store.entries(record.run_id)
        ):
            return ""
        if callable(wish.approve):
            is_allowed = await is_approved_by(stage.plan, wish.approve)
        else:  # it was given before, for whatever is found
            is_allowed = wish.approve is True or (bool(record.approved_by) and is_covered(look, len(risky)))
        if doubt:
            return doubt
        if not is_allowed:
            listed = ", ".join(action.action_id for action in risky[:_LISTED])
            return f"what was found needs approval for its high risk ({listed})"
        then = stage.circumstances if callable(wish.approve) else None  # a person takes their time
        if then is not None and (changes := await self._judge.changes(stage.plan, then)):
            return f"what was found is out of date ({changes[0]}): undo the run, or approve it once that is as it was"
        await self._note(record.run_id, "approved", wish.by, look.action_id)
        return ""
