"""The tools Goalwright knows: what each can achieve, what it needs, how risky it is, and what does its work.

Its names are loaded when they are first used: much of what is in this room does without the registry.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in the package's own __init__
if TYPE_CHECKING:
    from typing import Any

    from goalwright.contracts.tool_entry import ToolEntry
    from goalwright.tools.registry import ToolRegistry
    from goalwright.tools.services import FactsReader, Services

__all__ = ["FactsReader", "Services", "ToolEntry", "ToolRegistry"]

_HOMES = {
    "FactsReader": "goalwright.tools.services",
    "Services": "goalwright.tools.services",
    "ToolEntry": "goalwright.contracts.tool_entry",
    "ToolRegistry": "goalwright.tools.registry",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    globals()[name] = value = getattr(import_module(_HOMES[name]), name)
    return value
