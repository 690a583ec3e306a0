"""Keyboard and mouse."""

from goalwright.tools.desktop.keyboard.keyboard_family import make_tools, missing

__all__ = ["make_tools", "missing"]
