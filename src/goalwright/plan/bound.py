"""Lower bounds: how many actions any plan for these tasks must have, whatever its order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from goalwright.plan.action_order import is_chain
from goalwright.plan.paths import PATH_REGISTERS, folders_above
from goalwright.plan.state import GRAFT, MAKING, SET, Condition, Registers
from goalwright.plan.task import PlanDraft, Task

GIVING = (SET, *MAKING)


class Bound:
    """An admissible count of the actions still needed. What it counts:

    every event; for each register the values that no single write can cover; every folder that
    must be made and lies above no other. A register that some action changes in passing is left
    out, since then its goals may come for free.
    """

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._in_passing: set[str] = set()
        self._grafted = {write.register for task in tasks for write in task.writes if write.code == GRAFT}
        for task in tasks:
            self._in_passing.update(_side_writes(task))

    def count(self, tasks: Iterable[Task], registers: Registers) -> int:
        """For the tasks still undone, from this state on."""
        events = 0
        values: dict[str, list[tuple[Any, ...]]] = {}
        folders: set[str] = set()
        for task in tasks:
            events += task.is_event
            for condition in (task.condition, *task.ensure):
                if condition is not None and not registers.holds(condition):
                    self._note(condition, values, folders)
        return events + sum(_uncovered(wanted) for wanted in values.values()) + _leaves(folders)

    def _note(self, condition: Condition, values: dict[str, list[tuple[Any, ...]]], folders: set[str]) -> None:
        register = condition.register
        if register in self._in_passing or (self._grafted and self._comes_along(register)):
            return
        if register.startswith("dir:"):
            folders.add(register)
        else:
            values.setdefault(register, []).append(condition.value)

    def _comes_along(self, register: str) -> bool:
        """Whether it may be in a folder that is put somewhere as a whole."""
        family, _, path = register.partition(":")
        return family in PATH_REGISTERS and not self._grafted.isdisjoint(folders_above(path))


def _side_writes(task: Task) -> Iterator[str]:
    """Registers that carrying out the task gives a value besides the one it is for."""
    own = task.condition.register if task.condition is not None else ""
    for write in task.writes:
        if not write.value or write.code not in GIVING:
            continue
        if write.register != own:
            yield write.register
        # Folders above come along only where nothing makes them first; a folder of its own counts as a leaf.
        is_leaf = not write.more or own.startswith("dir:")
        if write.code in MAKING and not is_leaf and write.more[0] not in [needed.register for needed in task.ensure]:
            yield from write.more
    yield from (w.register for tooling in task.toolings for w in tooling.effects if w.register != own)


def _uncovered(values: list[tuple[Any, ...]]) -> int:
    """How many writes it takes to show each value once: a value covers its own prefixes."""
    if len(values) == 1:  # nearly always, and the search asks often
        return 1
    distinct = set(values)
    covered = {value[:depth] for value in distinct for depth in range(1, len(value))}
    return len(distinct - covered)


def _leaves(folders: set[str]) -> int:
    """Making a folder makes those above it, so only the lowest ones count."""
    above = {register for folder in folders for register in folders_above(folder[4:])}
    return len(folders - above)


def is_shortest(tasks: Sequence[Task], draft: PlanDraft, actions: int, registers: Registers) -> bool:
    """A proof without a search: the goals form a chain, or no plan could be shorter."""
    return (draft.is_plain and is_chain(tasks)) or actions == Bound(tasks).count(tasks, registers)
