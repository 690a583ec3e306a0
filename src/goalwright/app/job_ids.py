"""The names of jobs and of their firings, and what an approval of a job is bound to."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from goalwright.app.preparing import digest
from goalwright.contracts.job_json import job_to_json
from goalwright.contracts.job_ports import Firing
from goalwright.contracts.jobs import Job
from goalwright.contracts.json_fields import canonical_json

# Nothing in it is taken for something else when it is read aloud or copied by hand.
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 5
_APPROVED = ("when", "cwd", "text", "goals", "shape", "ask_then")


def new_job_id() -> str:
    return "".join(_ALPHABET[number % len(_ALPHABET)] for number in os.urandom(_LENGTH))


def approval_of(job: Job) -> str:
    """What approves this job: its command, what starts it and what it may do."""
    document = job_to_json(job)
    return digest(["job", *(canonical_json(document[name]) for name in _APPROVED)])


def asked_firing(job: Job, subject: str, now: float) -> Firing:
    """The firing of a job that a person has asked for."""
    stamp = f"{datetime.fromtimestamp(now, UTC):%Y%m%dT%H%M%SZ}-{os.urandom(2).hex()}"
    return Firing(job_id=job.job_id, key=f"now-{stamp}", run_id=f"job-{job.job_id}-{stamp}", due=now, subject=subject)
