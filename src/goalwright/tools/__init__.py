"""The tools Goalwright knows: what each can achieve, what it needs, and how risky it is."""

from goalwright.contracts.tool_entry import ToolEntry
from goalwright.tools.registry import ToolRegistry

__all__ = ["ToolEntry", "ToolRegistry"]
