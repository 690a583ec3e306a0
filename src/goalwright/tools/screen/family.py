"""The tools of the screen by name, and which of them this machine lacks."""

from __future__ import annotations

from collections.abc import Mapping

from goalwright.contracts import Tool
from goalwright.tools.screen.brightness import brightness_missing, brightness_tools
from goalwright.tools.services import Services


def make_tools(services: Services) -> Mapping[str, Tool]:
    """The tools of this family by name."""
    return brightness_tools(services)


def missing(services: Services) -> Mapping[str, str]:
    """Which of these cannot be used here, and why."""
    return brightness_missing(services)
