"""`goalwright jobs`: what is done at a time, again and again, or when something happens."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from goalwright.contracts.strict_json import Faults, JsonLimits, place_text, read_json
from goalwright.doors.cli.job_making import NO_SERVICE, make, run_job
from goalwright.doors.cli.job_view import firing_lines, job_lines, list_lines, shape_lines
from goalwright.doors.cli.named_files import read_input, source_name
from goalwright.doors.cli.parameters import Argument, AsJson, AskThen, DryRun, Option, Verbose, Yes, wrong_argument
from goalwright.doors.cli.screen import Line, show, show_document, warn
from goalwright.doors.cli.sentences import Wanted
from goalwright.doors.cli.short_paths import Places
from goalwright.errors import ContractViolation, GoalsFileError

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts.job_views import JobDraft

EPILOG = """\b
Example:
  goalwright "every weekday at 9 open gmail and my calendar"
  goalwright jobs
  echo '{"when": {"kind": "app", "app": "spotify", "event": "starts"},
    "text": "set the volume to 30"}' | goalwright jobs add --goals -
"""


_LIMITS = JsonLimits(max_bytes=2**20, max_values=100_000)


class JobDeed(StrEnum):
    """What is done about jobs."""

    LIST = "list"
    ADD = "add"
    SHOW = "show"
    PAUSE = "pause"
    RESUME = "resume"
    RUN = "run"
    REMOVE = "remove"


def jobs(  # noqa: PLR0913, PLR0917  # the command line has them all
    deed: Annotated[JobDeed, Argument(metavar="DEED", help="What to do: " + ", ".join(JobDeed) + ".")] = JobDeed.LIST,
    name: Annotated[str, Argument(metavar="[ID|SENTENCE]", help="Which job, or the sentence of a new one.")] = "",
    goals: Annotated[
        str | None,
        Option("--goals", metavar="FILE", help="A job as JSON instead of a sentence, or - for standard input."),
    ] = None,
    file: Annotated[str, Option("--file", metavar="FILE", help="The file that a job about files is run with.")] = "",
    dry_run: DryRun = False,
    yes: Yes = False,
    ask_then: AskThen = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> int:
    """List, make, show, pause, resume, run or remove jobs.

    A job is a command that is done at a time, again and again, or when something happens. Most are
    made by a sentence that says when. They are done while `goalwright serve` runs; routines need
    no service: they are done when you say their words.
    """
    from goalwright.app import Goalwright

    _check(deed, name, goals, file)
    wanted = Wanted(dry_run=dry_run, yes=yes, verbose=verbose, as_json=as_json, ask_then=ask_then)
    with closing(Goalwright()) as gw:
        if deed is JobDeed.ADD:
            return _add(gw, name, goals, wanted)
        if deed is JobDeed.RUN:
            return run_job(gw, name, file, wanted)
        return _DEEDS[deed](gw, name, as_json)


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
        warn(NO_SERVICE.replace("nothing starts this job yet", "jobs wait"))
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


def _add(gw: Goalwright, text: str, goals: str | None, wanted: Wanted) -> int:
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


def _check(deed: JobDeed, name: str, goals: str | None, file: str) -> None:
    if deed is JobDeed.LIST and name:
        raise wrong_argument("`jobs list` takes no name; `jobs show` shows one job")
    if deed is JobDeed.ADD and (not name) == (goals is None):
        raise wrong_argument("`jobs add` needs a sentence or --goals FILE" + (", not both" if name else ""))
    if deed not in (JobDeed.LIST, JobDeed.ADD) and not name:
        raise wrong_argument(f"`jobs {deed}` needs the id of a job; `goalwright jobs` lists them")
    if goals is not None and deed is not JobDeed.ADD:
        raise wrong_argument("--goals goes with `jobs add` only")
    if file and deed is not JobDeed.RUN:
        raise wrong_argument("--file goes with `jobs run` only")


_DEEDS: dict[JobDeed, Callable[[Goalwright, str, bool], int]] = {
    JobDeed.LIST: list_jobs,
    JobDeed.SHOW: show_job,
    JobDeed.PAUSE: pause_job,
    JobDeed.RESUME: resume_job,
    JobDeed.REMOVE: remove_job,
}
