"""Apps."""

from goalwright.tools.apps.family import make_tools, missing

__all__ = ["make_tools", "missing"]
