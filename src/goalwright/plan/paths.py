"""Paths as the planner sees them: which registers they stand for, and which folders are always there."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from goalwright.contracts.path_spelling import CACHED, CACHED_LENGTH, ancestors, identity, is_windows, normal, parent
from goalwright.rules.vocabulary import KnownFolder, Vocabulary

PATH_REGISTERS = frozenset({"file", "dir"})


def dir_register(path: str) -> str:
    return f"dir:{path}"


def is_standing(path: str) -> bool:
    """Whether a folder is there for as long as anything is: a root, or wherever `..` leads."""
    return path == "/" or path.endswith("..") or (is_windows(path) and not ancestors(path))


def standing_folders(words: Vocabulary) -> tuple[str, ...]:
    """The registers of the folders that need no making: the working folder, home, known folders."""
    known = [folder.path for folder in words.folders.values()]
    return tuple(dict.fromkeys(dir_register(identity(path)) for path in (".", "~", *known)))


def known_identity(path: str, folder_of: Callable[[str], KnownFolder | None]) -> str:
    """What all spellings of a path have in common, `desktop/x` and `~/Desktop/x` among them."""
    spelled = identity(path)
    if spelled[0] in "/~." or spelled[1:2] == ":" or spelled[0] == "\\":
        return spelled
    first, slash, rest = spelled.partition("/")
    folder = folder_of(first)
    return identity(f"{folder.path}{slash}{rest}") if folder is not None else spelled


def folders_above(path: str) -> tuple[str, ...]:
    """The registers of the folders above an identity, nearest first."""
    above = folder_above(path)
    if above is None:
        return ()
    return _folders_from(above) if len(above) <= CACHED_LENGTH else _folders_from.__wrapped__(above)


@lru_cache(maxsize=CACHED)
def _folders_from(path: str) -> tuple[str, ...]:
    """A folder's register and those above it: files of one folder share them."""
    return tuple([dir_register(folder) for folder in (path, *identities_above(path))])


def folder_above(path: str) -> str | None:
    """The identity of the folder that an identity lies in; None if it lies in itself."""
    if path.startswith("/") and not path.endswith(("/", "..")):
        return path[: path.rfind("/")] or "/"  # nearly always: an identity has no other parts to look out for
    above = identity(parent(path))
    return above if above != path else None


def identities_above(path: str) -> tuple[str, ...]:
    """The folders above a path, nearest first, each in the one spelling that registers use."""
    above = ancestors(path)
    return above if path.startswith("/") or not is_windows(path) else tuple([identity(folder) for folder in above])


class PlannedPath:
    """A path with everything the planner asks of it, worked out once."""

    __slots__ = ("_registers", "above", "identity", "parent", "spelled")

    def __init__(self, path: str, folder_of: Callable[[str], KnownFolder | None]) -> None:
        self.spelled = normal(path)
        # What starts at the root is its own identity.
        self.identity = self.spelled if path.startswith("/") else known_identity(path, folder_of)
        self.above = folders_above(self.identity)
        self.parent = self.above[0] if self.above else dir_register(self.identity)
        self._registers: dict[str, str] = {}

    def register(self, family: str) -> str:
        """The register of a family that this path stands for."""
        register = self._registers.get(family)
        if register is None:
            register = self._registers[family] = f"{family}:{self.identity}"
        return register
