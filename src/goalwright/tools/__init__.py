"""The tools Goalwright knows: what each can achieve, what it needs, how risky it is, and what does its work."""

from goalwright.contracts.tool_entry import ToolEntry
from goalwright.tools.registry import ToolRegistry
from goalwright.tools.services import FactsReader, Services

__all__ = ["FactsReader", "Services", "ToolEntry", "ToolRegistry"]
