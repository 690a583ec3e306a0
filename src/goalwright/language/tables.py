"""Word tables: those of `language/en`, each read when the first of its words is wanted.

`make tables` writes `compiled.json`, which has them parsed, one table a line: its name, the digest of its file, and its
rows. A table that was changed since is parsed again: the file saves time and decides nothing.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from goalwright.parsed_files import digest_of, parsed

FILE = "compiled.json"
_HERE = Path(__file__).parent


def folder() -> Path:
    return _HERE / "en"


@cache
def table(name: str) -> dict[str, Any]:
    known, rows = _compiled().get(name, ("", {}))
    if known == table_digest(name):
        return rows
    import tomllib  # only a table that was changed needs it

    return tomllib.loads(source(name).decode())


@cache
def words(name: str, *groups: str) -> frozenset[str]:
    """The words of some groups of a table."""
    return frozenset(word for group in groups for word in table(name)[group])


def source(name: str) -> bytes:
    """A table's file as it is."""
    return folder().joinpath(f"{name}.toml").read_bytes()


def table_digest(*names: str) -> str:
    """What some tables are recognised by."""
    return " ".join([digest_of(f"{folder()}/{name}.toml") for name in names])


@cache
def _compiled() -> dict[str, tuple[str, dict[str, Any]]]:
    try:
        found: dict[str, tuple[str, dict[str, Any]]] = parsed(str(_HERE / FILE))
    except (OSError, ValueError):
        return {}
    return found
