"""Paths as the planner sees them: which registers they stand for, and which folders are always there."""

from __future__ import annotations

from functools import lru_cache

from goalwright.contracts.paths import CACHED, CACHED_LENGTH, ancestors, is_windows, parent
from goalwright.rules.vocabulary import Vocabulary

PATH_REGISTERS = frozenset({"file", "dir"})


def dir_register(path: str) -> str:
    return f"dir:{path}"


def is_standing(path: str, words: Vocabulary) -> bool:
    """Whether a folder exists without anybody making it: the working folder, home, a root, a known folder."""
    if path in (".", "~", "/") or (is_windows(path) and not ancestors(path)):
        return True
    if path == ".." or path.endswith("/..") or path.endswith("\\.."):
        return True
    folder = words.folder(path.removeprefix("~/"))
    return folder is not None and not path.startswith("/")


def folders_above(path: str) -> tuple[str, ...]:
    """The registers of the folders above a path, nearest first."""
    above = parent(path)
    if above == path:
        return ()
    return _folders_from(above) if len(above) <= CACHED_LENGTH else _folders_from.__wrapped__(above)


@lru_cache(maxsize=CACHED)
def _folders_from(path: str) -> tuple[str, ...]:
    """A folder's register and those above it: files of one folder share them."""
    return tuple([dir_register(folder) for folder in (path, *ancestors(path))])
