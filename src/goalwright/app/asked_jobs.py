"""Jobs that sentences ask for: what starts them, and the command, seen from here and now."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, NoReturn
from zoneinfo import ZoneInfo

from goalwright.app.local_zone import local_zone
from goalwright.app.places import JOBS_FILE
from goalwright.errors import AsksForJob, CallsRoutine, NotUnderstood
from goalwright.situate.said_triggers import trigger_of

if TYPE_CHECKING:
    from goalwright.app.wiring import Wiring
    from goalwright.contracts.jobs import Trigger


class JobOrder(NamedTuple):
    """A job as it was asked for: its trigger, its command as a sentence, and the words that said so."""

    trigger: Trigger
    text: str
    said: str
    ask_then: bool


def job_order(parts: Wiring, text: str, now: datetime | None = None) -> JobOrder | None:
    """The job that a sentence asks for which is not understood as a command; None if it asks for none.

    NotUnderstood says what is the matter with one that is not clear.
    """
    seen = parts.said_here()
    asked = parts.interpreter.job(text, on_page=seen["on_page"], is_there=seen["is_there"])
    if asked is None:
        return None
    zone = local_zone()
    trigger = trigger_of(asked, now or datetime.now(ZoneInfo(zone)), zone, parts.orchestrator.here.absolute)
    return JobOrder(trigger, asked.command, text.strip(), asked.ask_then)


def refuse_later(parts: Wiring, text: str, declined: NotUnderstood) -> NoReturn:
    """Raise what a declined sentence is rather than a command: the words of a routine, a job, or not clear at all."""
    if declined.readings:
        raise declined
    if (routine := _called(parts, text)) is not None:
        raise CallsRoutine(routine) from None
    order = job_order(parts, text)
    if order is None:
        raise declined
    raise AsksForJob(order.said, order.text) from None


def _called(parts: Wiring, text: str) -> str | None:
    """The id of the routine that these words call."""
    if not (parts.home / JOBS_FILE).exists():
        return None
    from goalwright.app.job_desk import called_routine

    job = called_routine(parts.job_store.jobs(), text)
    return job.job_id if job is not None else None
