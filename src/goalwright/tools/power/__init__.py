"""Power."""

from goalwright.tools.power.family import make_tools, missing

__all__ = ["make_tools", "missing"]
