"""The tools for files and folders: every disk access goes through the allowed folders."""

from goalwright.tools.files.file_tools import make_tools, missing

__all__ = ["make_tools", "missing"]
