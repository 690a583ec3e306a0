"""What is kept between commands, in SQLite files that processes share: the journal, facts and model answers."""

from goalwright.store.facts_memory import FactsMemory
from goalwright.store.journal_store import SqliteJournal

__all__ = ["FactsMemory", "SqliteJournal"]
