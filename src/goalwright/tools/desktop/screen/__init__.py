"""The screen."""

from goalwright.tools.desktop.screen.screen_family import make_tools, missing

__all__ = ["make_tools", "missing"]
