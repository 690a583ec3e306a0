"""Sentences about the jobs there are, carried out: list my jobs, pause all jobs, remove the job about gmail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goalwright.doors.cli.job_deeds import JOB_DEEDS, list_jobs
from goalwright.doors.cli.job_making import run_job
from goalwright.doors.cli.job_view import list_lines
from goalwright.doors.cli.screen import is_asked, is_yes, show
from goalwright.doors.cli.short_paths import Places
from goalwright.errors import AboutJobs, JobRefused

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts.jobs import Job
    from goalwright.doors.cli.sentences import Wanted


def see_to_jobs(gw: Goalwright, asked: AboutJobs, wanted: Wanted) -> int:
    """Do what a sentence asks of jobs."""
    if asked.deed == "list":
        return list_jobs(gw, "", wanted.as_json)
    jobs = gw.jobs.named(asked.name)
    if wanted.dry_run:
        show(list_lines([gw.jobs.show(job.job_id) for job in jobs], Places.here()))
        return 0
    if not asked.name and asked.deed == "remove" and jobs:
        _require_yes(jobs, wanted)
    return (
        max((_done(gw, asked.deed, job, wanted) for job in jobs), default=0)
        if jobs
        else list_jobs(gw, "", wanted.as_json)
    )


def _done(gw: Goalwright, deed: str, job: Job, wanted: Wanted) -> int:
    return run_job(gw, job.job_id, "", wanted) if deed == "run" else JOB_DEEDS[deed](gw, job.job_id, wanted.as_json)


def _require_yes(jobs: Sequence[Job], wanted: Wanted) -> None:
    if not (wanted.yes or (is_asked() and not wanted.as_json and is_yes(f"Remove all {len(jobs)} jobs?"))):
        raise JobRefused(f"this removes {len(jobs)} jobs for good: add --yes, or name one")
