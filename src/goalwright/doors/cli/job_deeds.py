"""What `goalwright jobs` does about jobs: list, show, make, pause, resume and remove them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from goalwright.contracts.strict_json import Faults, JsonLimits, place_text, read_json
from goalwright.doors.cli.job_making import make, tell_no_service
from goalwright.doors.cli.job_view import firing_lines, job_lines, list_lines, shape_lines
from goalwright.doors.cli.named_files import read_input, source_name
from goalwright.doors.cli.screen import Line, show, show_document
from goalwright.doors.cli.short_paths import Places
from goalwright.errors import ContractViolation, GoalsFileError

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts.job_views import JobDraft
    from goalwright.doors.cli.sentences import Wanted

_LIMITS = JsonLimits(max_bytes=2**20, max_values=100_000)


def list_jobs(gw: Goalwright, _name: str, as_json: bool) -> int:
    """Show all jobs with their next times."""
    views, is_served = gw.jobs.listed(), gw.jobs.has_service()
    if as_json:
        show_document("jobs", views, is_served)
        return 0
    if not views:
        hint = 'say one, such as `goalwright "every weekday at 9 open gmail"`'
        show([Line(((f"There are no jobs: {hint}", ""),))])
        return 0
    show(list_lines(views, Places.here()))
    if not is_served and any(view.state == "active" for view in views):
        tell_no_service()
    return 0


def show_job(gw: Goalwright, name: str, as_json: bool) -> int:
    """Show one job whole: its trigger, its next three times, its command and how it went."""
    view, is_served = gw.jobs.show(name), gw.jobs.has_service()
    if as_json:
        show_document("job", view, is_served)
        return 0
    show([Line((("Job ", "bold"), (view.job.job_id, "bold cyan"), (f", {view.state}", "")))])
    show(job_lines(view.job, view.times, Places.here()))
    show(shape_lines(view.job))
    show(firing_lines(view))
    return 0


def pause_job(gw: Goalwright, name: str, as_json: bool) -> int:
    return _told(gw, gw.jobs.pause(name).job.job_id, "rests until it is resumed", as_json)


def resume_job(gw: Goalwright, name: str, as_json: bool) -> int:
    return _told(gw, gw.jobs.resume(name).job.job_id, "goes on", as_json)


def remove_job(gw: Goalwright, name: str, as_json: bool) -> int:
    job = gw.jobs.remove(name)
    if as_json:
        show_document("removed_job", job)
    else:
        show([Line((("Job ", ""), (job.job_id, "cyan"), (" is removed; the runs that it began stay", "")))])
    return 0


def _told(gw: Goalwright, job_id: str, what: str, as_json: bool) -> int:
    if as_json:
        show_document("job", gw.jobs.show(job_id), gw.jobs.has_service())
    else:
        show([Line((("Job ", ""), (job_id, "cyan"), (f" {what}", "")))])
    return 0


def add_job(gw: Goalwright, text: str, goals: str | None, wanted: Wanted) -> int:
    if goals is None:
        draft = gw.jobs.said(text, ask_then=wanted.ask_then)
    else:
        draft = _ordered(gw, goals, ask_then=wanted.ask_then)
    return make(gw, draft, wanted)


def _ordered(gw: Goalwright, file: str, *, ask_then: bool) -> JobDraft:
    """The job that a JSON document orders."""
    source, faults = source_name(file), Faults(most=1)
    document = read_json(read_input(file, _refusal), _LIMITS, faults)
    for place, problem in faults.listed:
        raise GoalsFileError(source, place_text(place), problem)
    if ask_then and isinstance(document, dict):
        document["ask_then"] = True
    try:
        return gw.jobs.ordered(document)
    except ContractViolation as violation:
        raise GoalsFileError(source, violation.field, violation.problem) from None


def _refusal(source: str, problem: str) -> GoalsFileError:
    return GoalsFileError(source, "", problem)


JOB_DEEDS: Mapping[str, Callable[[Goalwright, str, bool], int]] = {
    "list": list_jobs,
    "show": show_job,
    "pause": pause_job,
    "resume": resume_job,
    "remove": remove_job,
}
"""What is done with the name of one job, or none."""
