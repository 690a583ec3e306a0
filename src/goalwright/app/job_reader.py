"""JobReader: the sentences that are for later, or about jobs, rather than for now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from goalwright.errors import AboutJobs, AsksForJob, CallsRoutine, NotUnderstood
from goalwright.named_tuple import NamedTuple

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from goalwright.contracts.job_ports import JobStore
    from goalwright.contracts.jobs import Trigger
    from goalwright.interpret import GoalInterpreter


class JobOrder(NamedTuple):
    """A job as it was asked for: its trigger, its command as a sentence, and the words that said so."""

    trigger: Trigger
    text: str
    said: str
    ask_then: bool


class JobReader:
    """Reads what the interpreter declines. `around` is what is around a sentence, `absolute` makes paths whole, and
    `store` has the jobs, in a file that is there once there are any."""

    def __init__(
        self,
        interpreter: GoalInterpreter,
        around: Callable[[], Mapping[str, Any]],
        absolute: Callable[[str], str],
        file: Path,
        store: Callable[[], JobStore],
    ) -> None:
        self._interpreter, self._around, self._absolute = interpreter, around, absolute
        self._file, self._store = file, store

    def order(self, text: str, now: datetime | None = None) -> JobOrder | None:
        """The job that a declined sentence asks for; None if it asks for none, NotUnderstood if it is not clear."""
        seen = self._around()
        asked = self._interpreter.job(text, on_page=seen["on_page"], is_there=seen["is_there"])
        if asked is None:
            return None
        from datetime import datetime  # few sentences that are declined ask for a job
        from zoneinfo import ZoneInfo

        from goalwright.app.local_zone import local_zone
        from goalwright.situate.said_triggers import trigger_of

        zone = local_zone()
        trigger = trigger_of(asked, now or datetime.now(ZoneInfo(zone)), zone, self._absolute)
        return JobOrder(trigger, asked.command, text.strip(), asked.ask_then)

    def refuse(self, text: str, declined: NotUnderstood) -> NoReturn:
        """Raise what a declined sentence is: the words of a routine, about jobs, for later, or not understood."""
        if declined.readings:
            raise declined
        if self._file.exists():
            from goalwright.app.routine_words import called_routine

            if (routine := called_routine(self._store().jobs(), text)) is not None:
                raise CallsRoutine(routine.job_id) from None
        if (request := self._interpreter.job_request(text)) is not None:
            raise AboutJobs(request.deed, request.name) from None
        order = self.order(text)
        if order is None:
            raise declined
        raise AsksForJob(order.said, order.text) from None
