"""The catalogue: every tool there is, as declared, whether or not it can be used here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from goalwright.contracts import ToolCapability
from goalwright.contracts.digests import sha256
from goalwright.contracts.frozen import FrozenDict
from goalwright.contracts.tool_entry import PLATFORMS, ToolEntry
from goalwright.parsed_files import parsed

TABLE = Path(__file__).with_name("catalogue.toml")
COMPILED = Path(__file__).with_name("catalogue.json")
"""Written by `make tables`: reading JSON is twenty times as quick. The table decides, not this."""


@cache
def catalogue() -> tuple[ToolEntry, ...]:
    """The rows of catalogue.toml in declared order, none connected to what does its work."""
    rows, are_compiled = _rows(TABLE.read_bytes())
    make = _ready if are_compiled else _checked
    return tuple(_entry(name, row, make) for name, row in rows.items())


def compiled_text() -> str:
    """What COMPILED is to hold: the rows, and the digest of the table that they were read from."""
    import tomllib

    table = TABLE.read_bytes()
    rows = tomllib.loads(table.decode())
    for name, row in rows.items():
        _entry(name, row, _checked)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
    return f'{{"digest": {json.dumps(_digest(table))}, "rows": {{\n{lines}\n}}}}\n'


def _rows(table: bytes) -> tuple[Mapping[str, Any], bool]:
    """The rows of the table, read and checked ahead of time unless it was changed since; whether they were."""
    with suppress(OSError, ValueError, KeyError):
        compiled: dict[str, Any] = parsed(str(COMPILED))
        if compiled["digest"] == _digest(table):
            return dict(compiled["rows"]), True
    import tomllib

    return tomllib.loads(table.decode()), False


def _digest(table: bytes) -> str:
    return sha256(table).hexdigest()[:16]


def names_under(family: str) -> tuple[str, ...]:
    """The names of a family's tools: those that begin with its name."""
    return tuple(entry.name for entry in catalogue() if entry.name.startswith(f"{family}."))


def _entry(name: str, row: Mapping[str, Any], make: Callable[..., Any]) -> ToolEntry:
    capability = make(
        ToolCapability,
        name=name,
        can_achieve=frozenset(row["can_achieve"]),
        requires=frozenset(row.get("requires", ())),
        effects=frozenset(row.get("effects", ())),
    )
    entry: ToolEntry = make(
        ToolEntry,
        name=name,
        capability=capability,
        risk=row["risk"],
        least_risk=row.get("least_risk", "none"),
        reversible=row["reversible"],
        platforms=tuple(row.get("platforms", PLATFORMS)),
        description=row["summary"],
        args=FrozenDict(row.get("args", {})),
        intents=tuple(row["intents"]),
        pools=tuple(row.get("pools", ())),
        timeout_s=row.get("timeout_s", 60),
        is_idempotent=row.get("idempotent", False),
        waits=row.get("waits", False),
        is_trusted=not row.get("untrusted", False),
        missing="",
        tool=None,
    )
    return entry


def _checked(kind: type, **parts: Any) -> Any:
    return kind(**parts)


def _ready(kind: type, **parts: Any) -> Any:
    """A value whose parts were checked when the table was compiled: checking a hundred entries takes a while."""
    made: Any = object.__new__(kind)
    for name, part in parts.items():
        object.__setattr__(made, name, part)
    return made
