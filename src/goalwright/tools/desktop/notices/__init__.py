"""Notifications."""

from goalwright.tools.desktop.notices.notices_family import make_tools, missing

__all__ = ["make_tools", "missing"]
