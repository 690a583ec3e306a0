"""`goalwright jobs`: what is done at a time, again and again, or when something happens."""

from __future__ import annotations

from contextlib import closing
from enum import StrEnum
from typing import Annotated

from goalwright.doors.cli.parameters import Argument, AsJson, AskThen, DryRun, Option, Verbose, Yes, wrong_argument

EPILOG = """\b
Example:
  goalwright "every weekday at 9 open gmail and my calendar"
  goalwright jobs
  echo '{"when": {"kind": "app", "app": "spotify", "event": "starts"},
    "text": "set the volume to 30"}' | goalwright jobs add --goals -
"""


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
    deed: Annotated[JobDeed, Argument(metavar="ACTION", help="What to do: " + ", ".join(JobDeed) + ".")] = JobDeed.LIST,
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
    from goalwright.doors.cli.job_deeds import JOB_DEEDS, add_job
    from goalwright.doors.cli.job_making import run_job
    from goalwright.doors.cli.sentences import Wanted

    _check(deed, name, goals, file)
    wanted = Wanted(dry_run=dry_run, yes=yes, verbose=verbose, as_json=as_json, ask_then=ask_then)
    with closing(Goalwright()) as gw:
        if deed is JobDeed.ADD:
            return add_job(gw, name, goals, wanted)
        if deed is JobDeed.RUN:
            return run_job(gw, name, file, wanted)
        return JOB_DEEDS[deed](gw, name, as_json)


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
