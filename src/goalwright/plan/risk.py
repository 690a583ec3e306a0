"""What is at stake in each action, where that depends on what is known when its turn comes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from goalwright.contracts.plan import Risk
from goalwright.plan.state import Registers, unheard
from goalwright.plan.task import Step


class Risks:
    """The risk of each step; asked for in the order of the steps.

    `unsettled` are the steps whose risk hangs on something that an earlier step changes: for those the steps before
    are followed, for all others what is known at the start is enough.
    """

    def __init__(self, steps: Sequence[Step], registers: Registers, unsettled: Collection[int]) -> None:
        self._steps, self._start, self._unsettled = steps, registers, unsettled
        self._followed = 0
        self._state: Registers | None = None

    def of(self, position: int) -> Risk:
        task = self._steps[position].task
        if task.risks:
            known = self._before(position) if position in self._unsettled else self._start
            for condition, risk in task.risks:
                if known.holds(condition):
                    return risk
        return task.shape.risk if task.shape is not None else "low"

    def _before(self, position: int) -> Registers:
        """What is known just before a step."""
        if self._state is None:
            self._state = self._start.copy()
        for step in self._steps[self._followed : position]:
            self._state.apply((*step.task.writes, *step.tooling.effects), unheard)
        self._followed = position
        return self._state
