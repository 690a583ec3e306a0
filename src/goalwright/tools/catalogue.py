"""The catalogue: every tool there is, as declared, whether or not it can be used here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from goalwright.contracts import ToolCapability
from goalwright.contracts.digests import sha256
from goalwright.contracts.tool_entry import PLATFORMS, ToolEntry

TABLE = Path(__file__).with_name("catalogue.toml")
COMPILED = Path(__file__).with_name("catalogue.json")
"""Written by `make tables`: reading JSON is twenty times as quick. The table decides, not this."""


@cache
def catalogue() -> tuple[ToolEntry, ...]:
    """The rows of catalogue.toml in declared order, none connected to what does its work."""
    return tuple(_entry(name, row) for name, row in _rows(TABLE.read_bytes()).items())


def compiled_text() -> str:
    """What COMPILED is to hold: the rows, and the digest of the table that they were read from."""
    import tomllib

    table = TABLE.read_bytes()
    return json.dumps({"digest": _digest(table), "rows": tomllib.loads(table.decode())}, indent=1) + "\n"


def _rows(table: bytes) -> Mapping[str, Any]:
    """The rows of the table, read ahead of time unless it was changed since."""
    with suppress(OSError, ValueError, KeyError):
        compiled: dict[str, Any] = json.loads(COMPILED.read_bytes())
        if compiled["digest"] == _digest(table):
            return dict(compiled["rows"])
    import tomllib

    return tomllib.loads(table.decode())


def _digest(table: bytes) -> str:
    return sha256(table).hexdigest()[:16]


def names_under(family: str) -> tuple[str, ...]:
    """The names of a family's tools: those that begin with its name."""
    return tuple(entry.name for entry in catalogue() if entry.name.startswith(f"{family}."))


def _entry(name: str, row: Mapping[str, Any]) -> ToolEntry:
    requires, effects = row.get("requires", ()), row.get("effects", ())
    return ToolEntry(
        name=name,
        capability=ToolCapability(name=name, can_achieve=row["can_achieve"], requires=requires, effects=effects),
        risk=row["risk"],
        least_risk=row.get("least_risk", "none"),
        reversible=row["reversible"],
        platforms=row.get("platforms", PLATFORMS),
        description=row["summary"],
        args=row.get("args", {}),
        intents=row["intents"],
        pools=row.get("pools", ()),
        timeout_s=row.get("timeout_s", 60),
        is_idempotent=row.get("idempotent", False),
        waits=row.get("waits", False),
        is_trusted=not row.get("untrusted", False),
    )
