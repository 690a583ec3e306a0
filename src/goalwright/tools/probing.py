"""Probing: which tools can be used on this machine, and why the others cannot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import NamedTuple

from goalwright.contracts import Tool, ToolEntry
from goalwright.contracts.dataclass import replace
from goalwright.contracts.tool_entry import PLATFORM_NAMES
from goalwright.errors import ContractViolation
from goalwright.tools.services import Services

# What a tool's name begins with -> the module whose `make_tools(services)` gives the tools of that family by name.
# A module may also have `missing(services)`: names of tools that cannot be used here, each with why.
FAMILIES: Mapping[str, str] = {
    "browsers": "goalwright.tools.browser",
    "files": "goalwright.tools.files",
    "system.apps": "goalwright.tools.desktop.apps",
    "system.window": "goalwright.tools.desktop.windows",
    "system.audio": "goalwright.tools.desktop.sound",
    "system.display": "goalwright.tools.desktop.screen",
    "system.clipboard": "goalwright.tools.desktop.clipboard",
    "system.input": "goalwright.tools.desktop.keyboard",
    "system.state": "goalwright.tools.state",
    "system.state.get_active_window": "goalwright.tools.desktop.windows",
    "system.power": "goalwright.tools.desktop.power",
    "system.notify": "goalwright.tools.desktop.notices",
    "memory": "goalwright.tools.memory",
    "echo_tool": "goalwright.tools.text_tools",
    "get_time": "goalwright.tools.text_tools",
}


class Family(NamedTuple):
    """The tools of one module, and why those that cannot be used cannot."""

    tools: Mapping[str, Tool] = {}
    missing: Mapping[str, str] = {}
    problem: str = ""


def probed(entries: Iterable[ToolEntry], services: Services, platform: str) -> tuple[ToolEntry, ...]:
    """The same tools in the same order, each connected to what does its work, or saying why it cannot be used."""
    declared = tuple(entries)
    families = {module: load_family(module, services) for module in dict.fromkeys(FAMILIES.values())}
    undeclared = {name for family in families.values() for name in family.tools} - {entry.name for entry in declared}
    if undeclared:
        raise ContractViolation("ToolRegistry", "tools", f"{sorted(undeclared)[0]!r} is not in the catalogue")
    return tuple(_connected(entry, families, platform) for entry in declared)


def load_family(module: str, services: Services) -> Family:
    """The tools of a module; where a package is not installed, how to install it instead."""
    try:
        loaded = import_module(module)
        tools = loaded.make_tools(services)
    except ImportError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "goalwright"):  # a mistake in this program, not a package that somebody left out
            raise
        return Family(problem=f"the Python package {package} is not installed: `pip install {package}`")
    missing = loaded.missing(services) if hasattr(loaded, "missing") else {}
    return Family(tools, missing)


def on_platform(entry: ToolEntry, platform: str) -> ToolEntry:
    """The same tool, missing where it does not exist on the platform."""
    if platform in entry.platforms or entry.missing:
        return entry
    listed = " and ".join(PLATFORM_NAMES.get(name, name) for name in entry.platforms)
    here = PLATFORM_NAMES.get(platform, platform)
    return replace(entry, missing=f"it exists on {listed} only, and this is {here}")


def _connected(entry: ToolEntry, families: Mapping[str, Family], platform: str) -> ToolEntry:
    here = on_platform(entry, platform)
    if here.missing:
        return here
    module = _longest_match(entry.name, FAMILIES)
    if not module:
        return replace(entry, missing="it is not part of this version")
    family = families[module]
    tool = family.tools.get(entry.name)
    why = family.problem or family.missing.get(entry.name, "")
    if tool is None and not why:
        why = "it is not part of this version"
    return replace(entry, tool=tool, missing=why)


def _longest_match(name: str, table: Mapping[str, str]) -> str:
    """What a table says of a name: by the whole of it, else by as many of its leading parts as it knows."""
    while name not in table and "." in name:
        name = name.rpartition(".")[0]
    return table.get(name, "")
