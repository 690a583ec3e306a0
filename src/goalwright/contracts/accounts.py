"""What doors are told about past runs and about this machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from goalwright.contracts.checks import freeze_texts, put
from goalwright.contracts.frozen import EMPTY, FrozenDict
from goalwright.contracts.journal import JournalEntry, RunRecord
from goalwright.contracts.run_report import ActionOutcome, RunStatus
from goalwright.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDetails:
    """A past run: its record, what is known of each action, the log, and the files in its own folder.

    `status` is the record's, or `running` while a process is at it, or `interrupted` if that process died.
    """

    record: RunRecord
    status: RunStatus | Literal["running"]
    outcomes: Mapping[str, ActionOutcome] = EMPTY
    entries: tuple[JournalEntry, ...] = ()
    files: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        put(self, "outcomes", FrozenDict(self.outcomes))
        put(self, "entries", tuple(self.entries))
        freeze_texts(self, "files")

    @property
    def undone(self) -> bool:
        return self.record.undone


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoReport:
    """What an undo took back, in the order it did, and what it could not, with the reason.

    `undone_before` is what an earlier undo of the same run took back before it stopped.
    """

    run_id: str
    undone: tuple[str, ...] = ()
    undone_before: tuple[str, ...] = ()
    not_undone: tuple[tuple[str, str], ...] = ()
    dry_run: bool = False
    is_stopped: bool = False

    def __post_init__(self) -> None:
        freeze_texts(self, "undone", "undone_before")
        put(self, "not_undone", tuple((str(name), str(why)) for name, why in self.not_undone))


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanReport:
    """What was removed from the state folder."""

    runs_removed: int = 0
    facts_removed: int = 0
    bytes_freed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at: `ok` is None where it does not matter whether it works."""

    name: str
    ok: bool | None
    detail: str = ""
    remedy: str = ""
