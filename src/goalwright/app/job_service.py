"""What the service does jobs with: the scheduler on this machine, and a notice on the desktop."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from goalwright.app.job_firing import fired
from goalwright.app.machine_senses import MachineSenses
from goalwright.app.wall_clock import WallClock
from goalwright.app.watched_folders import WatchedFolders
from goalwright.contracts.job_ports import Fired
from goalwright.errors import ToolFailure
from goalwright.jobs.scheduler import TROUBLE_S, JobScheduler

__all__ = ["TROUBLE_S", "job_run", "job_scheduler", "show_waiting", "what_came"]

if TYPE_CHECKING:
    from goalwright.app.goalwright import Goalwright
    from goalwright.contracts import RunReport
    from goalwright.contracts.job_ports import Firer, Firing
    from goalwright.contracts.jobs import Job

_FAMILIES = ("file:", "dir:", "tree:")


def job_scheduler(gw: Goalwright, firer: Firer) -> JobScheduler:
    """What does the jobs of the user, with the clock, the folders and the state of this machine."""
    store = gw.parts.job_store
    return JobScheduler(store, firer, WallClock(store.version), WatchedFolders(), MachineSenses())


async def job_run(gw: Goalwright, job: Job, firing: Firing) -> RunReport:
    """The run of a firing, in the job's own folder, brought to rest."""
    return await fired(gw.parts, job, firing, by=f"job {job.job_id}")


def what_came(report: RunReport) -> Fired:
    """What a run came to, as jobs want to know it."""
    touched = {register for action in report.plan.actions for register in action.touches} if report.plan else set()
    paths = (register.partition(":")[2] for register in sorted(touched) if register.startswith(_FAMILIES))
    return Fired(report.status, report.reason, tuple(paths))


def show_waiting(job: Job, reason: str) -> str:
    """Tell on the desktop that a job waits for approval; why it could not be told, if it couldn't."""
    from goalwright.tools.desktop.displays import NOT_LINUX
    from goalwright.tools.desktop.notices.notices_family import DesktopNotices, LibraryNotices, showable

    notices = LibraryNotices() if sys.platform in NOT_LINUX else DesktopNotices()
    try:
        notices.show("A job waits for approval", showable(f"{job.said or job.text}\n{reason}"))
    except (ToolFailure, ImportError, OSError) as failure:
        return str(failure)
    return ""
