"""Every file tool by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from goalwright.contracts import Tool
from goalwright.policy.walk import HAS_DESCRIPTORS
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

MAKERS: Mapping[str, Callable[[Services], FunctionTool]] = {}


def make_tools(services: Services) -> Mapping[str, Tool]:
    """The file tools at work inside the allowed folders."""
    return {name: make(services) for name, make in MAKERS.items()}


def missing(_services: Services) -> Mapping[str, str]:
    """Why file tools cannot be used here, by name."""
    why = "this system cannot hold folders open while it works in them, which keeps file tools inside their bounds"
    return {} if HAS_DESCRIPTORS else dict.fromkeys(MAKERS, why)
