"""ToolRegistry: every tool at hand, by name and in declared order."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from goalwright.contracts import Tool, ToolCapability
from goalwright.contracts.tool_entry import ToolEntry
from goalwright.dataclass import replace
from goalwright.errors import ContractViolation
from goalwright.tools.catalogue import catalogue

if TYPE_CHECKING:
    from goalwright.tools.services import Services


class ToolRegistry:
    """Tools in the order they were registered, which decides between tools that serve a goal equally well.

    `problems` says, a sentence each, which plug-ins could not be used and why.
    """

    def __init__(self, entries: Iterable[ToolEntry] = (), problems: Iterable[str] = ()) -> None:
        self._entries: dict[str, ToolEntry] = {}
        self.problems = tuple(problems)
        for entry in entries:
            self.register(entry)

    @classmethod
    def default(cls, *, probe: bool = False, services: Services | None = None) -> ToolRegistry:
        """The whole catalogue, wherever it runs; with `probe`, each tool connected or saying why it is missing.

        Probing also adds the plug-ins that are installed. Without `services` file tools stay inside the home and the
        working folder, and nothing is remembered.
        """
        if not probe:
            return cls(catalogue())
        from goalwright.tools.plugins import with_plugins
        from goalwright.tools.probing import probed

        services = services or _plain_services()
        return cls(*with_plugins(probed(catalogue(), services, sys.platform), services, sys.platform))

    def register(self, entry: ToolEntry) -> None:
        """Add a tool after the others; a name that is taken is a ContractViolation."""
        if not isinstance(entry, ToolEntry):
            raise ContractViolation("ToolRegistry", "entry", "must be a ToolEntry")
        if entry.name in self._entries:
            raise ContractViolation("ToolRegistry", "name", f"{entry.name!r} is registered already: use another name")
        self._entries[entry.name] = entry

    def joined(self, entries: Iterable[ToolEntry], problems: Iterable[str]) -> ToolRegistry:
        """The same tools and others behind them; a name that is taken is a ContractViolation."""
        return ToolRegistry((*self, *entries), (*self.problems, *problems))

    def look_again(self) -> None:
        """Have the tools that were probed asked again when they are next read: they come and go with the machine."""
        for entry in self:
            if hasattr(entry, "forget"):
                entry.forget()

    def serving(self, capabilities: Iterable[ToolCapability]) -> ToolRegistry:
        """The same tools, each also achieving what `capabilities` say of a tool of its name; no tool is added."""
        more = {capability.name: capability.can_achieve for capability in capabilities}
        widened = (_widened(entry, more.get(entry.name, frozenset())) for entry in self)
        return ToolRegistry(widened, self.problems)

    def capabilities(self) -> list[ToolCapability]:
        """What the planner may know of the tools, in declared order."""
        return [entry.capability for entry in self]

    def available(self) -> list[ToolCapability]:
        """What the planner may know of the tools that can be used here, in declared order; none if not probed."""
        return [entry.capability for entry in self if entry.is_available]

    def entry(self, name: str) -> ToolEntry | None:
        """The tool of this name, if there is one."""
        return self._entries.get(name)

    def is_trusted(self, name: str) -> bool:
        """Whether what a tool reports comes from this machine; nothing that is not registered is trusted."""
        entry = self._entries.get(name)
        return entry is not None and entry.is_trusted

    def connected(self) -> list[Tool]:
        """What does the work of the tools that were asked about, which is all that can hold anything open."""
        found = (entry.held if hasattr(entry, "held") else entry.tool for entry in self)
        return [tool for tool in found if tool is not None]

    def names(self) -> list[str]:
        """The tools' names, in declared order."""
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
    capability = replace(entry.capability, can_achieve=entry.capability.can_achieve | keys)
    return entry.serving(capability) if hasattr(entry, "serving") else replace(entry, capability=capability)


def _plain_services() -> Services:
    from goalwright.disk.allowed_roots import AllowedRoots
    from goalwright.tools.services import Services

    return Services(roots=AllowedRoots((Path.home(), Path.cwd())))
