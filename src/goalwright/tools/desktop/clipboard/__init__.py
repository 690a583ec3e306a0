"""The clipboard."""

from goalwright.tools.desktop.clipboard.clipboard_family import make_tools, missing

__all__ = ["make_tools", "missing"]
