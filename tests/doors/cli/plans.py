"""Plans, outcomes and reports to show, made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goalwright.contracts import ActionOutcome, Plan, PlannedAction, RunReport
from goalwright.contracts.run_report import ActionState, RunStatus
from goalwright.graph import layers


def action(name: str, *after: str, description: str = "mute", **fields: Any) -> PlannedAction:
    return PlannedAction(
        action_id=name,
        intent="file_operation",
        description=description,
        depends_on=after,
        **{"tool": "files.some_tool", **fields},
    )


def plan(*actions: PlannedAction) -> Plan:
    return Plan(actions=actions, goal_achieved_by=actions[-1].action_id, total_actions=len(actions))


def stages(shown: Plan) -> list[list[str]]:
    return layers({one.action_id: one.depends_on for one in shown.actions})


def outcome(name: str, state: ActionState = "done", **fields: Any) -> ActionOutcome:
    return ActionOutcome(action_id=name, state=state, **{"attempts": int(state in ("done", "failed")), **fields})


def report(shown: Plan, outcomes: Sequence[ActionOutcome], status: RunStatus = "success", **fields: Any) -> RunReport:
    by_id: Mapping[str, ActionOutcome] = {one.action_id: one for one in outcomes}
    return RunReport(run_id="r1", status=status, plan=shown, outcomes=by_id, **{"seconds": 0.12, **fields})
