"""LateJudge: judges plans, with parts that are made only if a plan is to be judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goalwright.app.wiring import Wiring
    from goalwright.contracts import Plan
    from goalwright.contracts.circumstances import Circumstances


class LateJudge:
    """Judges with the orchestrator, which undo needs none of."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def refusals(self, plan: Plan) -> Sequence[tuple[str, str]]:
        return self._wiring.orchestrator.refusals(plan)

    async def changes(self, plan: Plan, then: Circumstances) -> Sequence[str]:
        return await self._wiring.keeper.changes(plan, then)
