"""The durable log of runs: what was begun, what came of it, and how to take it back."""

from goalwright.journal.locks import RunLock
from goalwright.journal.run_ids import new_run_id
from goalwright.journal.store import SqliteJournal

__all__ = ["RunLock", "SqliteJournal", "new_run_id"]
