"""Contract values as JSON documents: the one form in which every door shows them to programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AnySet
from functools import cache
from typing import TYPE_CHECKING, Any

from goalwright.contracts.accounts import Check, RunDetails, UndoReport
from goalwright.contracts.goal import Goal
from goalwright.contracts.interpretation import Interpretation
from goalwright.contracts.journal import RunRecord
from goalwright.contracts.plan_payload import PlanPayload
from goalwright.contracts.prepared import Prepared
from goalwright.contracts.run_report import RunReport
from goalwright.contracts.tool_entry import ToolEntry
from goalwright.dataclass import fields, is_dataclass

if TYPE_CHECKING:
    from goalwright.contracts.job_views import JobDraft, JobView
    from goalwright.contracts.jobs import Job

Document = dict[str, Any]
_ATOMS = frozenset({str, int, float, bool, type(None)})
_KEPT_TO_OURSELVES = frozenset({"circumstances", "request"})


def plain(value: object) -> Any:
    """The value as JSON has it: contract values and mappings become objects, sets sorted lists."""
    if type(value) in _ATOMS:
        return value
    if is_dataclass(value):
        kind: type = type(value)
        return {name: plain(getattr(value, name)) for name in _shown_fields(kind)}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, AnySet):
        return sorted((plain(item) for item in value), key=repr)
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


@cache
def _shown_fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.repr)


def report_document(report: RunReport) -> Document:
    """Everything about a run that has just ended."""
    return {
        **plain(report),
        "answers": [{"action_id": name, "output": plain(output)} for name, output in report.answers],
        "exit_code": report.exit_code,
    }


def run_document(record: RunRecord, status: str) -> Document:
    """A past run; `status` is what it is now, which the record of one that runs does not say."""
    document = {name: value for name, value in plain(record).items() if name not in _KEPT_TO_OURSELVES}
    return {**document, "status": status}


def history_document(runs: Iterable[tuple[RunRecord, str]]) -> Document:
    """Several past runs, each with what it is now."""
    return {"runs": [run_document(record, status) for record, status in runs]}


def details_document(details: RunDetails) -> Document:
    """Everything about a past run."""
    return {
        **run_document(details.record, details.status),
        "outcomes": plain(details.outcomes),
        "entries": plain(details.entries),
        "files": list(details.files),
    }


def undo_document(report: UndoReport, exit_code: int) -> Document:
    return {**plain(report), "exit_code": exit_code}


def interpretation_document(found: Interpretation) -> Document:
    """What a sentence was taken to mean."""
    meta = found.meta_goal
    return {
        "text": meta.text,
        "extractor": found.extractor,
        "meta_type": meta.meta_type,
        "step_count": found.step_count,
        "clauses": plain(found.clauses),
        "goals": [_goal_document(goal) for goal in meta.goals],
        "dependencies": {str(index): list(before) for index, before in meta.dependencies.items()},
        "diagnostics": plain(meta.diagnostics),
        "references": plain(meta.references),
    }


def plan_document(prepared: Prepared) -> Document:
    """A plan that is ready to be looked at, approved and run, or why there is none."""
    return {
        **plain(prepared.result),
        "plan_hash": prepared.plan_hash,
        "needs_approval": [action.action_id for action in prepared.needs_approval],
        "refusals": [{"action_id": name, "problem": problem} for name, problem in prepared.refusals],
        "unavailable": [{"tool": tool, "reason": reason} for tool, reason in prepared.unavailable],
        "looked": looked_document(prepared),
        "diagnostics": plain(prepared.meta.diagnostics) if prepared.meta is not None else [],
        "references": plain(prepared.meta.references) if prepared.meta is not None else [],
    }


def looked_document(prepared: Prepared) -> list[Document]:
    """What was looked at for a plan, when, and what was found."""
    return [{"what": what, "at": at, "found": found} for what, at, found in prepared.looked]


def tools_document(entries: Iterable[ToolEntry]) -> Document:
    return {
        "tools": [{**plain(entry), **plain(entry.capability), "available": entry.is_available} for entry in entries]
    }


def doctor_document(checks: Iterable[Check]) -> Document:
    return {"checks": [plain(check) for check in checks]}


def payload_document(payload: PlanPayload) -> Document:
    """A structured plan that keeps its contract."""
    return {"valid": True, **plain(payload)}


def job_document(view: JobView, has_service: bool) -> Document:
    """A job as it is now, and whether a service is there to start it."""
    from goalwright.contracts.job_json import job_to_json

    firings = [plain(firing) for firing in view.firings]
    times = list(view.times)
    return {
        **job_to_json(view.job),
        "state": view.state,
        "times": times,
        "firings": firings,
        "has_service": has_service,
    }


def jobs_document(views: Iterable[JobView], has_service: bool) -> Document:
    return {"jobs": [job_document(view, has_service) for view in views], "has_service": has_service}


def job_draft_document(draft: JobDraft) -> Document:
    """A job that could be made, what stands in its way now, and what would approve it."""
    from goalwright.contracts.job_json import job_to_json

    more = {"times": list(draft.times), "note": draft.note, "needs_approval": draft.needs_approval}
    return {**job_to_json(draft.job), **more, "approval": draft.approval}


def removed_job_document(job: Job) -> Document:
    return {"job_id": job.job_id, "removed": True}


def error_document(kind: str, message: str, exit_code: int, more: Mapping[str, Any]) -> Document:
    """What went wrong, instead of the document that was asked for."""
    return {"error": {"kind": kind, "message": message, "exit_code": exit_code, **plain(more)}}


def _goal_document(goal: Goal) -> Document:
    return {
        "goal_id": goal.goal_id,
        "domain": goal.domain,
        "verb": goal.verb,
        "params": plain(goal.params),
        "scope": goal.scope,
        "each": plain(goal.each),
        "when": plain(goal.when),
    }
