"""Keys of hosts that were removed: the hub's own list, since a row of the database can be put back."""

from __future__ import annotations

from pathlib import Path


class RemovedKeys:
    """A file with a public key on each line."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def add(self, key: str) -> None:
        with self._file.open("a", encoding="ascii") as kept:
            kept.write(f"{key}\n")

    def __contains__(self, key: str) -> bool:
        try:
            return key in self._file.read_text(encoding="ascii").split("\n")
        except FileNotFoundError:
            return False
