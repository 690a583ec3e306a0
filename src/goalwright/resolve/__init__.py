"""From an action to the tool that does it, with the plan's own arguments."""

from goalwright.resolve.resolver import Proposer, Resolved, ToolResolver

__all__ = ["Proposer", "Resolved", "ToolResolver"]
