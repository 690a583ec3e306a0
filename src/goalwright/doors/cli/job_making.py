"""A job made in front of a person: shown with its next times and its plan, approved, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goalwright.contracts.jobs import FileArrival, Routine
from goalwright.doors.cli.job_view import job_lines, shape_lines
from goalwright.doors.cli.screen import Line, is_asked, is_yes, show, show_document
from goalwright.doors.cli.short_paths import Places
from goalwright.errors import JobRefused, NotPlannable

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts.job_views import JobDraft
    from goalwright.doors.cli.sentences import Wanted

NO_SERVICE = "No service is running, so jobs wait"
STARTING = "`goalwright serve` starts one, `goalwright service install` has it started whenever you log in"
_CHOICES = "add --yes to approve it as it is, or --ask-then to be asked each time"


def make_said(gw: Goalwright, text: str, wanted: Wanted) -> int:
    """Make the job that a sentence asks for."""
    return make(gw, gw.jobs.said(text, ask_then=wanted.ask_then), wanted)


def make(gw: Goalwright, draft: JobDraft, wanted: Wanted) -> int:
    """Show a job, have it approved and keep it, unless it is only to be shown."""
    if not wanted.as_json:
        show_draft(gw, draft, verbose=wanted.verbose, beside=not wanted.dry_run)
    if wanted.dry_run:
        if wanted.as_json:
            show_document("job_draft", draft)
        else:
            show([Line((("No job was made: this was a dry run.", "bold"),))])
        return 0
    is_approved = _is_approved(draft, wanted)
    is_served = isinstance(draft.job.trigger, Routine) or gw.jobs.has_service()
    if not is_served:
        tell_no_service()
    job = gw.jobs.add(draft, approve=is_approved)
    if wanted.as_json:
        show_document("job", gw.jobs.show(job.job_id), is_served)
    else:
        more = f"`goalwright jobs show {job.job_id}` shows it, `goalwright jobs remove {job.job_id}` removes it"
        show([Line((("Made job ", "bold"), (job.job_id, "bold cyan"), (f": {more}", "")), 2)])
    return 0


def tell_no_service() -> None:
    """Say that nothing starts jobs now, and what would."""
    show([Line(((f"{NO_SERVICE}: ", "bold yellow"), (STARTING, "")), 2)], beside=True)


def show_asked(gw: Goalwright, text: str, *, as_json: bool) -> int:
    """Show what job a sentence asks for: its trigger, its command and its verbs."""
    draft = gw.jobs.said(text)
    if as_json:
        show_document("job_draft", draft)
    else:
        show([Line((("A job", "bold"),)), *job_lines(draft.job, draft.times, Places.here()), *shape_lines(draft.job)])
    return 0


def run_job(gw: Goalwright, name: str, file: str, wanted: Wanted) -> int:
    """Do what a job does now, under the approval that it was given."""
    from goalwright.doors.cli.carrying_out import tell_report
    from goalwright.doors.cli.work_loop import answered

    return tell_report(gw, answered(gw, gw.jobs.run_now(name, file)), as_json=wanted.as_json)


def call_routine(gw: Goalwright, job_id: str, wanted: Wanted) -> int:
    """Do the routine whose words were said."""
    if not wanted.dry_run:
        return run_job(gw, job_id, "", wanted)
    view = gw.jobs.show(job_id)
    if wanted.as_json:
        show_document("job", view, gw.jobs.has_service())
    else:
        show(job_lines(view.job, view.times, Places.here()))
        show([Line((("Nothing was done: this was a dry run.", "bold"),))])
    return 0


def show_draft(gw: Goalwright, draft: JobDraft, *, verbose: bool = False, beside: bool = False) -> None:
    """A job that is ready to be made: when, what, at what risk, and the plan as it would be now."""
    places = Places.here()
    show(job_lines(draft.job, draft.times, places), beside=beside)
    show([Line()], beside=beside)
    if not _show_plan(gw, draft, verbose=verbose, beside=beside):
        show([Line((("Each time:", "bold"),)), *shape_lines(draft.job)], beside=beside)
    if draft.note:
        show([Line((("Now it could not be done: ", "bold"), (draft.note, "yellow")), 2)], beside=beside)


def _show_plan(gw: Goalwright, draft: JobDraft, *, verbose: bool, beside: bool) -> bool:
    """Show what would be done now; a job about a file has no plan before there is one."""
    job = draft.job
    if isinstance(job.trigger, FileArrival) or not job.text or draft.note:
        return False
    from goalwright.doors.cli.carrying_out import show_plan

    try:
        plan = gw.prepare(job.text).plan
    except NotPlannable:
        return False
    if plan is None:
        return False
    show([Line((("As it would be now:", "bold"),))], beside=beside)
    show_plan(gw, plan, verbose=verbose, beside=beside)
    return True


def _is_approved(draft: JobDraft, wanted: Wanted) -> bool:
    """Whether the high risk of a job is approved: by --yes, or by the person who is shown it."""
    if not draft.needs_approval or wanted.yes:
        return True
    risky = "; ".join(draft.job.shape.high_risk)
    if wanted.as_json or not is_asked():
        raise JobRefused(f"this job needs approval: {risky} (high risk); {_CHOICES}")
    if not is_yes("Approve this job, for each time that it is done?"):
        raise JobRefused("not approved, so no job was made")
    return True
