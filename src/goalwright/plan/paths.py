"""Paths as the planner sees them: which registers they stand for, and which folders are always there."""

from __future__ import annotations

from functools import lru_cache

from goalwright.contracts.paths import CACHED, ancestors, identity, is_windows
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


@lru_cache(maxsize=CACHED)
def folders_above(path: str) -> tuple[str, ...]:
    """The registers of the folders above a path, nearest first."""
    return tuple(dir_register(above) for above in ancestors(identity(path)))
