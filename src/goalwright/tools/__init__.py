"""The tools Goalwright knows: what each can achieve, what it needs, and how risky it is."""

from goalwright.tools.registry import ToolEntry, ToolRegistry

__all__ = ["ToolEntry", "ToolRegistry"]
