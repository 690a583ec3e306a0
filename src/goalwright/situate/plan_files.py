"""Plans in files, and what plans rely on: saved plans are held against the world before they run."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime

from goalwright import __version__
from goalwright.contracts import Plan, PlanResult, Prepared, WorldState
from goalwright.contracts.circumstances import Circumstances, drift, relied_on
from goalwright.contracts.saved_plan import MARK, SavedPlan, read_saved, to_text
from goalwright.errors import NotPlannable, PlanPayloadError, WorldDrifted
from goalwright.plan.payload import validate_plan_payload
from goalwright.situate.anchoring import Surroundings
from goalwright.situate.orchestrator import GoalOrchestrator
from goalwright.situate.structured_steps import plan_of_steps

PrintsOf = Callable[[Plan], Awaitable[Mapping[str, str]]]
"""The fingerprints of all that a plan's actions rely on or change."""


class PlanKeeper:
    """Knows what a plan relies on, keeps that with the plan, and says what has changed of it since."""

    def __init__(self, orchestrator: GoalOrchestrator, prints_of: PrintsOf) -> None:
        self._orchestrator, self._prints_of = orchestrator, prints_of

    async def circumstances(self, prepared: Prepared) -> Circumstances:
        """What a plan that was just made relies on."""
        if prepared.plan is None:
            raise NotPlannable(prepared.result.status, prepared.result.reason or prepared.result.status)
        return await self._relied_on(prepared.plan, prepared.world, prepared.patterns, self._orchestrator.here)

    async def changes(self, plan: Plan, then: Circumstances, *, is_elsewhere: bool = False) -> Sequence[str]:
        """What has changed since; `is_elsewhere` counts another working folder as a change, too."""
        return drift(then, (await self._now(plan, then, is_elsewhere=is_elsewhere))[0])

    async def saved_text(self, prepared: Prepared) -> str:
        """A prepared plan as the text of a file, with all it relies on; NotPlannable if there is no plan."""
        result = prepared.result
        if result.plan is None or result.status not in ("success", "partial"):
            raise NotPlannable(result.status, result.reason or result.status)
        saved = SavedPlan(
            text=prepared.text,
            made_at=datetime.now().astimezone().isoformat(timespec="seconds"),
            made_with=__version__,
            plan=result.plan,
            circumstances=prepared.circumstances or await self.circumstances(prepared),
            status=result.status,
            reason=result.reason,
            unmet=result.unmet,
        )
        return to_text(saved)

    async def prepared_from(self, text: str | bytes, source: str) -> Prepared:
        """The plan in a file, ready to run. A saved plan that no longer fits the world raises WorldDrifted."""
        if _is_structured(text):
            return self._structured(text, source)
        saved = read_saved(text, source)
        then = saved.circumstances
        now, world = await self._now(saved.plan, then, is_elsewhere=True)
        if changes := drift(then, now):
            raise WorldDrifted(f"{source} is out of date: make a new plan", changes)
        prepared = Prepared(
            text=saved.text, meta=None, world=world, result=saved.result, patterns=then.patterns, circumstances=then
        )
        return self._orchestrator.judged(prepared)

    async def _now(self, plan: Plan, then: Circumstances, *, is_elsewhere: bool) -> tuple[Circumstances, WorldState]:
        orchestrator = self._orchestrator
        here = orchestrator.here if is_elsewhere else then
        world = orchestrator.observe(then.paths, then.apps)
        patterns = {pattern: tuple(orchestrator.matches(pattern)) for pattern in then.patterns}
        return await self._relied_on(plan, world, patterns, here), world

    async def _relied_on(
        self, plan: Plan, world: WorldState, patterns: Mapping[str, tuple[str, ...]], here: Surroundings | Circumstances
    ) -> Circumstances:
        return Circumstances(
            cwd=here.cwd,
            home=here.home,
            platform=sys.platform,
            patterns=patterns,
            prints=await self._prints_of(plan),
            facts=relied_on(plan, world),
        )

    def _structured(self, text: str | bytes, source: str) -> Prepared:
        orchestrator = self._orchestrator
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
    return MARK not in sample and '"steps"' in sample
