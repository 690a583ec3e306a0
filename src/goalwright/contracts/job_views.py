"""What doors are told about jobs."""

from __future__ import annotations

from typing import Literal

from goalwright.contracts.job_ports import Firing
from goalwright.contracts.jobs import Job
from goalwright.dataclass import dataclass

JobState = Literal["active", "paused", "ended"]


@dataclass(frozen=True, slots=True, kw_only=True)
class JobView:
    """A job as it is now: when it is due next, as far as time decides, and how it went the last times."""

    job: Job
    state: JobState
    times: tuple[float, ...] = ()
    firings: tuple[Firing, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class JobDraft:
    """A job that is ready to be looked at and made.

    `note` says what stands in the way of it now, if it can't be planned yet. `approval` is what approves the job's
    actions of high risk, and of no other job.
    """

    job: Job
    times: tuple[float, ...] = ()
    note: str = ""
    approval: str = ""

    @property
    def needs_approval(self) -> bool:
        """Whether it is made only with an approval: high risk that is not asked about each time."""
        return bool(self.job.shape.high_risk) and not self.job.ask_then
