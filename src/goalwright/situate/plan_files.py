"""Plans in files: saved ones, held against the world before they run, and structured ones."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from goalwright import __version__
from goalwright.contracts import Plan, PlanResult, ToolCall, WorldState
from goalwright.contracts.circumstances import Circumstances, drift, relied_on
from goalwright.contracts.prepared import Prepared
from goalwright.contracts.saved_plan import SavedPlan, read_saved, to_text
from goalwright.errors import GoalwrightError, NotPlannable, PlanPayloadError, WorldDrifted
from goalwright.plan.payload import validate_plan_payload
from goalwright.runs.running import Hands
from goalwright.situate.orchestrator import GoalOrchestrator
from goalwright.situate.structured_steps import plan_of_steps

_MARK = "goalwright_plan"


async def saved_text(orchestrator: GoalOrchestrator, hands: Hands, prepared: Prepared) -> str:
    """A prepared plan as the text of a file, with all it relies on; NotPlannable if there is no plan."""
    result = prepared.result
    if result.plan is None or result.status not in ("success", "partial"):
        raise NotPlannable(result.status, result.reason or result.status)
    saved = SavedPlan(
        text=prepared.text,
        made_at=datetime.now().astimezone().isoformat(timespec="seconds"),
        made_with=__version__,
        plan=result.plan,
        circumstances=await _circumstances(orchestrator, hands, result.plan, prepared.world, prepared.patterns),
        status=result.status,
        reason=result.reason,
        unmet=result.unmet,
    )
    return to_text(saved)


async def prepared_from_file(orchestrator: GoalOrchestrator, hands: Hands, text: str | bytes, source: str) -> Prepared:
    """The plan in a file, ready to run. A saved plan that no longer fits the world raises WorldDrifted."""
    if _is_structured(text):
        return _structured(orchestrator, text, source)
    saved = read_saved(text, source)
    then = saved.circumstances
    world = orchestrator.machine.observe(then.paths, _apps(then.facts))
    patterns = {pattern: tuple(orchestrator.machine.matches(pattern)) for pattern in then.patterns}
    now = await _circumstances(orchestrator, hands, saved.plan, world, patterns)
    if changes := drift(then, now):
        raise WorldDrifted(f"{source} no longer fits; make the plan anew", changes)
    prepared = Prepared(
        text=saved.text, meta=None, world=world, result=saved.result, patterns=then.patterns, unavailable=()
    )
    return orchestrator.judged(prepared)


async def _circumstances(
    orchestrator: GoalOrchestrator,
    hands: Hands,
    plan: Plan,
    world: WorldState,
    patterns: Mapping[str, tuple[str, ...]],
) -> Circumstances:
    machine = orchestrator.machine
    return Circumstances(
        cwd=machine.cwd,
        home=machine.home,
        platform=sys.platform,
        patterns=patterns,
        prints=await _prints(hands, plan),
        facts=relied_on(plan, world),
    )


async def _prints(hands: Hands, plan: Plan) -> dict[str, str]:
    """Fingerprints of all that the plan's actions rely on or change; tools that are not here rely on nothing."""
    resolver = hands.executor_for("").means.resolver
    prints: dict[str, str] = {}
    for action in plan.actions:
        try:
            entry, tool, args = resolver.resolve(action)
            call = ToolCall(tool=entry.name, action_id=action.action_id, args=args, risk=action.risk)
            for resource in tool.resources(call):
                if resource not in prints:
                    prints[resource] = await tool.fingerprint(resource)
        except GoalwrightError:
            continue
    return prints


def _structured(orchestrator: GoalOrchestrator, text: str | bytes, source: str) -> Prepared:
    try:
        payload = validate_plan_payload(text, list(orchestrator.entries))
    except PlanPayloadError as error:
        raise PlanPayloadError([(f"{source}: {place}", problem) for place, problem in error.violations]) from None
    plan = plan_of_steps(payload, orchestrator.entries, orchestrator.here.absolute)
    result = PlanResult(status="success", plan=plan)
    missing = orchestrator.missing_tools(plan)
    prepared = Prepared(text=payload.goal, meta=None, world=WorldState(), result=result, unavailable=missing)
    return orchestrator.judged(prepared)


def _is_structured(text: str | bytes) -> bool:
    """Whether a file has a structured plan in it: anything with steps and without the mark of saved plans."""
    sample = text if isinstance(text, str) else text.decode("utf-8", "replace")
    return _MARK not in sample and '"steps"' in sample


def _apps(facts: Mapping[str, Any]) -> list[str]:
    return [key.partition(":")[2] for key in facts if key.startswith("app:")]
