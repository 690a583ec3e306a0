"""Paths as people write them: from where they are, or from their home, whichever is shorter."""

from __future__ import annotations

import os
from pathlib import Path

from goalwright.doors.cli.plain_text import harmless
from goalwright.named_tuple import NamedTuple

_TEXTS = frozenset({"content", "text", "query", "url", "what"})
"""Arguments that are taken word for word, though they may begin like a path."""


class Places(NamedTuple):
    """The working and the home folder, as absolute paths; empty if unknown."""

    cwd: str = ""
    home: str = ""

    @classmethod
    def here(cls) -> Places:
        """Where the person is, which need not be where a run was asked for, and their home."""
        try:
            home = str(Path.home())
        except RuntimeError:  # this user has no home folder
            home = ""
        return cls(str(Path.cwd()), home)

    def shown(self, path: str) -> str:
        """The shortest way to write an absolute path; anything else stays as it is."""
        if not path.startswith(os.sep):
            return path
        return min((path, *_below(path, self.cwd, ""), *_below(path, self.home, "~")), key=len)

    def value(self, name: str, value: object) -> object:
        """An argument's value, written short if it is a path, or several."""
        if isinstance(value, tuple | list):
            return [self.value(name, each) for each in value]
        return self.shown(value) if isinstance(value, str) and name not in _TEXTS else value

    def text(self, path: str) -> str:
        """A path in one line."""
        return harmless(self.shown(path))


def _below(path: str, folder: str, name: str) -> tuple[str, ...]:
    """The path from a folder on, if it lies in there and the folder is not the root of everything."""
    if not folder.strip(os.sep):
        return ()
    if path == folder:
        return (name or ".",)
    inside = folder.rstrip(os.sep) + os.sep
    lead = f"{name}{os.sep}" if name else ""
    return (lead + path[len(inside) :],) if path.startswith(inside) else ()
