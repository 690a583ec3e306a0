"""`goalwright run`, or just a sentence: planned, shown, and done."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from goalwright.doors.cli.door_name import door_name
from goalwright.doors.cli.parameters import AsJson, AskThen, DryRun, GoalsFile, MaybeSentence, Option, Verbose, Yes
from goalwright.doors.cli.sentences import Wanted, asked_goals, warn_of_scopes
from goalwright.errors import AboutJobs, AsksForJob, CallsRoutine, ForTheFleet, NotUnderstood

if TYPE_CHECKING:
    from goalwright.app import Goalwright

EPILOG = """\b
Example:
  goalwright run "create a folder trip and put notes.txt in it saying hello"
  goalwright "append milk to trip/notes.txt and read it"
  goalwright "delete trip/notes.txt" --dry-run
"""


def run(  # noqa: PLR0913, PLR0917  # the command line has them all
    text: MaybeSentence = None,
    goals: GoalsFile = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    hold: Annotated[bool, Option("--hold", help="Keep what needs approval for `goalwright approve`.")] = False,
    partial: Annotated[bool, Option("--partial", help="Do what can be done if some goals cannot.")] = False,
    ask_then: AskThen = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> int:
    """Do what a sentence, or a file of goals, says.

    The plan is shown first. What is of high risk is done only if you say yes to this very plan.
    A sentence that says when, such as "every day at 9 open gmail", makes a job instead.
    `goalwright "SENTENCE"` is the same.
    """
    from goalwright.app import Goalwright

    wanted = Wanted(dry_run=dry_run, yes=yes, hold=hold, partial=partial, verbose=verbose, as_json=as_json)
    wanted = wanted._replace(ask_then=ask_then)
    with closing(Goalwright(conversation=door_name())) as gw:
        return obey(gw, text, wanted, goals=goals)


def obey(gw: Goalwright, text: str | None, wanted: Wanted, goals: str | None = None) -> int:
    """Do what a sentence or a goals file says, and tell what came of it."""
    try:
        asked = asked_goals(gw, text, goals, as_json=wanted.as_json)
    except ForTheFleet:
        from goalwright.doors.cli.fleet_sentence import run_on_hosts

        return run_on_hosts(gw, text or "", wanted)
    except AsksForJob:
        from goalwright.doors.cli.job_making import make_said

        return make_said(gw, text or "", wanted)
    except AboutJobs as about:
        from goalwright.doors.cli.about_jobs import see_to_jobs

        return see_to_jobs(gw, about, wanted)
    except CallsRoutine as called:
        from goalwright.doors.cli.job_making import call_routine

        return call_routine(gw, called.job_id, wanted)
    except NotUnderstood:
        run_id = gw.parts.conversation.run_to_take_back(text or "")
        if not run_id:
            gw.parts.conversation.misheard(text or "")
            raise
        from goalwright.doors.cli.undo_command import undo

        return undo(run_id, dry_run=wanted.dry_run, as_json=wanted.as_json)
    if asked.step_count is not None:
        from goalwright.doors.cli.plan_command import show_structured

        return show_structured(gw, asked.meta, asked.step_count)
    from goalwright.doors.cli.carrying_out import run_prepared  # not for what is declined

    prepared = gw.prepare(asked.meta, text=asked.text)
    if not wanted.as_json:
        warn_of_scopes(asked.meta)
    return run_prepared(gw, prepared, wanted)
