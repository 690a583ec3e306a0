"""The port of the journal: what is written before and after every effect."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Any, Literal, Protocol

from goalwright.contracts.checks import freeze_mapping, put
from goalwright.contracts.frozen import EMPTY, FrozenDict
from goalwright.contracts.plan import Plan
from goalwright.contracts.run_report import RunStatus
from goalwright.dataclass import dataclass

EntryKind = Literal["started", "finished", "undo_started", "undo_finished", "settled"]
"""`started` and `finished` belong to actions, the undo pair too; `settled` to the run: the fingerprints of
everything it touched, taken when it ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalEntry:
    """One line of the log. `data` holds plain JSON values: what was before, the outcome, the inverse.

    started: {"before": …}; finished: {"outcome": ActionOutcome as JSON, "inverse": … or null}; undo_started: {};
    undo_finished: {"error": "" or why not}; settled: {"prints": {resource: fingerprint}}.
    """

    run_id: str
    kind: EntryKind
    action_id: str = ""
    data: Mapping[str, Any] = EMPTY
    at: float = 0.0

    def __post_init__(self) -> None:
        freeze_mapping(self, "data")

    @classmethod
    def of_own(
        cls, run_id: str, kind: EntryKind, action_id: str, data: FrozenDict[str, Any], at: float
    ) -> JournalEntry:
        """An entry whose data its maker has just put together and gives away: it is not copied once more."""
        entry = object.__new__(cls)
        for field, value in zip(_FIELDS, (run_id, kind, action_id, data, at), strict=True):
            put(entry, field, value)
        return entry


_FIELDS = ("run_id", "kind", "action_id", "data", "at")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """A run as the journal keeps it. `status` is None while it runs, and stays so if its process dies.

    `text` is the sentence, or what stood for it; `details` anything the app wants back later (unmet goals, cwd, …).
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

    def __post_init__(self) -> None:
        freeze_mapping(self, "details")


class Journal(Protocol):
    """What the executor may ask of the journal."""

    def record(self, entry: JournalEntry) -> Awaitable[None]:
        """Write an entry; it is safe from crashes once the awaitable is done. Entries are kept in the order given,
        those given close together share one commit, and an entry whose awaitable nobody awaits is written too."""
        ...

    async def flush(self) -> None:
        """Everything recorded so far is safe from crashes; raises what went wrong with it, if anything did."""
        ...
