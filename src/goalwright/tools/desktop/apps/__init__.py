"""Apps."""

from goalwright.tools.desktop.apps.apps_family import make_tools, missing

__all__ = ["make_tools", "missing"]
