"""Sound and media."""

from goalwright.tools.sound.family import make_tools, missing

__all__ = ["make_tools", "missing"]
