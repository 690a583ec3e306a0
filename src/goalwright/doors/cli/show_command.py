"""`goalwright show`: everything about one run."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from goalwright.doors.cli.answers import answer_text, remarks
from goalwright.doors.cli.completed_names import RunName
from goalwright.doors.cli.fleet_names import FleetDeed, is_fleet_run
from goalwright.doors.cli.folding import MOST_UNFOLDED, folded_words, is_folded
from goalwright.doors.cli.history_command import status_style
from goalwright.doors.cli.moments import moment_text
from goalwright.doors.cli.parameters import AsJson, Option
from goalwright.doors.cli.plain_text import message_text, name_text, seconds_text
from goalwright.doors.cli.plan_view import Row, tree_lines, tree_rows
from goalwright.doors.cli.screen import STATE_STYLES, Line, Part, columns, marks_for, show_document, state_word
from goalwright.doors.cli.screen import show as show_lines
from goalwright.doors.cli.short_paths import Places

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import Plan, PlannedAction, RunDetails

EPILOG = """\b
Example:
  goalwright "create a folder trip"
  goalwright show
"""


def show(
    run: RunName = "",
    verbose: Annotated[bool, Option("--verbose", "-v", help="Show every action of a long run.")] = False,
    as_json: AsJson = False,
) -> int:
    """Show what a run did: each action with how it ended.

    What the observing actions saw, and the files that the run left behind, are shown too. Of more than
    40 actions, those of which there is nothing more to say are counted. Without RUN, it is the last run.
    """
    if is_fleet_run(run):
        from goalwright.doors.cli.fleet_command import fleet

        return fleet(FleetDeed.SHOW, run, as_json=as_json)
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        details = gw.show(run)
        if as_json:
            show_document("details", details)
        else:
            show_lines(_lines(gw, details, verbose=verbose))
    return 0


def _lines(gw: Goalwright, details: RunDetails, *, verbose: bool) -> Iterator[Line]:
    record, places = details.record, Places.here()
    yield Line((("run ", "bold"), (record.run_id, "bold cyan"), ("  ", ""), (message_text(record.text), "")))
    undone = ", undone" if details.undone else ""
    facts: list[tuple[Part, Part]] = [
        (("status", "dim"), (f"{details.status}{undone}", status_style(details.status))),
        (("began", "dim"), (moment_text(record.created_at), "")),
        (("ended", "dim"), (moment_text(record.ended_at) or "not yet", "")),
        (("in", "dim"), (Places("", places.home).text(record.cwd), "")),
    ]
    is_waiting = details.status == "awaiting_approval"
    if is_waiting or record.approved_by:
        facts.append((("asked by", "dim"), (message_text(record.asked_by), "")))
    if record.approved_by:
        when = moment_text(record.approved_at)
        facts.append((("approved by", "dim"), (f"{message_text(record.approved_by)}, {when}", "")))
    if is_waiting:
        facts.append((("hash", "dim"), (record.plan_hash, "")))
    if record.reason:
        facts.append((("reason", "dim"), (message_text(record.reason), "")))
    yield from columns(facts, indent=2)
    yield Line()
    yield from _actions(gw, details, places, verbose=verbose)
    if details.files:
        yield Line()
        yield Line((("Files of the run:", "bold"),))
        for file in details.files:
            yield Line((("  ", ""), (places.text(str(file)), "dim")), 2)


def _actions(gw: Goalwright, details: RunDetails, places: Places, *, verbose: bool) -> Iterator[Line]:
    marks = marks_for(sys.stdout)

    def tail(action: PlannedAction) -> tuple[Part, Part]:
        outcome = details.outcomes[action.action_id]
        took = f" {seconds_text(outcome.seconds)}" if outcome.attempts else ""
        state = f"{marks.of_state(outcome.state)} {state_word(outcome.state)}{took}"
        return (name_text(action.tool or "any tool"), "dim"), (state, STATE_STYLES.get(outcome.state, "dim"))

    def notes(action: PlannedAction) -> Iterator[Part]:
        outcome = details.outcomes[action.action_id]
        if outcome.error:
            yield "error: ", message_text(outcome.error)
        if action.action_class == "observe" and outcome.is_done:
            yield "saw: ", message_text(answer_text(outcome.output))
        if isinstance(why := outcome.output.get("why"), str):
            yield "why this one: ", message_text(why)
        for remark in remarks(outcome.output):
            yield "note: ", remark

    plan = details.record.plan
    if verbose or not is_folded(len(plan.actions)):
        yield from tree_lines(list(tree_rows(plan, gw.stages(plan), marks)), places, tail, notes)
        return
    telling = [action for action in plan.actions if any(True for _ in notes(action))]
    yield from _counted(plan, {action.action_id for action in telling}, details, places)
    rows = [Row(action, "", "", ()) for action in telling[:MOST_UNFOLDED]]
    yield from tree_lines(rows, places, tail, notes) if rows else ()
    if len(telling) > len(rows):
        yield Line(((f"and {len(telling) - len(rows):,} more of which there is something to say", ""),))
    yield Line((("--verbose shows every action.", "dim"),))


def _counted(plan: Plan, left_out: Collection[str], details: RunDetails, places: Places) -> Iterator[Line]:
    """The actions of one tool that ended in one way, as one line."""
    marks = marks_for(sys.stdout)
    groups: dict[tuple[str | None, str], list[PlannedAction]] = {}
    for action in plan.actions:
        if action.action_id not in left_out:
            groups.setdefault((action.tool, details.outcomes[action.action_id].state), []).append(action)
    for (tool, state), group in groups.items():
        ended = f"{marks.of_state(state)} {state_word(state)}"
        words = (folded_words(group, places), ""), (f"  {name_text(tool or 'any tool')}  ", "dim")
        yield Line((*words, (ended, STATE_STYLES.get(state, "dim"))), 2)
