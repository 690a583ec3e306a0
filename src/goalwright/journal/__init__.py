"""The durable log of runs: what was begun, what came of it, and how to take it back."""

from goalwright.journal.locks import RunLock
from goalwright.journal.run_ids import new_run_id
from goalwright.journal.store import SqliteJournal
from goalwright.journal.undo import UndoOutcome, undo_run

__all__ = ["RunLock", "SqliteJournal", "UndoOutcome", "new_run_id", "undo_run"]
