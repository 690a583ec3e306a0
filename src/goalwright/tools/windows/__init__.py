"""Windows."""

from goalwright.tools.windows.family import make_tools, missing

__all__ = ["make_tools", "missing"]
