"""The clipboard."""

from goalwright.tools.clipboard.family import make_tools, missing

__all__ = ["make_tools", "missing"]
