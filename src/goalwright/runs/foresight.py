"""What taking back a run whose process died would find, told without touching anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from goalwright.contracts import ActionOutcome, JournalEntry, PlannedAction, RunRecord, ToolCall, ToolEntry
from goalwright.contracts.plan_json import outcome_to_json
from goalwright.contracts.run_report import ActionState
from goalwright.errors import GoalwrightError
from goalwright.runs.known_stages import grown
from goalwright.runs.leavings import Leavings
from goalwright.runs.recovery import recovered

FindTool: TypeAlias = Callable[[PlannedAction], tuple[ToolEntry, ToolCall]]
Ended: TypeAlias = Mapping[str, Any]


async def foreseen(record: RunRecord, entries: Iterable[JournalEntry], tools: FindTool) -> list[JournalEntry]:
    """The entries, and those that bringing the run to rest would add: what was begun counts as completed.

    That completing works is taken for granted: only doing it could tell.
    """
    known = list(entries)
    lives = recovered(known)
    left = Leavings(lives.values())
    for action in grown(record.plan, lives).actions:
        life = lives.get(action.action_id)
        if life is not None and life.outcome is None and action.action_class == "actuate":
            try:
                ended = await _ended(action, life.before, left, tools)
            except (GoalwrightError, OSError):
                ended = _as("failed", action)
            if ended:
                known.append(_entry(record, "finished", ended, action.action_id))
    return [*known, _entry(record, "settled", {"prints": left.prints, "changed": sorted(left.changed)})]


async def _ended(action: PlannedAction, before: Mapping[str, Any], left: Leavings, tools: FindTool) -> Ended:
    """How an action that was begun would end; nothing if it would stay in doubt."""
    entry, call = tools(action)
    if entry.tool is None:
        return _as("failed", action)
    if entry.risk == "none" and entry.is_idempotent:
        return _as("done", action)
    verdict = await entry.tool.verify(call, before)
    if verdict == "unobservable":
        return {}
    inverse = await entry.tool.inverse(call, before) if verdict == "yes" else {} if entry.reversible else None
    if inverse is not None:
        await left.note(entry.tool, entry.tool.resources(call), inverse)
    return {**_as("done", action), "inverse": inverse}


def _as(state: ActionState, action: PlannedAction) -> Ended:
    """What would be written of an action that ended so, and cannot be taken back."""
    return {"outcome": outcome_to_json(ActionOutcome(action_id=action.action_id, state=state)), "inverse": None}


def _entry(record: RunRecord, kind: Any, data: Mapping[str, Any], action_id: str = "") -> JournalEntry:
    return JournalEntry(run_id=record.run_id, kind=kind, action_id=action_id, data=data)
