"""Power."""

from goalwright.tools.desktop.power.power_family import make_tools, missing

__all__ = ["make_tools", "missing"]
