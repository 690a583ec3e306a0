"""A plan carried out in front of a person: shown, approved, watched, answered and summed up."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from goalwright.dataclass import replace
from goalwright.doors.cli.action_words import action_words, words_by_id
from goalwright.doors.cli.answers import show_answers
from goalwright.doors.cli.plan_view import RISK_STYLES, plan_lines, reference_lines, risk_text, unmet_lines
from goalwright.doors.cli.progress import progress_of
from goalwright.doors.cli.report_view import summary
from goalwright.doors.cli.screen import Line, abandon, columns, is_asked, is_yes, marks_for, show, show_document, warn
from goalwright.doors.cli.short_paths import Places
from goalwright.doors.cli.work_loop import to_its_end
from goalwright.early_interrupt import end_quietly

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import Plan, PlannedAction, RunEvent, RunReport
    from goalwright.doors.cli.sentences import Wanted

Ask = Callable[["Plan"], Awaitable[bool]]
"""Shows a person what a run has found on its way, and asks whether to go on."""
Work = Callable[[Any, Any, Ask], Coroutine[Any, Any, "RunReport"]]
"""Starts a run, given who listens to it, the request to stop, and what asks about what it finds on its way."""
_LISTED = 3
_ASKED_ABOUT = 12


def run_prepared(gw: Goalwright, prepared: Any, wanted: Wanted) -> int:
    """Show the plan, have it approved and run it; the exit code says what came of it."""
    is_open = bool(prepared.needs_approval) and not (wanted.yes or wanted.dry_run)
    is_kept = is_open and wanted.hold
    why_not = "" if is_kept else _objection(gw, prepared, wanted, is_open=is_open)

    async def work(progress: Any, stop: Any, ask: Ask) -> RunReport:
        async def approve(plan: Plan) -> bool:
            return not why_not and not is_kept if plan is prepared.plan else wanted.yes or await ask(plan)

        report = await gw.run(
            prepared,
            approve=approve,
            partial=wanted.partial,
            dry_run=wanted.dry_run,
            hold=wanted.hold,
            on_event=progress,
            stop=stop,
        )
        return replace(report, reason=why_not) if why_not and not report.run_id else report

    return carried_out(gw, prepared.plan, work, as_json=wanted.as_json)


def carried_out(gw: Goalwright, plan: Plan | None, work: Work, *, as_json: bool) -> int:
    """Watch a run to its end and tell what came of it; the exit code says it too.

    Without a plan it is an earlier run that goes on: the journal has its plan, and says what is left of it.
    """
    places = Places.here()
    words = dict(words_by_id(plan, places)) if plan is not None else {}
    with progress_of(words, as_json=as_json) as progress:

        def listen(event: RunEvent) -> None:
            if not words:
                words.update(_words_left(gw, event.run_id, places))
            words.update(words_of_stage(event, places))
            with suppress(OSError):  # a closed terminal is no reason to stop
                progress(event)

        async def ask(stage: Plan) -> bool:
            import asyncio

            if as_json or not is_asked():
                return False
            with progress.paused():
                show_plan(gw, stage, beside=True)
                risky = [action for action in stage.actions if action.risk == "high"]
                return await asyncio.to_thread(is_risked, risky, places)

        report = to_its_end(gw, lambda stop: work(listen, stop, ask), progress.tell)
    return tell_report(gw, report, as_json=as_json)


def tell_report(gw: Goalwright, report: RunReport, *, as_json: bool) -> int:
    """Tell what came of a run; the exit code says it too."""
    end_quietly(report.exit_code)
    try:
        if as_json:
            show_document("report", report)
        else:
            _tell(gw, report, words_by_id(report.plan, Places.here()) if report.plan else {})
        sys.stdout.flush()
    except BrokenPipeError:  # a closed pipe does not change what happened
        abandon()
    return report.exit_code


def words_of_stage(event: RunEvent, places: Places) -> Mapping[str, str]:
    """The actions that a look has just led to, in words; none if the event is another."""
    if event.outcome is None or not event.outcome.is_done or "stage" not in event.outcome.output:
        return {}
    from goalwright.contracts.plan_json import plan_from_json

    return words_by_id(plan_from_json(event.outcome.output["stage"]), places)


def show_plan(gw: Goalwright, plan: Plan, *, verbose: bool = False, beside: bool = False) -> None:
    """The plan as a tree."""
    marks = marks_for(sys.stderr if beside else sys.stdout)
    show(plan_lines(plan, gw.stages(plan), Places.here(), marks, verbose=verbose), beside=beside)


def _words_left(gw: Goalwright, run_id: str, places: Places) -> dict[str, str]:
    details = gw.show(run_id)
    settled = {name for name, outcome in details.outcomes.items() if outcome.state in ("done", "skipped")}
    words = words_by_id(details.record.plan, places)
    return {name: said for name, said in words.items() if name not in settled}


def _objection(gw: Goalwright, prepared: Any, wanted: Wanted, *, is_open: bool) -> str:
    """Show the plan and have it approved: by `--yes`, or by the person. Returns why it is not; nothing if it is.

    What may not run in any case is left to the app to refuse.
    """
    is_allowed = not prepared.refusals and (prepared.result.status == "success" or wanted.partial)
    if prepared.plan is None or not (is_allowed or wanted.dry_run):
        return ""
    places = Places.here()
    if is_open and (wanted.as_json or not is_asked()):
        return f"this needs approval: {_stake(prepared.needs_approval, places)}; add --yes to approve this very plan"
    taken = prepared.meta.references if prepared.meta is not None else ()
    if wanted.dry_run and not wanted.as_json:
        show(reference_lines(taken, places))
        show_plan(gw, prepared.plan, verbose=wanted.verbose)
    elif not wanted.as_json:
        with suppress(OSError):  # as in carried_out
            show(reference_lines(taken, places), beside=True)
            show_plan(gw, prepared.plan, verbose=wanted.verbose, beside=True)
    if is_open and not is_risked(prepared.needs_approval, places):
        return "not approved, so nothing was done"
    return ""


def _stake(risky: Sequence[PlannedAction], places: Places) -> str:
    listed = ", ".join(action_words(action, places) for action in risky[:_LISTED])
    more = f" and {len(risky) - _LISTED} more" if len(risky) > _LISTED else ""
    return f"{listed}{more} (high risk)"


def is_risked(risky: Sequence[PlannedAction], places: Places) -> bool:
    """Whether the person, shown what is at stake, says yes."""
    rows = [
        ((action_words(action, places), ""), (risk_text(action.risk), RISK_STYLES[action.risk]))
        for action in risky[:_ASKED_ABOUT]
    ]
    more = len(risky) - _ASKED_ABOUT
    rest = [Line(((f"  and {more:,} more", "bold red"),))] if more > 0 else []
    show([Line(), Line((("At stake:", "bold"),)), *columns(rows, indent=2), *rest], beside=True)
    return is_yes("Run this?")


def _tell(gw: Goalwright, report: RunReport, words: Mapping[str, str]) -> None:
    """The answers, and one line about the run; a refusal is beside the output, like any error."""
    if report.status == "awaiting_approval":
        remedy = f"`goalwright approve {report.run_id}` shows it and asks; its hash is {report.plan_hash}"
        show([Line(((f"waits for approval: {remedy}", "bold"),), 2)])
        return
    if report.status == "refused":
        if len(report.unmet) > 1:
            show(unmet_lines(report.unmet))
        more = "; add --partial to do the rest" if report.plan_status == "partial" else ""
        warn(f"{report.reason}{more}")
        return
    if not report.outcomes:
        show([Line((("Nothing was done: this was a dry run.", "bold"),))])
        return
    show_answers(report.answers, words, Places.here())
    is_watched = sys.stdout.isatty() and sys.stderr.isatty()
    told = summary(report, words, can_undo=_can_undo(gw, report), is_watched=is_watched)
    show([Line(((told, "bold"),), 2)])


def _can_undo(gw: Goalwright, report: RunReport) -> bool:
    """Whether anything that was done can be taken back."""
    actions = report.plan.actions if report.plan is not None else ()
    tools = [
        action.tool
        for action in actions
        if action.action_class == "actuate" and action.tool and report.outcomes[action.action_id].is_done
    ]
    entries = [gw.registry.entry(tool) for tool in tools]
    return any(entry is not None and entry.reversible for entry in entries)
