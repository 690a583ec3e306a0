"""Keyboard and mouse."""

from goalwright.tools.keyboard.family import make_tools, missing

__all__ = ["make_tools", "missing"]
