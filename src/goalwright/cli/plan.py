"""`goalwright plan`: a sentence or goals in, the shortest plan out."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Annotated

import typer

from goalwright.cli.arguments import EVERY_STEP
from goalwright.cli.reading import read_input, source_name
from goalwright.cli.screen import show, show_json, show_json_text, warn
from goalwright.cli.sentences import understood
from goalwright.cli.wording import plain
from goalwright.errors import NOT_PLANNABLE, GoalsFileError

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import MetaGoal, PlanResult

EPILOG = """\b
Example:
  goalwright plan "open youtube and search nvidia"
  goalwright plan "a 3-step plan to create a folder docs and open github"
  echo '{"goals": [
    {"domain": "browser", "verb": "navigate", "params": {"url": "youtube"}},
    {"domain": "browser", "verb": "search", "params": {"query": "nvidia"},
     "scope": "after:navigate"}]}' | goalwright plan --goals -
"""


def plan(
    text: Annotated[str | None, typer.Argument(metavar="SENTENCE", help="What to do, in words.")] = None,
    goals: Annotated[
        str | None,
        typer.Option("--goals", metavar="FILE", help="Goals instead of a sentence, or - for standard input."),
    ] = None,
    steps: Annotated[
        str | None,
        typer.Option("--steps", metavar="[N]", help="Write structured JSON, with exactly N steps if N is given."),
    ] = None,
    partial: Annotated[bool, typer.Option("--partial", help="A plan that leaves goals unmet is good enough.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say why each action is needed.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
) -> int:
    """Show the shortest plan for a sentence or for goals.

    Nothing is run. Goals that no plan can meet are named with the reason.
    """
    from goalwright.app import Goalwright

    count = _step_count(steps)
    gw = Goalwright()
    # Without a handler Python would print the diagnostics of scopes, which are shown below in our own words.
    logging.getLogger("goalwright").addHandler(logging.NullHandler())
    meta, asked = _goals(gw, text, goals, as_json=as_json)
    if steps is not None or asked is not None:
        written = gw.structured(meta, count or asked)
        _warn(meta)
        show_json_text(written)
        return 0
    return _planned(gw, meta, partial=partial, verbose=verbose, as_json=as_json)


def _goals(gw: Goalwright, text: str | None, goals: str | None, *, as_json: bool) -> tuple[MetaGoal, int | None]:
    """The goals of the sentence or the file, and how many steps the sentence asks for."""
    if (text is None) == (goals is None):
        problem = "give a sentence or --goals FILE" if text is None else "give a sentence or --goals FILE, not both"
        raise typer.BadParameter(problem, param_hint="'SENTENCE'")
    if goals is not None:
        return gw.goals_from(read_input(goals, _refusal), source_name(goals)), None
    found = understood(gw, text or "", as_json=as_json)
    return gw.anchored(found.meta_goal), found.step_count


def _planned(gw: Goalwright, meta: MetaGoal, *, partial: bool, verbose: bool, as_json: bool) -> int:
    result = gw.plan(meta)
    if as_json:
        show_json({**plain(result), "diagnostics": plain(meta.diagnostics)})
    else:
        _warn(meta)
        _show(result, gw, verbose=verbose)
    is_enough = result.status == "success" or (partial and result.status == "partial")
    if not (is_enough or as_json):
        warn(_complaint(result))
    return 0 if is_enough else NOT_PLANNABLE


def _refusal(source: str, problem: str) -> GoalsFileError:
    return GoalsFileError(source, "", problem)


def _step_count(steps: str | None) -> int | None:
    if steps is None or steps == EVERY_STEP:
        return None
    if not (steps.isascii() and steps.isdigit() and len(steps) < 10 and int(steps) > 0):
        raise typer.BadParameter(f"{steps[:40]!r} is not a number of steps", param_hint="'--steps'")
    return int(steps)


def _warn(meta: MetaGoal) -> None:
    for found in meta.diagnostics:
        warn(f"{found.severity}: goal {found.goal_id}: scope {found.scope[:80]!r} dropped: {found.message}")


def _show(result: PlanResult, gw: Goalwright, *, verbose: bool) -> None:
    from goalwright.cli.plan_view import plan_lines, unmet_lines

    if result.plan is not None:
        show(plan_lines(result.plan, gw.stages(result.plan), verbose=verbose))
    # The complaint says it all where there is one unmet goal and nothing else to show.
    if result.plan is not None or len(result.unmet) > 1:
        show(unmet_lines(result.unmet))


def _complaint(result: PlanResult) -> str:
    said = result.reason or result.status
    return f"{said}; add --partial to accept a plan without it" if result.status == "partial" else said
