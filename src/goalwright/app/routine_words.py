"""The words that call routines."""

from __future__ import annotations

from collections.abc import Iterable

from goalwright.contracts.jobs import Job, Routine


def called_routine(jobs: Iterable[Job], text: str) -> Job | None:
    """The routine among some jobs that these words call, if they are nothing but that; the newest of several."""
    said = _plain(text)
    found = [job for job in jobs if not job.is_paused and said in map(_plain, _words(job))]
    return found[-1] if found and said else None


def _words(job: Job) -> tuple[str, ...]:
    return job.trigger.words if isinstance(job.trigger, Routine) else ()


def _plain(text: str) -> str:
    """Words without their case and what stands around them."""
    return " ".join(text.casefold().split()).strip(" .,;:!?\"'")
