"""What the entries of a run say about each action, as far as taking it back needs to know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath
from typing import Any

from goalwright.contracts import JournalEntry, PlannedAction, RunRecord
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.run_report import ActionState
from goalwright.dataclass import dataclass, replace

_PATH = "path:"
_RUNNING = ("started", "finished")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """One action that was begun. `state` is in_doubt for one that never ended; `is_undoing` says that taking it
    back was begun, `is_undone` that it was brought to its end."""

    action: PlannedAction
    state: ActionState = "in_doubt"
    before: Mapping[str, Any] = EMPTY
    inverse: Mapping[str, Any] | None = None
    is_undoing: bool = False
    is_undone: bool = False


def trails(record: RunRecord, entries: Iterable[JournalEntry]) -> list[Trail]:
    """The actions that were begun, the last that ended first: the order to take them back in."""
    actions = {action.action_id: action for action in record.plan.actions}
    found: dict[str, Trail] = {}
    for entry in entries:
        follow, action = _STEPS.get(entry.kind), actions.get(entry.action_id)
        if follow is None or action is None:
            continue
        trail = found.get(entry.action_id) or Trail(action=action)
        if entry.kind in _RUNNING:
            found.pop(entry.action_id, None)
        found[entry.action_id] = follow(trail, entry.data)
    return list(reversed(found.values()))


def settled_prints(entries: Iterable[JournalEntry]) -> Mapping[str, str] | None:
    """The fingerprints of what the run left behind; None if it was cut off before they were taken."""
    prints: Mapping[str, str] | None = None
    for entry in entries:
        if entry.kind == "settled":
            prints = entry.data["prints"]
        elif entry.kind in _RUNNING:
            prints = None
    return prints


class Touched:
    """The names of things that are changing: what lies inside or around one of them changes with it."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)
        self._around = frozenset(outer for name in self._names for outer in _outer(name))

    def __contains__(self, name: str) -> bool:
        return name in self._names or name in self._around or not self._names.isdisjoint(_outer(name))


def _outer(name: str) -> list[str]:
    if not name.startswith(_PATH):
        return []
    return [f"{_PATH}{folder}" for folder in PurePath(name.removeprefix(_PATH)).parents]


_STEPS: dict[str, Callable[[Trail, Mapping[str, Any]], Trail]] = {
    "started": lambda trail, data: Trail(action=trail.action, before=data.get("before") or EMPTY),
    "finished": lambda trail, data: replace(trail, state=data["outcome"]["state"], inverse=data.get("inverse")),
    "undo_started": lambda trail, _: replace(trail, is_undoing=True),
    "undo_finished": lambda trail, data: replace(trail, is_undone=not data["error"]),
}
