"""Firings of jobs, and the ports between jobs and what keeps, times, watches and carries them out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from typing import Literal, Protocol

from goalwright.contracts.checks import require_choice, require_text
from goalwright.contracts.jobs import Job, Measure
from goalwright.dataclass import dataclass
from goalwright.named_tuple import NamedTuple

FiringState = Literal["claimed", "done"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Firing:
    """One time that a job is done. It is `claimed` before anything of it runs, so that it is done once.

    `key` tells it from the job's other firings: the due moment, the file, the crossing. `subject` is the file that the
    command's "it" stands for. `outcome` is the status of its run once it is done, or why there was none.
    """

    job_id: str
    key: str
    run_id: str
    due: float
    subject: str = ""
    state: FiringState = "claimed"
    outcome: str = ""
    reason: str = ""
    at: float = 0.0

    def __post_init__(self) -> None:
        require_text(self, "job_id", "key", "run_id")
        require_choice(self, "state", ("claimed", "done"))


class JobStore(Protocol):
    """Where jobs and their firings are kept, shared by all processes of a user."""

    def jobs(self) -> list[Job]:
        """All jobs, oldest first."""

    def handled(self, job_id: str) -> float:
        """The due moment up to which everything was done or passed over."""

    def claim(self, firing: Firing, *, handled: float | None = None, seen: Mapping[str, str] | None = None) -> bool:
        """Write a firing down, with what is dealt with by it, in one step.

        False if it was claimed before, or its job is paused or not there any more.
        """

    def pass_over(self, job_id: str, until: float) -> None:
        """Leave the due moments up to this one undone."""

    def rewind(self, job_id: str, until: float) -> None:
        """Begin again after this moment: the clock was wrong, and what it led to lies ahead."""

    def finish(self, firing: Firing, outcome: str, reason: str = "") -> None: ...

    def open_firings(self) -> list[Firing]:
        """The firings that were claimed and are not done, oldest first."""

    def last_firing(self, job_id: str) -> Firing | None: ...

    def seen(self, job_id: str) -> dict[str, str]:
        """What a job has seen: prints of files by their paths, or what its measure or app was like."""

    def see(self, job_id: str, seen: Mapping[str, str], gone: Iterable[str] = ()) -> None: ...

    def version(self) -> int:
        """A number that changes whenever jobs do, by whichever process."""


class JobClock(Protocol):
    """The time of day, and waiting for it."""

    def now(self) -> float:
        """The time of day, which may be set."""

    def ticks(self) -> float:
        """Seconds that pass, whatever the clock is set to."""

    async def wait(self, until: float | None) -> None:
        """Return at that time of day, or when there may be something new to do."""


class Fired(NamedTuple):
    """What came of a firing: the status of its run and the reason, and the paths of the files that it touched.

    One that `is_put_off` was cut off by the end of the service, and is taken up by the next.
    """

    outcome: str
    reason: str = ""
    touched: tuple[str, ...] = ()
    is_put_off: bool = False


class Firer(Protocol):
    """What carries firings out."""

    async def fire(self, job: Job, firing: Firing) -> Fired:
        """Bring the firing's run to rest. One that was begun before is taken up."""

    def is_waiting(self, run_id: str) -> bool:
        """Whether a run waits for approval."""

    def is_halted(self) -> bool:
        """Whether nothing may be begun now."""

    def tell_trouble(self, problem: str) -> None:
        """Say what keeps jobs from being done, or by an empty text that nothing does."""


class Folders(Protocol):
    """What lies in watched folders."""

    def listed(self, folder: str, *, is_deep: bool) -> dict[str, str] | None:
        """The files in a folder that are not hidden or partial, each with what tells its content apart.

        None if the folder can't be looked into.
        """

    def written(self, paths: Collection[str]) -> frozenset[str]:
        """Those of the files that a process has open for writing, as far as that can be seen."""

    def changes(self, folders: Mapping[str, bool]) -> AsyncIterator[None]:
        """Comes back whenever something happens in the folders; each is watched with those below it if said so."""


class Senses(Protocol):
    """What this machine is like now."""

    def percent(self, measure: Measure) -> float | None:
        """The measure; None where it cannot be told."""

    def running(self, apps: Iterable[str]) -> frozenset[str]:
        """Those of the apps that run."""
