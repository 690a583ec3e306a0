"""Files of the package that were parsed ahead of time: JSON, or a text with a name and a tab in front of each line.

A process that loads its modules from the bundle of bytecode has these in it, too, in Python's own form, which is read
in a third of the time.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in the package's own __init__
if TYPE_CHECKING:
    from typing import Any, Protocol

    class Kept(Protocol):
        """What has something of files, by their paths: None for one that it does not have as the file is now."""

        def parsed(self, path: str) -> object: ...

        def digest(self, path: str) -> str | None: ...


NAMES = ("rules/compiled.json", "rules/templates.txt", "language/compiled.json", "tools/catalogue.json")
"""Those that everyday commands read, by their place in the package."""
_kept: list[Kept] = []


def ask_first(kept: Kept) -> None:
    """Ask this for the files first."""
    _kept.append(kept)


def parsed(path: str) -> Any:
    """What a file holds; OSError or ValueError if it cannot be read or is not whole."""
    for kept in _kept:
        found = kept.parsed(path)
        if found is not None:
            return found
    with open(path, "rb") as opened:  # noqa: PTH123  # pathlib takes a while to load
        return parse(path, opened.read())


def digest_of(path: str) -> str:
    """What a file is recognised by; OSError if it cannot be read."""
    for kept in _kept:
        found = kept.digest(path)
        if found is not None:
            return found
    with open(path, "rb") as opened:  # noqa: PTH123
        return digest(opened.read())


def digest(data: bytes) -> str:
    """What bytes are recognised by."""
    import zlib

    return f"{len(data):x}.{zlib.crc32(data):x}"  # told apart from older ones, not from forged ones


def parse(path: str, data: bytes) -> Any:
    if path.endswith(".json"):
        import json

        return json.loads(data)
    *lines, rest = data.decode().split("\n")
    if rest:
        raise ValueError(path)
    return {name: kept for name, _, kept in (line.partition("\t") for line in lines)}
