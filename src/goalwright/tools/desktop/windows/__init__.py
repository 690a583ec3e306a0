"""Windows."""

from goalwright.tools.desktop.windows.windows_family import make_tools, missing

__all__ = ["make_tools", "missing"]
