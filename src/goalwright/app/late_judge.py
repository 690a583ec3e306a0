"""LateJudge: judges plans, with parts that are made only if a plan is to be judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goalwright.contracts import Plan
    from goalwright.contracts.circumstances import Circumstances
    from goalwright.situate.orchestrator import GoalOrchestrator
    from goalwright.situate.plan_files import PlanKeeper


class LateJudge:
    """Judges with the orchestrator, which undo needs none of."""

    def __init__(self, orchestrator: Callable[[], GoalOrchestrator], keeper: Callable[[], PlanKeeper]) -> None:
        self._orchestrator, self._keeper = orchestrator, keeper

    def refusals(self, plan: Plan) -> Sequence[tuple[str, str]]:
        return self._orchestrator().refusals(plan)

    async def changes(self, plan: Plan, then: Circumstances) -> Sequence[str]:
        return await self._keeper().changes(plan, then)
