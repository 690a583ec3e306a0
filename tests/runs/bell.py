"""A bell: a tool whose effect nobody can see afterwards, and plans and runs with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from goalwright.app import Goalwright
from goalwright.contracts import (
    ActionOutcome,
    JournalEntry,
    Plan,
    PlannedAction,
    PlanResult,
    RunRecord,
    ToolCall,
    ToolCapability,
    ToolEntry,
    UnmetGoal,
    WorldState,
)
from goalwright.contracts.plan_json import outcome_to_json
from goalwright.contracts.prepared import Prepared
from goalwright.errors import ToolFailure
from goalwright.policy.approval import plan_hash
from goalwright.tools.function_tool import FunctionTool

RING = "bell.ring"


@dataclass
class Bell:
    """Counts who rang it; `meanwhile` is called at each ring, and whoever is in `broken` fails."""

    rung: list[str] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    meanwhile: Callable[[str], object] = lambda _name: None

    def hang(self, gw: Goalwright, *, risk: Any = "low") -> None:
        """Make it one of the application's tools."""
        tool = FunctionTool(act=self._ring)
        capability = ToolCapability(name=RING)
        gw.registry.register(ToolEntry(name=RING, capability=capability, risk=risk, intents=("bell",), tool=tool))

    def _ring(self, call: ToolCall, _before: object) -> dict[str, Any]:
        self.meanwhile(call.action_id)
        if call.action_id in self.broken:
            raise ToolFailure("the rope is torn: tie it")
        self.rung.append(call.action_id)
        return {"text": f"{call.action_id} rang"}


def ring(name: str, *after: str, risk: Any = "low") -> PlannedAction:
    return PlannedAction(
        action_id=name,
        intent="bell",
        description="ring",
        tool=RING,
        depends_on=after,
        risk=risk,
        action_class="actuate",
    )


def plan_of(*actions: PlannedAction) -> Plan:
    return Plan(actions=actions, goal_achieved_by=actions[-1].action_id, total_actions=len(actions))


def ready(gw: Goalwright, *actions: PlannedAction, unmet: Iterable[UnmetGoal] = ()) -> Prepared:
    """The actions as a plan that the policy has judged; with goals that are unmet it is a partial one."""
    left = tuple(unmet)
    status: Any = "partial" if left else "success"
    result = PlanResult(status=status, plan=plan_of(*actions), unmet=left, reason="g9: no way" if left else None)
    return gw.parts.orchestrator.judged(Prepared(text="ring", meta=None, world=WorldState(), result=result))


def cut_off(gw: Goalwright, plan: Plan, *entries: tuple[str, str]) -> str:
    """The id of a run whose process died after it had written these entries, each a kind and an action."""
    record = RunRecord(run_id="20260101-000000-dead", plan=plan, plan_hash=plan_hash(plan), text="ring")
    with gw.journal.begin(record):
        write(gw, record.run_id, *entries)
    return record.run_id


def write(gw: Goalwright, run_id: str, *entries: tuple[str, str]) -> None:
    """Put entries into the journal, each a kind and an action; whatever finished is done."""

    async def written() -> None:
        for kind, name in entries:
            outcome = ActionOutcome(action_id=name, state="done", attempts=1)
            data = {"started": {"before": {}}, "finished": {"outcome": outcome_to_json(outcome)}}[kind]
            await gw.journal.record(JournalEntry(run_id=run_id, kind=kind, action_id=name, data=data))  # type: ignore[arg-type]  # a kind

    asyncio.run(written())
