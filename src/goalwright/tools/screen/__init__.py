"""The screen."""

from goalwright.tools.screen.family import make_tools, missing

__all__ = ["make_tools", "missing"]
