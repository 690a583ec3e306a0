"""ToolRegistry: every tool at hand, by name and in declared order."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from goalwright.contracts import ToolCapability
from goalwright.contracts.tool_entry import PLATFORMS, ToolEntry
from goalwright.errors import ContractViolation


class ToolRegistry:
    """Tools in the order they were registered, which decides between tools that serve a goal equally well."""

    def __init__(self, entries: Iterable[ToolEntry] = ()) -> None:
        self._entries: dict[str, ToolEntry] = {}
        for entry in entries:
            self.register(entry)

    @classmethod
    def default(cls, *, probe: bool = False) -> ToolRegistry:
        """The whole catalogue, wherever it runs. `probe` must be False: the catalogue as declared."""
        if probe:
            raise ContractViolation("ToolRegistry", "probe", "is not part of this version: leave it False")
        return cls(_catalogue())

    def register(self, entry: ToolEntry) -> None:
        """Add a tool after the others; a name that is taken is a ContractViolation."""
        if not isinstance(entry, ToolEntry):
            raise ContractViolation("ToolRegistry", "entry", "must be a ToolEntry")
        if entry.name in self._entries:
            raise ContractViolation("ToolRegistry", "name", f"{entry.name!r} is registered already: use another name")
        self._entries[entry.name] = entry

    def serving(self, capabilities: Iterable[ToolCapability]) -> ToolRegistry:
        """The same tools, each also achieving what `capabilities` say of a tool of its name; no tool is added."""
        more = {capability.name: capability.can_achieve for capability in capabilities}
        return ToolRegistry(_widened(entry, more.get(entry.name, frozenset())) for entry in self)

    def capabilities(self) -> list[ToolCapability]:
        """What the planner may know of the tools, in declared order."""
        return [entry.capability for entry in self]

    def names(self) -> list[str]:
        return list(self._entries)

    def __getitem__(self, name: str) -> ToolEntry:
        return self._entries[name]

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[ToolEntry]:
        return iter(self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)


def _widened(entry: ToolEntry, keys: frozenset[str]) -> ToolEntry:
    if keys <= entry.capability.can_achieve:
        return entry
    return replace(entry, capability=replace(entry.capability, can_achieve=entry.capability.can_achieve | keys))


@cache
def _catalogue() -> tuple[ToolEntry, ...]:
    table = resources.files("goalwright.tools").joinpath("catalogue.toml").read_text(encoding="utf-8")
    return tuple(_entry(name, row) for name, row in tomllib.loads(table).items())


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
        reversible=row["reversible"],
        platforms=row.get("platforms", PLATFORMS),
        description=row["summary"],
    )
