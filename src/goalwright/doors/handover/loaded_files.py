"""The files that a process was loaded from, and whether they are still the same."""

from __future__ import annotations

import os
import sys

import goalwright.standard_folders as _leaf


class LoadedFiles:
    """A look at Goalwright's own modules, and at the folders that packages are put into, as they are now."""

    def __init__(self) -> None:
        package = os.path.dirname(os.path.abspath(_leaf.__file__))  # noqa: PTH100, PTH120  # plain text, like the rest
        files = (getattr(module, "__file__", None) or "" for module in tuple(sys.modules.values()))
        ours = {file for file in files if file.startswith(package)}
        self._seen = {path: _print(path) for path in (*ours, *filter(None, sys.path))}

    def is_current(self) -> bool:
        """Whether a process that started now would load the same."""
        return all(_print(path) == seen for path, seen in self._seen.items())


def _print(path: str) -> tuple[int, int, int]:
    try:
        seen = os.stat(path)  # noqa: PTH116  # hundreds of looks for each command
    except OSError:
        return 0, 0, 0
    return seen.st_ino, seen.st_mtime_ns, seen.st_size
