"""What the entries of a run say about each action, as far as taking it back needs to know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from goalwright.contracts import JournalEntry, PlannedAction, RunRecord
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.run_report import ActionState
from goalwright.dataclass import dataclass, replace
from goalwright.runs.known_stages import unfolded
from goalwright.runs.leavings import outer_names

_RUNNING = ("started", "finished")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """One action that was begun. `state` is in_doubt for one that never ended; `is_undoing` says that taking it
    back was begun, `is_undone` that it was brought to its end, `undo_error` why it was not. `left` are the fingerprints
    it left, `began` is the number of the entry that announced it."""

    action: PlannedAction
    state: ActionState = "in_doubt"
    before: Mapping[str, Any] = EMPTY
    inverse: Mapping[str, Any] | None = None
    left: Mapping[str, str | None] = EMPTY
    began: int = 0
    is_undoing: bool = False
    is_undone: bool = False
    undo_error: str = ""

    @property
    def is_half_undone(self) -> bool:
        return self.is_undoing and not self.is_undone


def trails(record: RunRecord, entries: Iterable[JournalEntry]) -> list[Trail]:
    """The actions that were begun, the last that ended first: the order to take them back in."""
    entries = tuple(entries)
    actions = {action.action_id: action for action in unfolded(record, entries).plan.actions}
    found: dict[str, Trail] = {}
    for entry in entries:
        follow, action = _STEPS.get(entry.kind), actions.get(entry.action_id)
        if follow is None or action is None:
            continue
        trail = found.get(entry.action_id) or Trail(action=action)
        if entry.kind in _RUNNING:
            found.pop(entry.action_id, None)
        trail = follow(trail, entry.data)
        found[entry.action_id] = replace(trail, began=entry.number) if entry.kind == "started" else trail
    return list(reversed(found.values()))


def settled(entries: Iterable[JournalEntry]) -> Mapping[str, Any] | None:
    """What is written of all that the run left behind; None if it was cut off before that."""
    found: Mapping[str, Any] | None = None
    for entry in entries:
        if entry.kind == "settled":
            found = entry.data
        elif entry.kind in _RUNNING:
            found = None
    return found


class Touched:
    """The names of things that are changing: what lies inside or around one of them changes with it."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)
        self._around = frozenset(outer for name in self._names for outer in outer_names(name))

    def __contains__(self, name: str) -> bool:
        return name in self._around or self.holds(name)

    def holds(self, name: str) -> bool:
        """Whether it is one of them, or lies in one."""
        return name in self._names or not self._names.isdisjoint(outer_names(name))


_STEPS: dict[str, Callable[[Trail, Mapping[str, Any]], Trail]] = {
    "started": lambda trail, data: Trail(action=trail.action, before=data.get("before") or EMPTY),
    "finished": lambda trail, data: replace(
        trail, state=data["outcome"]["state"], inverse=data.get("inverse"), left=data.get("left") or EMPTY
    ),
    "undo_started": lambda trail, _: replace(trail, is_undoing=True, undo_error=""),
    "undo_finished": lambda trail, data: replace(trail, is_undone=not data["error"], undo_error=data["error"]),
}
