"""Notifications."""

from goalwright.tools.notices.family import make_tools, missing

__all__ = ["make_tools", "missing"]
