"""Stages of a run: what the journal knows of them, and the events of several walks as those of one run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goalwright.contracts import JournalEntry, Listener, Plan, PlannedAction, RunEvent, RunRecord
from goalwright.contracts.plan import LOOK_TOOL
from goalwright.contracts.stages import MOST_COVERED, Stage, stage_behind, with_stages
from goalwright.dataclass import replace
from goalwright.runs.recovery import Earlier, recovered


def has_look(plan: Plan) -> bool:
    return any(action.tool == LOOK_TOOL for action in plan.actions)


def grown(plan: Plan, lives: Mapping[str, Earlier]) -> Plan:
    """A plan with the stages that its looks have led to, as far as they were written down."""
    return with_stages(plan, {name: life.outcome for name, life in lives.items()}) if has_look(plan) else plan


def unfolded(record: RunRecord, entries: Iterable[JournalEntry]) -> RunRecord:
    """The record of a run with the stages that its journal has."""
    plan = grown(record.plan, recovered(entries)) if has_look(record.plan) else record.plan
    if plan is record.plan:
        return record
    from goalwright.policy.approval import plan_hash  # most runs have one stage

    return replace(record, plan=plan, plan_hash=plan_hash(plan))


def last_stage(plan: Plan, lives: Mapping[str, Earlier]) -> tuple[PlannedAction, Stage] | None:
    """The last look of a plan that is done, and the stage behind it."""
    for action in reversed(plan.actions):
        life = lives.get(action.action_id) if action.tool == LOOK_TOOL else None
        stage = stage_behind(action, life.outcome) if life is not None else None
        if stage is not None:
            return action, stage
    return None


def without(plan: Plan, stage: Plan) -> Plan:
    """A plan without its last stage."""
    later = {action.action_id for action in stage.actions}
    actions = tuple(action for action in plan.actions if action.action_id not in later)
    return replace(plan, actions=actions, goal_achieved_by=actions[-1].action_id, total_actions=len(actions))


def is_covered(look: PlannedAction, risky: int) -> bool:
    """Whether an approval of the look's own plan is one of a stage with so many actions of high risk."""
    return look.risk == "high" and risky <= MOST_COVERED


def as_one_run(listener: Listener | None) -> Listener | None:
    """Passes on the events of walks one after another as if they were one."""
    if listener is None:
        return None
    told: set[str] = set()
    goes_on = False

    def pass_on(event: RunEvent) -> None:
        nonlocal goes_on
        if event.kind == "action_ended" and event.outcome is not None and event.outcome.is_done:
            goes_on = goes_on or "stage" in event.outcome.output
        is_dropped = event.kind in told if event.kind == "run_started" else event.kind == "run_ended" and goes_on
        if event.kind == "run_ended":
            goes_on = False
        told.add(event.kind)
        if not is_dropped:
            listener(event)

    return pass_on
