"""The end of a run: one honest line about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from goalwright.doors.cli.plain_text import counted, message_text, name_text, seconds_text

if TYPE_CHECKING:
    from goalwright.contracts import ActionOutcome, RunReport

_LISTED = 3


def summary(report: RunReport, words: Mapping[str, str], *, can_undo: bool, is_watched: bool = False) -> str:
    """The run in one line: what was done, what was not and why, and what can be done about it.

    A person who watched it has just read why, and is not told twice.
    """
    by_state: dict[str, list[ActionOutcome]] = {}
    for outcome in report.outcomes.values():
        by_state.setdefault(outcome.state, []).append(outcome)
    told = "; ".join([*_told(report, by_state, None if is_watched else words), *_unmet(report)])
    hints = "; ".join(_hints(report, by_state, can_undo=can_undo))
    return f"{told} ({hints})" if hints else told


def _told(
    report: RunReport, by_state: Mapping[str, list[ActionOutcome]], words: Mapping[str, str] | None
) -> Iterator[str]:
    """What became of the actions; with words for them also why."""
    total, done = len(report.outcomes), len(by_state.get("done", ()))
    if report.status == "cancelled":
        yield f"stopped after {seconds_text(report.seconds)}: {done} of {counted(total, 'action')} done"
    elif done == total:
        yield f"{counted(done, 'action')} done in {seconds_text(report.seconds)}"
    for state, verb in (("failed", "failed"), ("in_doubt", "in doubt")):
        if found := by_state.get(state):
            of_total = f" of {counted(total, 'action')}" if total > 1 else " action"
            why = f": {_causes(found, words)}" if words is not None else ""
            yield f"{len(found)}{of_total} {verb}{why}"
    if skipped := by_state.get("skipped"):
        yield f"{len(skipped)} skipped"
    if report.status != "cancelled":
        if never := by_state.get("cancelled"):
            yield f"{len(never)} not begun"
        if 0 < done < total:
            yield f"{done} done in {seconds_text(report.seconds)}"


def _causes(outcomes: list[ActionOutcome], words: Mapping[str, str]) -> str:
    told = [
        f"{words.get(outcome.action_id, name_text(outcome.action_id))}: {message_text(outcome.error)}"
        for outcome in outcomes[:_LISTED]
    ]
    more = len(outcomes) - _LISTED
    return ", ".join(told) + (f" and {more} more" if more > 0 else "")


def _unmet(report: RunReport) -> Iterator[str]:
    if report.unmet:
        yield f"{counted(len(report.unmet), 'goal')} left out: " + ", ".join(
            f"{name_text(goal.goal_id)} ({message_text(goal.detail or goal.reason)})" for goal in report.unmet[:_LISTED]
        )


def _hints(report: RunReport, by_state: Mapping[str, list[ActionOutcome]], *, can_undo: bool) -> Iterator[str]:
    if report.run_id:
        yield f"run {report.run_id}"
    doubtful = [outcome for outcome in by_state.get("in_doubt", ()) if outcome.verified == "unobservable"]
    if doubtful:
        name = name_text(doubtful[0].action_id)
        yield f"look, then `goalwright resume --redo {name}` or `--skip {name}`"
    elif report.status in ("failed", "cancelled", "interrupted"):
        yield "go on with `goalwright resume`"
    if can_undo and "done" in by_state:
        yield "undo with `goalwright undo`"
