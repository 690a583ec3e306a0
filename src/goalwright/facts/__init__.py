"""What became known in earlier runs: facts with where they come from, written by the executor alone."""

from goalwright.facts.memory import FactsMemory, FactsView
from goalwright.facts.stored_fact import StoredFact

__all__ = ["FactsMemory", "FactsView", "StoredFact"]
