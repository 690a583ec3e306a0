"""A job as lines to read: when it is done, what it does, and what it puts at stake."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from goalwright.app.told_triggers import told_time, told_trigger
from goalwright.contracts.jobs import Moment, Recurrence, Routine
from goalwright.doors.cli.moments import moment_text
from goalwright.doors.cli.plain_text import message_text, name_text, shortened
from goalwright.doors.cli.plan_view import RISK_STYLES, risk_text
from goalwright.doors.cli.screen import Line, columns

if TYPE_CHECKING:
    from goalwright.contracts.job_views import JobView
    from goalwright.contracts.jobs import Job
    from goalwright.doors.cli.short_paths import Places

_LONGEST = 100
STATE_STYLES = {"active": "green", "paused": "yellow", "ended": "dim"}


def job_lines(job: Job, times: Sequence[float], places: Places) -> Iterator[Line]:
    """What starts a job, when that is next, what it does and what of it is of high risk."""
    rows = [(("When: ", "bold"), (message_text(told_trigger(job.trigger, places.shown)), ""))]
    rows += [(("Next: " if not place else "", "bold"), (told, "")) for place, told in enumerate(next_times(job, times))]
    command = job.text or f"{len(job.goals)} goals of a file"
    rows.append((("Does: ", "bold"), (message_text(command), "")))
    for line in job.shape.high_risk:
        rows.append((("Risk: ", "bold red"), (message_text(_short(line, places)), "bold red")))
    if job.ask_then:
        rows.append((("Asks: ", "bold"), ("high risk waits for your approval each time", "")))
    yield from columns(rows)


def shape_lines(job: Job) -> Iterator[Line]:
    """What a job may do, by its verbs, where no plan can be shown."""
    for part in job.shape.parts:
        many = (
            "any number of things"
            if part.most == 0
            else "one thing"
            if part.most == 1
            else f"at most {part.most} things"
        )
        yield Line(
            (
                (f"  {name_text(part.verb)}  ", "cyan"),
                (f"{many}  ", "dim"),
                (risk_text(part.risk), RISK_STYLES[part.risk]),
            )
        )


def next_times(job: Job, times: Sequence[float]) -> list[str]:
    """When time starts a job next, in words."""
    if not isinstance(job.trigger, Moment | Recurrence):
        return []
    now = time.time()
    return [told_time(at, job.trigger.zone, now) for at in times]


def list_lines(views: Sequence[JobView], places: Places) -> Iterator[Line]:
    """Jobs one below the other, each with its state and its next time."""
    heads = [(("job", "bold"), ("state", "bold"), ("next", "bold"), ("what", "bold"))]
    yield from columns([*heads, *(_cells(view, places) for view in views)])


def firing_lines(view: JobView) -> Iterator[Line]:
    """How a job went the last times: when each was due, or done for what is never due, such as a file that arrives."""
    if not view.firings:
        return
    yield Line()
    yield Line((("Last times:", "bold"),))
    rows = [
        (
            (moment_text(firing.due or firing.at), ""),
            (firing.outcome or firing.state, ""),
            (firing.run_id, "cyan"),
            (message_text(firing.reason), ""),
        )
        for firing in view.firings
    ]
    yield from columns(rows, indent=2)


def _short(line: str, places: Places) -> str:
    """A line with the paths in it written short."""
    for folder, name in ((places.cwd, ""), (places.home, "~/")):
        line = line.replace(f"{folder}/", name) if folder.strip("/") else line
    return line


def _cells(view: JobView, places: Places) -> tuple[tuple[str, str], ...]:
    job = view.job
    told = next_times(job, view.times[:1])
    upcoming = (
        told[0]
        if told
        else ""
        if isinstance(job.trigger, Moment | Recurrence)
        else told_trigger(job.trigger, places.shown)
    )
    is_called = isinstance(job.trigger, Routine)
    return (
        (job.job_id, "cyan"),
        ("routine" if is_called and view.state == "active" else view.state, STATE_STYLES[view.state]),
        (message_text(upcoming), ""),
        (message_text(shortened(job.said or job.text, _LONGEST)), ""),
    )
