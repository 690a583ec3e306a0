"""The tools of windows by name, and which of them this machine lacks."""

from __future__ import annotations

from collections.abc import Mapping

from goalwright.contracts import Tool
from goalwright.tools.services import Services


def make_tools(_services: Services) -> Mapping[str, Tool]:
    """The tools of this family by name."""
    return {}


def missing(_services: Services) -> Mapping[str, str]:
    """Which of these cannot be used here, and why."""
    return {}
