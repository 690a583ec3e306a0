"""Arrivals: files that appear or change in watched folders, each acted on once, when it is complete.

A file is complete when it has had the same size and time for a while and no process has it open for writing. Names
that say that a file is hidden or still being written do not count until it is renamed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase

from goalwright.contracts.job_ports import Firing, Folders, JobStore
from goalwright.contracts.jobs import FileArrival, Job
from goalwright.contracts.path_spelling import name as last_part

REST_S = 2.0
"""For how long a file must have been the same to be complete."""
_GONE = "gone"
"""What is kept with a job under the name of its folder while that can't be looked into."""


def is_awaited(trigger: FileArrival, name: str) -> bool:
    """Whether a file of this name is one that the job waits for."""
    if trigger.file:
        return name == trigger.file
    return not trigger.names or any(_matches(name, pattern) for pattern in trigger.names)


def awaited(trigger: FileArrival, listed: Mapping[str, str]) -> dict[str, str]:
    """Those of the files that the job waits for."""
    return {path: seen for path, seen in listed.items() if is_awaited(trigger, last_part(path))}


class Arrivals:
    """Claims files that have come to rest."""

    def __init__(self, store: JobStore, folders: Folders, is_busy: Callable[[str], bool]) -> None:
        self._store, self._folders, self._is_busy = store, folders, is_busy
        self._resting: dict[tuple[str, str], tuple[str, float]] = {}
        self._begun: set[str] = set()

    def claimed(self, jobs: Iterable[Job], ticks: float) -> list[tuple[Job, Firing]]:
        """The files of each job that is free, written down as firings. `ticks` is of a clock that is never set."""
        watched = [job for job in jobs if isinstance(job.trigger, FileArrival) and not job.is_paused]
        self._begun &= {job.job_id for job in watched}
        free = [job for job in watched if not self._is_busy(job.job_id)]
        rested = {job.job_id: self._rested(job, ticks) for job in free}
        written = self._folders.written({path for found in rested.values() for path in found})
        return [
            (job, firing)
            for job in free
            for path, seen in rested[job.job_id].items()
            if path not in written and (firing := self._claim(job, path, seen)) is not None
        ]

    @property
    def is_settling(self) -> bool:
        """Whether there are files that may be complete soon."""
        return bool(self._resting)

    def settle(self, job: Job, made: Iterable[str]) -> None:
        """What a run of the job itself has made or changed is no arrival: else it would go on for ever."""
        if isinstance(job.trigger, FileArrival):
            own = set(made)
            there = awaited(job.trigger, self._listed(job.trigger) or {})
            self._store.see(job.job_id, {path: seen for path, seen in there.items() if path in own})

    def _rested(self, job: Job, ticks: float) -> dict[str, str]:
        """The files that are to be acted on and have been the same for a while, in the order of their names."""
        trigger = job.trigger
        if not isinstance(trigger, FileArrival):
            return {}
        listed, known = self._listed(trigger), self._store.seen(job.job_id)
        was_gone = known.pop(trigger.folder, "") == _GONE
        if listed is None:  # what was seen there is still known: a disk that is plugged in again brings nothing new
            self._drop(job.job_id, {})
            if not was_gone:
                self._store.see(job.job_id, {trigger.folder: _GONE})
            return {}
        there = awaited(trigger, listed)
        if was_gone:
            others = {path for path, seen in known.items() if path in there and not _is_same(seen, there[path])}
            self._store.see(job.job_id, {}, (trigger.folder, *others))
            known = {path: seen for path, seen in known.items() if path not in others}
        if job.job_id not in self._begun and job.missed == "skip":  # what came while no service ran is passed over
            self._store.see(job.job_id, there)
            known |= there
        self._begun.add(job.job_id)
        self._store.see(job.job_id, {}, known.keys() - there.keys())
        new = {path: seen for path, seen in sorted(there.items()) if _is_new(trigger, known.get(path), seen)}
        self._drop(job.job_id, new)
        return {path: seen for path, seen in new.items() if self._is_at_rest((job.job_id, path), seen, ticks)}

    def _is_at_rest(self, key: tuple[str, str], seen: str, ticks: float) -> bool:
        before, since = self._resting.get(key, ("", 0.0))
        if before != seen:
            self._resting[key] = (seen, ticks)
            return False
        return ticks - since >= REST_S

    def _claim(self, job: Job, path: str, seen: str) -> Firing | None:
        self._resting.pop((job.job_id, path), None)
        digest = hashlib.sha256(f"{path}\0{seen}".encode("utf-8", "surrogateescape")).hexdigest()[:16]
        run_id = f"job-{job.job_id}-{digest}"
        firing = Firing(job_id=job.job_id, key=f"file-{digest}", run_id=run_id, due=0.0, subject=path)
        return firing if self._store.claim(firing, seen={path: seen}) else None

    def _drop(self, job_id: str, new: Mapping[str, str]) -> None:
        for known in [key for key in self._resting if key[0] == job_id and key[1] not in new]:
            del self._resting[known]

    def _listed(self, trigger: FileArrival) -> dict[str, str] | None:
        return self._folders.listed(trigger.folder, is_deep=trigger.is_deep)


def _is_new(trigger: FileArrival, known: str | None, seen: str) -> bool:
    """Whether a file is to be acted on: one that is awaited appears, or is not as it was."""
    return known is None if trigger.event == "appears" else known != seen


def _is_same(seen: str, now: str) -> bool:
    """Whether two prints are of one file, found again: only its number may be another on a disk that was away."""
    return seen.rpartition(":")[0] == now.rpartition(":")[0]


def _matches(name: str, pattern: str) -> bool:
    """Only * and ? stand for others: [ in a pattern is itself."""
    return fnmatchcase(name.casefold(), pattern.casefold().replace("[", "[[]"))
