"""Paths as the planner sees them: which registers they stand for, and which folders are always there."""

from __future__ import annotations

from functools import lru_cache

from goalwright.contracts.paths import CACHED, CACHED_LENGTH, ancestors, identity, is_windows, normal, parent
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
    return tuple([dir_register(identity(folder)) for folder in (path, *ancestors(path))])


class Place:
    """A path with everything the planner asks of it, worked out once."""

    __slots__ = ("above", "identity", "parent", "registers", "spelled")

    def __init__(self, path: str) -> None:
        self.spelled = normal(path)
        self.identity = identity(path)
        self.above = folders_above(self.identity)
        self.parent = self.above[0] if self.above else dir_register(self.identity)
        self.registers = {family: f"{family}:{self.identity}" for family in ("file", "dir")}

    def register(self, family: str) -> str:
        """The register of a family that this path stands for."""
        return self.registers.get(family) or f"{family}:{self.identity}"
