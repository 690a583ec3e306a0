"""Runs as pages and programs see them: summaries for lists, and everything about one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from goalwright.contracts.documents import details_document
from goalwright.doors.cli.answers import answer_text, remarks
from goalwright.doors.cli.short_paths import Places
from goalwright.doors.web.plan_routes import graph_document, words_document

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import PlannedAction, RunDetails, RunRecord

_SHOWN = ("run_id", "text", "cwd", "reason", "created_at", "ended_at", "undone", "asked_by", "approved_by", "plan_hash")
_RESTING = ("failed", "cancelled", "interrupted", "partial")


def run_summary(record: RunRecord, status: str) -> dict[str, Any]:
    """A run in a list."""
    shown = {name: getattr(record, name) for name in _SHOWN}
    return {**shown, "status": status, "total_actions": record.plan.total_actions}


def run_view(gw: Goalwright, run_id: str) -> dict[str, Any]:
    """Everything about a run, its drawing and what can be done with it included."""
    details = gw.show(run_id)
    plan = details.record.plan
    places = Places(details.record.cwd, str(Path.home()))
    return {
        "run": details_document(details),
        "words": words_document(plan, details.record.cwd),
        "graph": graph_document(gw, plan),
        "answers": _answers(details, places),
        "remarks": _remarks(details),
        "can": _possible(gw, details),
        "after": details.entries[-1].number if details.entries else 0,
    }


def _answers(details: RunDetails, places: Places) -> list[dict[str, str]]:
    """What the observing actions saw, as text to read."""
    return [
        {"action_id": action.action_id, "text": answer_text(details.outcomes[action.action_id].output, places)}
        for action in details.record.plan.actions
        if _is_answer(action) and details.outcomes[action.action_id].is_done
    ]


def _is_answer(action: PlannedAction) -> bool:
    from goalwright.contracts.plan import LOOK_TOOL

    return action.action_class == "observe" and action.tool != LOOK_TOOL


def _remarks(details: RunDetails) -> list[dict[str, str]]:
    return [
        {"action_id": name, "text": text}
        for name, outcome in details.outcomes.items()
        for text in remarks(outcome.output)
    ]


def _possible(gw: Goalwright, details: RunDetails) -> dict[str, bool]:
    is_running = details.status == "running"
    is_at_rest = not is_running and not details.undone
    return {
        "approve": details.status == "awaiting_approval",
        "stop": is_running,
        "resume": is_at_rest and details.status in _RESTING,
        "undo": is_at_rest and _has_changed(gw, details),
    }


def _has_changed(gw: Goalwright, details: RunDetails) -> bool:
    """Whether an action was done, or begun, that a tool knows the way back from."""
    for action in details.record.plan.actions:
        outcome = details.outcomes.get(action.action_id)
        is_touched = outcome is not None and outcome.state in ("done", "in_doubt", "failed")
        if action.action_class == "actuate" and action.tool and is_touched:
            entry = gw.registry.entry(action.tool)
            if entry is not None and entry.reversible:
                return True
    return False
