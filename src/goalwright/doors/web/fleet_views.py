"""The fleet as pages and programs see it: hosts, fleet runs, and the plans of many hosts as one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from goalwright.fleet.grouping import PlanGroup, grouped, set_hash
from goalwright.fleet.host_about import told_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from goalwright.fleet.fleet_runs import FleetRun, Notes
    from goalwright.fleet.host_states import HostState
    from goalwright.fleet.hub import Hub
    from goalwright.fleet.roster import Host

_MOVING = ("planning", "waiting", "ready", "running")


def fleet_document(hub: Hub) -> dict[str, Any]:
    """All hosts, and the newest fleet runs."""
    return {
        "problem": None,
        "hosts": [_host(host) for host in hub.roster.hosts()],
        "runs": [{"name": run.name, "text": run.text, "by": run.by, "hosts": len(run.hosts)} for run in hub.runs()],
    }


def fleet_view(hub: Hub, run: FleetRun, *, is_driven: bool = False) -> dict[str, Any]:
    """Everything about a fleet run, and what can be done with it. `is_driven`: its waves are being sent."""
    states, notes = hub.states(run), hub.notes(run)
    plans = [state.plan for state in states.values() if state.plan is not None and state.plan.status == "ready"]
    new = plans_to_approve(states, notes)
    held = "" if notes.is_stopped else hub.next_wave(run).held
    rounds = hub.next_round(run, "undo")
    undone = hub.asked(run, "undo", rounds - 1) if rounds else {}
    return {
        "name": run.name,
        "text": run.text,
        "by": run.by,
        "approved_by": list(dict.fromkeys(notes.approved_by)),
        "is_stopped": notes.is_stopped,
        "held": held,
        "rollout": dict(run.rollout._asdict()),
        "hosts": [_state(state) for state in states.values()],
        "groups": [_group(group, new) for group in grouped(plans)],
        "undo": [_undone(state) for state in undone.values()],
        "set_hash": set_hash(new) if new else None,
        "can": {**_possible(states, notes, held), "approve": bool(new) and not notes.is_stopped}
        | ({"resume": False} if is_driven else {}),
    }


def plans_to_approve(states: Mapping[str, HostState], notes: Notes) -> dict[str, str]:
    """The plans that wait for a person's word, by host."""
    ready = [state.plan for state in states.values() if state.stage == "ready" and state.plan is not None]
    return {plan.host: plan.plan_hash for plan in ready if notes.approved.get(plan.host) != plan.plan_hash}


def _possible(states: Mapping[str, HostState], notes: Notes, held: str) -> dict[str, bool]:
    stages = {state.stage for state in states.values()}
    is_left = any(state.stage == "ready" and name in notes.approved for name, state in states.items())
    return {
        "proceed": held == "canary",
        "stop": not notes.is_stopped and not stages.isdisjoint(_MOVING),
        "resume": not ({"running", "planning"} & stages)
        and (bool({"failed", "refused", "stopped"} & stages) or (is_left and held != "canary")),
        "undo": any(state.run is not None and state.run.done for state in states.values()),
    }


def _host(host: Host) -> dict[str, Any]:
    about = told_of(host.about)
    return {
        "name": host.name,
        "tags": list(host.tags),
        "is_enrolled": host.is_enrolled,
        "is_here": host.is_here,
        "unseen_s": max(0.0, host.unseen_s),
        "version": about.version,
        "platform": about.platform,
        "folder": about.folder,
        "tools": dict(about.tools),
    }


def _state(state: HostState) -> dict[str, Any]:
    answer = state.run or state.plan
    return {
        "host": state.host,
        "stage": state.stage,
        "reason": state.reason,
        "is_here": state.is_here,
        "count": answer.count if answer is not None else 0,
        "done": state.run.done if state.run is not None else 0,
        "shape": state.plan.shape if state.plan is not None else "",
    }


def _group(group: PlanGroup, new: Mapping[str, str]) -> dict[str, Any]:
    return {
        "shape": group.shape,
        "hosts": list(group.hosts),
        "count": group.plan.count,
        "needs_approval": group.plan.needs_approval,
        "is_already_so": group.plan.is_already_so,
        "is_new": any(host in new for host in group.hosts),
        "actions": [{"what": a.what, "tool": a.tool, "risk": a.risk} for a in group.plan.actions],
    }


def _undone(state: HostState) -> dict[str, Any]:
    answer = state.run
    return {
        "host": state.host,
        "status": answer.status if answer is not None else state.stage,
        "reason": state.reason,
        "done": answer.done if answer is not None else 0,
        "count": answer.count if answer is not None else 0,
    }
