"""The catalogue: every tool there is, as declared, before anybody looked whether it can be used."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from goalwright.contracts import ToolCapability
from goalwright.contracts.tool_entry import PLATFORMS, ToolEntry

TIMEOUT_S = 60


@cache
def catalogue() -> tuple[ToolEntry, ...]:
    """The rows of catalogue.toml in declared order, none connected to what does its work."""
    table = resources.files("goalwright.tools").joinpath("catalogue.toml").read_text(encoding="utf-8")
    return tuple(_entry(name, row) for name, row in tomllib.loads(table).items())


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
