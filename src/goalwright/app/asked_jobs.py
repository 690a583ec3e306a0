"""Jobs that sentences ask for: what starts them, and the command, seen from here and now."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from goalwright.app.local_zone import local_zone
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
    """The job that a sentence asks for which is not understood as a command; None if it asks for none."""
    asked = parts.interpreter.job(text, on_page=parts.browser_seen().is_running, is_there=parts.is_there)
    if asked is None:
        return None
    zone = local_zone()
    trigger = trigger_of(asked, now or datetime.now(ZoneInfo(zone)), zone, parts.orchestrator.here.absolute)
    return JobOrder(trigger, asked.command, text.strip(), asked.ask_then)
