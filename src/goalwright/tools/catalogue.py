"""The catalogue: every tool there is, as declared, before anybody looked whether it can be used."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from goalwright.contracts import ToolCapability
from goalwright.contracts.tool_entry import PLATFORMS, ToolEntry

TIMEOUT_S = 60
TABLE = Path(__file__).with_name("catalogue.toml")
COMPILED = Path(__file__).with_name("catalogue.json")
"""Written by `make tables`, because reading JSON is twenty times as quick; it decides nothing."""


@cache
def catalogue() -> tuple[ToolEntry, ...]:
    """The rows of catalogue.toml in declared order, none connected to what does its work."""
    return tuple(_entry(name, row) for name, row in _rows(TABLE.read_bytes()).items())


def compiled_text() -> str:
    """What COMPILED is to hold: the rows, and what the table was recognised by when they were read."""
    import tomllib

    table = TABLE.read_bytes()
    return json.dumps({"digest": _digest(table), "rows": tomllib.loads(table.decode())}, indent=1) + "\n"


def _rows(table: bytes) -> Mapping[str, Any]:
    """The rows of the table, read ahead of time unless it was changed since."""
    try:
        compiled: dict[str, Any] = json.loads(COMPILED.read_bytes())
        if compiled["digest"] == _digest(table):
            rows: Mapping[str, Any] = compiled["rows"]
            return rows
    except (OSError, ValueError, KeyError):
        pass
    import tomllib

    return tomllib.loads(table.decode())


def _digest(table: bytes) -> str:
    return hashlib.sha256(table).hexdigest()[:16]


def names_under(family: str) -> tuple[str, ...]:
    """The names of a family's tools: those that begin with its name."""
    return tuple(entry.name for entry in catalogue() if entry.name.startswith(f"{family}."))


def _entry(name: str, row: Mapping[str, Any]) -> ToolEntry:
    capability = ToolCapability(
        name=name,
        can_achieve=row["can_achieve"],
        requires=row.get("requires", ()),
        effects=row.get("effects", ()),
    )
    return ToolEntry(
        name=name,
        capability=capability,
        risk=row["risk"],
        least_risk=row.get("least_risk", "none"),
        reversible=row["reversible"],
        platforms=row.get("platforms", PLATFORMS),
        description=row["summary"],
        args=row.get("args", {}),
        intents=row["intents"],
        pools=row.get("pools", ()),
        timeout_s=row.get("timeout_s", TIMEOUT_S),
        is_idempotent=row.get("idempotent", False),
        waits=row.get("waits", False),
        is_trusted=not row.get("untrusted", False),
    )
