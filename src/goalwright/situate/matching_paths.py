"""Patterns: the files and folders that `/home/me/Downloads/*.pdf` stands for now."""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Callable, Iterator

_WILD = frozenset("*?[")
_ANY_DEPTH = "**"


def matches(pattern: str) -> tuple[str, ...]:
    """The paths that fit an absolute pattern, sorted; a path that is there under this very name stands for itself.

    `*`, `?` and `[…]` fit within a name, `**` any number of folders. Case does not matter. Hidden names fit only a
    part that begins with a dot, links to folders are not followed by `**`, and what may not be read has no matches.
    """
    if not pattern.startswith("/"):
        return ()
    if os.path.lexists(pattern):
        return (pattern,)
    found = {"/"}
    for part in pattern.strip("/").split("/"):
        found = {path for folder in found for path in _step(folder, part)}
    return tuple(sorted(found))


def _step(folder: str, part: str) -> Iterator[str]:
    """What one part of a pattern leads to from a folder."""
    if part == _ANY_DEPTH:
        yield from _folders_below(folder)
    elif _WILD.isdisjoint(part):
        path = os.path.join(folder, part)  # noqa: PTH118
        if os.path.lexists(path):
            yield path
    else:
        fits = _fitting(part)
        yield from (entry.path for entry in _entries(folder) if fits(entry.name))


def _folders_below(folder: str) -> Iterator[str]:
    """The folder itself and all folders in it that are not hidden."""
    waiting = [folder]
    while waiting:
        current = waiting.pop()
        yield current
        waiting += [
            entry.path
            for entry in _entries(current)
            if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False)
        ]


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _fitting(part: str) -> Callable[[str], bool]:
    fits = re.compile(fnmatch.translate(_plain(part))).match
    may_be_hidden = part.startswith(".")
    return lambda name: (may_be_hidden or not name.startswith(".")) and fits(_plain(name)) is not None


def _plain(name: str) -> str:
    """One spelling for names that look the same: accents composed, capitals made small."""
    if name.isascii():
        return name.lower()
    import unicodedata

    return unicodedata.normalize("NFC", name).casefold()
