"""How far a host has come in a fleet run, told from the orders to it and from what it answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from goalwright.dataclass import dataclass, replace
from goalwright.errors import SealBroken
from goalwright.fleet.engine import Carried
from goalwright.fleet.orders import HostAnswer, Order, answer_from
from goalwright.fleet.rollout import Progress

HostStage: TypeAlias = Literal["waiting", "planning", "ready", "refused", "running", "done", "failed", "stopped"]
_ENDED: Mapping[str, HostStage] = {"success": "done", "partial": "done", "cancelled": "stopped", "refused": "refused"}
_PLANNED: Mapping[str, HostStage] = {"ready": "ready", "cancelled": "stopped"}
Answered: TypeAlias = tuple[Carried, HostAnswer | None]
"""An order on its way, and the answer to it if the host has signed one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostState:
    """How far one host of a fleet run has come."""

    host: str
    stage: HostStage
    reason: str = ""
    plan: HostAnswer | None = None
    run: HostAnswer | None = None
    is_here: bool = True


def answer_to(order: Order, carried: Carried, host_key: str) -> Answered:
    """What came back for an order; only what the host of this key has signed counts, and without a key nothing."""
    if carried.stage != "answered" or not host_key:
        return carried, None
    try:
        return carried, answer_from(carried.answer, order, host_key)
    except SealBroken as error:
        return Carried("broken", str(error)), None


def state_of(name: str, plan: Answered | None, run: Answered | None, *, is_here: bool | None) -> HostState:
    """The state of a host, which is here, away, or (None) no longer enrolled."""
    if is_here is None:
        return HostState(host=name, stage="failed", reason="is no longer enrolled", is_here=False)
    plan_answer = plan[1] if plan is not None else None
    stage, reason, run_answer = _stage(plan, run, is_here=is_here)
    return HostState(host=name, stage=stage, reason=reason, plan=plan_answer, run=run_answer, is_here=is_here)


def _stage(plan: Answered | None, run: Answered | None, *, is_here: bool) -> tuple[HostStage, str, HostAnswer | None]:
    if run is not None and run[0].stage != "withdrawn":
        carried, answer = run
        if answer is not None:
            return _ENDED.get(answer.status, "failed"), answer.reason, answer
        if carried.stage == "broken":
            return "failed", carried.answer or "the order was lost", None
        return ("running" if carried.stage == "begun" else "waiting"), "", None
    if plan is None or plan[0].stage == "withdrawn":
        return "stopped", "", None
    carried, answer = plan
    if answer is not None:
        return _PLANNED.get(answer.status, "refused"), answer.reason, None
    if carried.stage == "broken":
        return "failed", carried.answer or "the order was lost", None
    return ("planning" if is_here else "waiting"), "", None


def too_late(state: HostState) -> HostState:
    """The state of a host after the deadline: what it has not begun, it won't begin."""
    if state.stage not in ("waiting", "planning", "ready"):
        return state
    return replace(state, stage="stopped", reason="the deadline was over before it began")


def progress_of(state: HostState, approved: str) -> Progress:
    """How far a host is with the plan that was approved for it, as the rollout counts."""
    if state.stage == "done":
        return "done"
    if state.stage in ("failed", "refused", "stopped") or (state.run is not None):
        return "failed"
    if state.stage == "ready":
        return "idle" if state.plan is not None and state.plan.plan_hash == approved else "failed"
    return "sent" if state.is_here else "away"
