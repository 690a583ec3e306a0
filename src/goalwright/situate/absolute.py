"""Absolute paths: what a path as people write it means on this machine."""

from __future__ import annotations

from collections.abc import Mapping

from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.path_spelling import is_windows, normal
from goalwright.dataclass import dataclass
from goalwright.rules.vocabulary import KnownFolder, Vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Where paths start: the working folder, the home folder, known folders and the folders that stand for drives.

    `folders` says where known folders are, by their names in `words`, where that is not as `words` has it; `drives`
    are by letter. Nothing is looked at, and `..` is kept: with symlinks about, only a disk can say where it leads.
    """

    cwd: str
    home: str
    words: Vocabulary
    folders: Mapping[str, str] = EMPTY
    drives: Mapping[str, str] = EMPTY

    def absolute(self, path: str) -> str:
        """The path as this machine has it. A Windows path whose drive nothing stands for stays what it is."""
        if is_windows(path):
            return self._on_drive(normal(path))
        if path.startswith("/") or (is_windows(self.cwd) and path.startswith("\\")):
            return _below(self.cwd[:2], path) if is_windows(self.cwd) else normal(path)
        first, _, rest = path.partition("/")
        if first == "~":
            return _below(self.home, rest)
        known = self.words.folder(first)
        return _below(self.cwd, path) if known is None else _below(self._place(known), rest)

    def _place(self, folder: KnownFolder) -> str:
        return self.folders.get(folder.name) or self.absolute(folder.path)

    def _on_drive(self, path: str) -> str:
        """Windows settles `..` by the text alone, and nothing lies above a drive."""
        root = next((self.drives[name] for name in self.drives if name[:1].upper() == path[0]), "")
        if not root or path.startswith("\\"):
            return path
        parts: list[str] = []
        for part in path[3:].split("\\"):
            if part != "..":
                parts.append(part)
            elif parts:
                parts.pop()
        return _below(root, "/".join(parts))


def _below(folder: str, path: str) -> str:
    return normal(f"{folder}\\{path}" if is_windows(folder) else f"{folder}/{path}")
