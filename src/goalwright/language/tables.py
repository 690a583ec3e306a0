"""Word tables: those of `language/en`, each read when the first of its words is wanted.

`make tables` writes `compiled.txt`, which has them parsed, one table a line: its name, the digest of its file, and its
rows as JSON. A table that was changed since is parsed again: the file saves time and decides nothing.
"""

from __future__ import annotations

import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any

FILE = "compiled.txt"
_HERE = Path(__file__).parent


def folder() -> Path:
    return _HERE / "en"


@cache
def table(name: str) -> dict[str, Any]:
    data = source(name)
    known, _, rows = _compiled().get(name.encode(), b"").partition(b" ")
    if known == digest(data).encode():
        found: dict[str, Any] = json.loads(rows)
        return found
    import tomllib  # only a table that was changed needs it

    return tomllib.loads(data.decode())


@cache
def words(name: str, *groups: str) -> frozenset[str]:
    """The words of some groups of a table."""
    return frozenset(word for group in groups for word in table(name)[group])


def source(name: str) -> bytes:
    """A table's file as it is."""
    return folder().joinpath(f"{name}.toml").read_bytes()


def digest(data: bytes) -> str:
    """What a table's bytes are recognised by."""
    return f"{len(data):x}.{zlib.crc32(data):x}"  # told apart from older ones, not from forged ones


@cache
def _compiled() -> dict[bytes, bytes]:
    try:
        kept = (_HERE / FILE).read_bytes()
    except OSError:
        return {}
    return {name: rest for name, _, rest in (line.partition(b" ") for line in kept.split(b"\n"))}
