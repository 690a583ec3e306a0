"""Runs as they are kept: their record, the entries of their log, and the ports of the store."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path
from typing import Any, Literal, Protocol

from goalwright.contracts.checks import freeze_mapping, put
from goalwright.contracts.circumstances import Circumstances
from goalwright.contracts.frozen import EMPTY, FrozenDict
from goalwright.contracts.plan import Plan
from goalwright.contracts.run_report import RunStatus
from goalwright.contracts.world_state import Fact
from goalwright.dataclass import dataclass, field
from goalwright.named_tuple import NamedTuple

EntryKind = Literal[
    "asked",
    "approved",
    "begun",
    "started",
    "retried",
    "finished",
    "stopping",
    "settled",
    "ended",
    "undo_started",
    "undo_finished",
    "undone",
]
"""`started`, `retried`, `finished` and the undo pair belong to actions, the others to the run. `begun` is written each
time a process takes the run up; `settled` holds the fingerprints of everything it touched, as its actions left it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalEntry:
    """One line of the log. `data` holds plain JSON values: what was before, the outcome, the inverse.

    started: {"before": …, "changed": what others changed of what it is about to touch, if they did}; finished:
    {"outcome": ActionOutcome as JSON, "inverse": … or null, "left": {resource: fingerprint}}; undo_finished: {"error":
    "" or why not}; settled: {"prints": {resource: fingerprint}, "changed": […]}; ended: {"status", "reason"}; asked,
    approved, begun, stopping and undone: {"by": who}. `number` is given by the store, and grows with every entry.
    """

    run_id: str
    kind: EntryKind
    action_id: str = ""
    data: Mapping[str, Any] = EMPTY
    at: float = 0.0
    number: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        freeze_mapping(self, "data")

    @classmethod
    def of_own(
        cls, run_id: str, kind: EntryKind, action_id: str, data: FrozenDict[str, Any], at: float
    ) -> JournalEntry:
        """An entry whose data its maker has just put together and gives away: it is not copied once more."""
        entry = object.__new__(cls)
        for name, value in zip(_FIELDS, (run_id, kind, action_id, data, at, 0), strict=True):
            put(entry, name, value)
        return entry


_FIELDS = ("run_id", "kind", "action_id", "data", "at", "number")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """A run as the store keeps it. `status` is None while it runs, and stays so if its process dies.

    `text` is the sentence, or what stood for it; `request` tells apart what was asked for, so that an id is used for
    one command only. `circumstances` are kept with a plan that needs approval. `details` is anything the app wants
    back later (unmet goals, …).
    """

    run_id: str
    plan: Plan
    plan_hash: str
    text: str = ""
    cwd: str = ""
    status: RunStatus | None = None
    reason: str = ""
    created_at: float = 0.0
    ended_at: float | None = None
    undone: bool = False
    details: Mapping[str, Any] = EMPTY
    request: str = ""
    asked_by: str = ""
    approved_by: str = ""
    approved_at: float | None = None
    circumstances: Circumstances | None = None

    def __post_init__(self) -> None:
        freeze_mapping(self, "details")


class Asked(NamedTuple):
    """A request to end a run: who made it, and whether what runs is to be abandoned."""

    by: str = ""
    is_now: bool = False


class Journal(Protocol):
    """What the executor may ask of the journal."""

    def record(self, entry: JournalEntry) -> Awaitable[None]:
        """Write an entry; it is safe from crashes once the awaitable is done. Entries are kept in the order given,
        those given close together share one commit, and an entry that is not awaited is written too."""

    async def flush(self, run_id: str = "") -> None:
        """Everything recorded so far is safe from crashes; raises what went wrong with it, if anything did."""


RunHold = AbstractContextManager[Any]
"""A run for oneself alone, until the block ends or the process dies."""


class RunStore(Journal, Protocol):
    """Where runs are kept, shared by all processes of a user; what cannot be read or written is a JournalError."""

    def begin(self, record: RunRecord) -> RunHold:
        """Write the run down and hold it; RunIdTaken if there is one of that id, or one is just being made."""

    def approve(self, run_id: str, by: str, at: float) -> bool:
        """Turn a run that waits, and that the caller holds, into one that runs; False if it waits no more."""

    def end(self, run_id: str, status: RunStatus, reason: str = "") -> None:
        """Write down how the run ended; refused if something of it could not be written, so that it is resumed."""

    def mark_undone(self, run_id: str) -> None: ...

    def find(self, run_id: str) -> RunRecord | None:
        """The run of exactly this id."""

    def run(self, name: str) -> RunRecord:
        """The run of this name, or of the only name that it is a part of; RunNotFound."""

    def runs(self, limit: int = 20, status: RunStatus | None = None) -> list[RunRecord]:
        """The newest runs, newest first."""

    def entries(self, run_id: str, after: int = 0) -> Sequence[JournalEntry]:
        """What was recorded of a run after the entry of that number, oldest first."""

    def lock(self, run_id: str) -> RunHold | None:
        """The run for oneself alone; None while another, in this process or not, has it."""

    def is_running(self, run_id: str) -> bool:
        """Whether a process is at work on the run: running, resuming or undoing it."""

    def run_folder(self, run_id: str) -> Path:
        """Where what undo needs, and what the run leaves for people, is kept."""

    def ask_to_stop(self, run_id: str, asked: Asked) -> None:
        """Leave word for the process that is at work on the run."""

    def asked_to_stop(self, run_id: str) -> Asked | None:
        """The word that was left, if any."""

    def forget_stop(self, run_id: str) -> None:
        """Drop word that was left for an earlier process."""


class MachineLock(Protocol):
    """Holds names for this process among all processes of the user; waits for those that another has."""

    def __call__(self, *names: str) -> AbstractAsyncContextManager[None]: ...


class FactsWriter(Protocol):
    """Remembers facts with where they come from."""

    def record(self, facts: Iterable[Fact], *, tool: str, run_id: str, action_id: str) -> None:
        """Keep the facts; those of the same action replace what it said before."""

    def forget(self, run_id: str, action_id: str) -> int:
        """Drop what an action brought about, because it was undone; how many facts that were."""

    def require_writable(self) -> None:
        """JournalError if nothing can be remembered."""

    def require_sound(self) -> None:
        """JournalError if what is remembered is damaged, or nothing can be added to it."""
