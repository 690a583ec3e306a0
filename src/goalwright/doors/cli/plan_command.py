"""`goalwright plan`: a sentence or goals in, the shortest plan out."""

from __future__ import annotations

import shlex
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

from goalwright.doors.cli.carrying_out import show_plan
from goalwright.doors.cli.command_line import EVERY_STEP
from goalwright.doors.cli.door_name import door_name
from goalwright.doors.cli.named_files import save_text
from goalwright.doors.cli.parameters import AsJson, GoalsFile, MaybeSentence, Option, Verbose, wrong_argument
from goalwright.doors.cli.plain_text import harmless
from goalwright.doors.cli.plan_view import looked_lines, reference_lines, unavailable_lines, unmet_lines
from goalwright.doors.cli.screen import Line, show, show_document, show_json_text, warn
from goalwright.doors.cli.sentences import Wanted, asked_goals, warn_of_scopes
from goalwright.doors.cli.short_paths import Places
from goalwright.doors.cli.work_loop import answered
from goalwright.errors import (
    NOT_PLANNABLE,
    AsksForJob,
    CallsRoutine,
    ForTheFleet,
    GoalwrightError,
    WorldDrifted,
)

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import MetaGoal, PlanResult

STANDARD_OUTPUT = "-"
EPILOG = """\b
Example:
  goalwright plan "open youtube and search nvidia"
  goalwright plan "a 3-step plan to create a folder trip and open github"
  goalwright plan "create a folder trip" -o plan.json
  echo '{"goals": [
    {"domain": "browser", "verb": "navigate", "params": {"url": "youtube"}},
    {"domain": "browser", "verb": "search", "params": {"query": "nvidia"},
     "scope": "after:navigate"}]}' | goalwright plan --goals -
"""


def plan(
    text: MaybeSentence = None,
    goals: GoalsFile = None,
    steps: Annotated[
        str | None,
        Option("--steps", metavar="[N]", help="Write structured JSON, with exactly N steps if N is given."),
    ] = None,
    output: Annotated[
        str | None,
        Option("--output", "-o", metavar="FILE", help="Save the plan for `goalwright apply`, or - to print it."),
    ] = None,
    force: Annotated[bool, Option("--force", help="Replace a file that is not a saved plan.")] = False,
    partial: Annotated[bool, Option("--partial", help="Accept a plan that leaves goals unmet.")] = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> int:
    """Show the shortest plan for a sentence or for goals.

    Nothing is run. Goals that no plan can meet are named with the reason.
    """
    from goalwright.app import Goalwright

    count = _step_count(steps)
    with closing(Goalwright(conversation=door_name())) as gw:
        try:
            asked = asked_goals(gw, text, goals, as_json=as_json)
        except ForTheFleet:
            if steps is not None or output is not None:
                raise
            from goalwright.doors.cli.fleet_sentence import run_on_hosts

            return run_on_hosts(gw, text or "", Wanted(dry_run=True, as_json=as_json))
        except (AsksForJob, CallsRoutine) as later:
            if steps is not None or output is not None:
                raise
            return _show_later(gw, text or "", later, Wanted(dry_run=True, verbose=verbose, as_json=as_json))
        if steps is not None or asked.step_count is not None:
            return show_structured(gw, asked.meta, count or asked.step_count)
        # What is saved is to be run here, so it is made of what there is here.
        prepared = gw.prepare(asked.meta, text=asked.text, any_tool=output is None)
        is_enough = prepared.result.status == "success" or (partial and prepared.result.status == "partial")
        if output is not None and is_enough:
            _save(gw, prepared, output, force=force)
        if output != STANDARD_OUTPUT or not is_enough:
            _show(gw, prepared, output if is_enough else None, verbose=verbose, as_json=as_json)
    if not (is_enough or as_json):
        warn(_complaint(prepared.result))
    return 0 if is_enough else NOT_PLANNABLE


def _show_later(gw: Goalwright, text: str, later: AsksForJob | CallsRoutine, wanted: Wanted) -> int:
    """Show the job that a sentence would make, or the routine that it would have done."""
    from goalwright.doors.cli.job_making import call_routine, make_said

    return make_said(gw, text, wanted) if isinstance(later, AsksForJob) else call_routine(gw, later.job_id, wanted)


def show_structured(gw: Goalwright, meta: MetaGoal, count: int | None) -> int:
    """Write the structured plan, as JSON in any case."""
    written = gw.structured(gw.anchored(meta), count)
    warn_of_scopes(meta)
    show_json_text(written)
    return 0


def _show(gw: Goalwright, prepared: Any, saved: str | None, *, verbose: bool, as_json: bool) -> None:
    result = prepared.result
    if as_json:
        show_document("plan", prepared)
        return
    if prepared.meta is not None:
        warn_of_scopes(prepared.meta)
        show(reference_lines(prepared.meta.references, Places.here()))
    if result.plan is not None:
        show_plan(gw, result.plan, verbose=verbose)
    show(looked_lines(prepared.looked))
    # The complaint says it all where there is one unmet goal and nothing else to show.
    if result.plan is not None or len(result.unmet) > 1:
        show(unmet_lines(result.unmet))
    show(unavailable_lines(prepared.unavailable))
    if saved:
        show([Line((("Saved: ", "bold"), (f"run it with `goalwright apply {harmless(shlex.quote(saved))}`", "")))])


def _save(gw: Goalwright, prepared: Any, output: str, *, force: bool) -> None:
    text = answered(gw, gw.save(prepared))
    if output == STANDARD_OUTPUT:
        show_json_text(text.removesuffix("\n"))
    else:
        save_text(text, output, lambda content: force or _is_saved_plan(gw, content, output))


def _is_saved_plan(gw: Goalwright, content: bytes, source: str) -> bool:
    """Whether a file holds a plan, saved or structured, which can be made again."""
    try:
        answered(gw, gw.prepared_from(content, source))
    except WorldDrifted:
        return True
    except GoalwrightError:
        return False
    return True


def _step_count(steps: str | None) -> int | None:
    if steps is None or steps == EVERY_STEP:
        return None
    if not (steps.isascii() and steps.isdigit() and len(steps) < 10 and int(steps) > 0):
        raise wrong_argument(f"{steps[:40]!r} is not a number of steps", "--steps")
    return int(steps)


def _complaint(result: PlanResult) -> str:
    said = result.reason or result.status
    return f"{said}; add --partial to accept a plan without it" if result.status == "partial" else said
