"""Sound and media."""

from goalwright.tools.desktop.sound.sound_family import make_tools, missing

__all__ = ["make_tools", "missing"]
