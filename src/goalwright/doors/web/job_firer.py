"""JobFirer: has the service carry out what jobs give rise to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.app.job_service import job_run, show_waiting, what_came
from goalwright.contracts.job_ports import Fired
from goalwright.doors.cli.screen import warn
from goalwright.doors.web.problems import TurnedDown
from goalwright.errors import GoalwrightError, JournalError

if TYPE_CHECKING:
    from goalwright.contracts.job_ports import Firing
    from goalwright.contracts.jobs import Job
    from goalwright.doors.web.service import Service

_CUT_OFF = ("cancelled", "interrupted")


class JobFirer:
    """Runs in the background of a service, in the folder of each job. One that waits for approval is told of."""

    def __init__(self, service: Service, tell: Callable[[Job, str], str] = show_waiting) -> None:
        self._service, self._tell = service, tell

    async def fire(self, job: Job, firing: Firing) -> Fired:
        try:
            gw = await self._service.applications.at(job.cwd)
            report = await self._service.finished(firing.run_id, job_run(gw, job, firing))
        except TurnedDown as gone:
            return Fired("refused", f"{job.cwd} is gone ({gone.detail})")
        except JournalError:
            raise  # it can't be written down, and so was not begun, or is taken up: the scheduler comes again
        except GoalwrightError as error:
            return Fired("refused", str(error))
        except Exception as error:  # noqa: BLE001  # a door: jobs go on, and this one says what went wrong
            return Fired("failed", f"unexpected: {type(error).__name__}: {error}")
        self._service.hub.stir()
        came = what_came(report)
        if report.status == "awaiting_approval":
            await asyncio.to_thread(self._tell, job, report.reason)
        is_put_off = self._service.is_ending and report.status in _CUT_OFF
        return came._replace(is_put_off=is_put_off)

    def is_waiting(self, run_id: str) -> bool:
        record = self._service.gw.journal.find(run_id)
        return record is not None and record.status == "awaiting_approval"

    def is_halted(self) -> bool:
        return self._service.is_ending or self._service.halted() is not None

    def tell_trouble(self, problem: str) -> None:
        """At the page, and once in the log."""
        is_new = problem and problem != self._service.jobs_trouble
        self._service.jobs_trouble = problem
        if is_new:
            with suppress(OSError):  # the log may lie on the very disk that is full
                warn(f"jobs are not done: {problem}")
