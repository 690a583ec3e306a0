"""From the linear pass's answer to one that is known to be shortest, where that can be shown within bounds."""

from __future__ import annotations

from collections.abc import Sequence

from goalwright.plan.bound import is_shortest
from goalwright.plan.paths import PATH_REGISTERS, folders_above
from goalwright.plan.state import FORGET, Registers
from goalwright.plan.supply import Supply
from goalwright.plan.task import PlanDraft, Task

MAX_IMPROVED_GOALS = 5_000
BASE_EXPANSIONS = 4_000
GOALS_PER_EXPANSION = 4


def improve(tasks: Sequence[Task], draft: PlanDraft, registers: Registers, supply: Supply) -> tuple[PlanDraft, bool]:
    """The draft, or a shorter one that reaches at least as many goals; and whether it is proven shortest.

    The budget depends on the number of goals alone: same problem, same answer, on any machine.
    """
    final = {index for index, unmet in draft.unmet.items() if unmet.is_final}
    alive = [task for task in tasks if task.index not in final]
    if len(alive) == len(tasks) and not draft.unmet and is_shortest(tasks, draft, len(draft.steps), registers):
        return draft, True
    if len(tasks) > MAX_IMPROVED_GOALS:
        return draft, False
    from goalwright.plan.components import components, merged  # few plans leave something to look for
    from goalwright.plan.improving import Budget, Improver

    improver = Improver(draft, registers, supply, Budget(BASE_EXPANSIONS + len(tasks) // GOALS_PER_EXPANSION))
    groups = components(alive, registers)
    parts = [improver.improve(group, part) for group, part in zip(groups, draft.split(groups), strict=True)]
    certified = all(is_proven for _, is_proven in parts)
    if not improver.has_changed:
        return draft, certified
    whole = merged([part for part, _ in parts])
    whole.unmet.update({index: draft.unmet[index] for index in final})
    return whole, certified


def is_hazy(tasks: Sequence[Task]) -> bool:
    """Whether a goal needs something to be in a folder of which another leaves unknown what is in it.

    Then it is not known either what has to be made there, and no plan is proven to be the shortest.
    """
    unknown = {write.register for task in tasks for write in task.writes if write.code == FORGET}
    if not unknown:
        return False
    needed = [each.register.partition(":") for task in tasks for each in (task.condition, *task.ensure) if each]
    paths = (path for family, _, path in needed if family in PATH_REGISTERS)
    return any(not unknown.isdisjoint(folders_above(path)) for path in paths)
