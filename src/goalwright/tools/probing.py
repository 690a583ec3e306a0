"""Probing: which tools can be used on this machine, and why the others cannot."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, cached_property, partial
from importlib import import_module
from typing import Any, TypeAlias

from goalwright.contracts import Tool, ToolCapability, ToolEntry
from goalwright.contracts.tool_entry import PLATFORM_NAMES
from goalwright.dataclass import replace
from goalwright.tools.late_tool import LateTool
from goalwright.tools.services import Services

Connection: TypeAlias = tuple[Tool | None, str]
"""What does a tool's work, or why nothing does."""

# What a tool's name begins with -> the module whose `make_tools(services)` gives the tools of that family by name.
# A module may also have `missing(services)`: names of tools that cannot be used here, each with why, or with a function
# that says why, where finding out takes time.
FAMILIES: Mapping[str, str] = {
    "browsers": "goalwright.tools.browser.browser_family",
    "files": "goalwright.tools.files.file_tools",
    "system.apps": "goalwright.tools.desktop.apps.apps_family",
    "system.window": "goalwright.tools.desktop.windows.windows_family",
    "system.audio": "goalwright.tools.desktop.sound.sound_family",
    "system.display": "goalwright.tools.desktop.screen.screen_family",
    "system.clipboard": "goalwright.tools.desktop.clipboard.clipboard_family",
    "system.input": "goalwright.tools.desktop.keyboard.keyboard_family",
    "system.state": "goalwright.tools.state.state_family",
    "system.state.get_active_window": "goalwright.tools.desktop.windows.windows_family",
    "system.power": "goalwright.tools.desktop.power.power_family",
    "system.notify": "goalwright.tools.desktop.notices.notices_family",
    "memory": "goalwright.tools.memory",
    "echo_tool": "goalwright.tools.text_tools",
    "answer_tool": "goalwright.tools.text_tools",
    "look_tool": "goalwright.tools.text_tools",
    "get_time": "goalwright.tools.text_tools",
}
_LATE = ("tool", "missing")
LOOK_S = 5
"""How many seconds what was found of a family is taken to hold: a look may take longer than making a plan."""


class ProbedEntry(ToolEntry):
    """A tool whose family is loaded and asked when `tool` or `missing` is first read.

    The rest is what its entry in the catalogue says, and taken from there when it is first read: a plan is made of few.
    """

    __slots__ = ("_ask", "_is_asked", "_known", "held")
    held: Tool | None
    """What did the tool's work when it was last asked about, and so may hold something open."""

    @classmethod
    def of(cls, entry: ToolEntry, ask: Callable[[str], Connection]) -> ToolEntry:
        """The same tool, connected or not as `ask` says of its name."""
        made = cls.__new__(cls)
        known = {"name": entry.name, "capability": entry.capability, "_known": entry, "_ask": ask, "held": None}
        known["_is_asked"] = False
        for name, content in known.items():
            object.__setattr__(made, name, content)
        return made

    def forget(self) -> None:
        """Have the family asked again: tools come and go while a process lives."""
        if self._is_asked:
            object.__setattr__(self, "_is_asked", False)
            for late in _LATE:
                with suppress(AttributeError):  # another thread was quicker
                    object.__delattr__(self, late)

    def serving(self, capability: ToolCapability) -> ToolEntry:
        """The same tool with more to achieve, still to be asked."""
        made = ProbedEntry.of(self, self._ask)
        object.__setattr__(made, "capability", capability)
        return made

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there yet, so that later reads cost nothing."""
        if name not in _LATE:
            if name not in self.__parts__:
                raise AttributeError(name)
            content = getattr(self._known, name)
            object.__setattr__(self, name, content)
            return content
        found = self._ask(self.name)
        for late, content in zip(_LATE, found, strict=True):
            object.__setattr__(self, late, content)
        object.__setattr__(self, "held", found[0] or self.held)
        object.__setattr__(self, "_is_asked", True)
        return found[_LATE.index(name)]


class Family:
    """The tools of one module, made when the first of them is used, and why those that cannot be used cannot.

    Tools are made once, since they may hold something open; what is missing is looked for again after a while.
    """

    def __init__(self, module: str, services: Services) -> None:
        self._module, self._services = module, services
        self._looked, self._problem = -math.inf, ""
        self._missing: Mapping[str, str | Callable[[], str]] = {}

    @cached_property
    def _tools(self) -> Mapping[str, Tool]:
        made: Mapping[str, Tool] = import_module(self._module).make_tools(self._services)
        return made

    def connection(self, name: str) -> Connection:
        """The tool of that name, or why it cannot be used."""
        if time.monotonic() - self._looked > LOOK_S:
            self._problem, self._missing = self._found_missing()
            self._looked = time.monotonic()
        found = self._problem or self._missing.get(name, "")
        why = found if isinstance(found, str) else found()
        return (None, why) if why else (LateTool(lambda: self._tools[name]), "")

    def _found_missing(self) -> tuple[str, Mapping[str, str | Callable[[], str]]]:
        try:
            loaded: Any = import_module(self._module)
        except ImportError as error:
            package = (error.name or "").partition(".")[0]
            if package in ("", "goalwright"):  # a mistake in this program, not a package that was left out
                raise
            return f"the Python package {package} is not installed: `pip install {package}`", {}
        return "", loaded.missing(self._services) if hasattr(loaded, "missing") else {}


def probed(entries: Iterable[ToolEntry], services: Services, platform: str) -> tuple[ToolEntry, ...]:
    """The same tools in the same order, each connected to what does its work, or saying why it cannot be used.

    Nothing is loaded here: an entry asks its family when it is asked itself, and again once it was made to `forget`.
    """
    family_of = cache(partial(Family, services=services))

    def ask(name: str) -> Connection:
        return family_of(longest_match(name, FAMILIES)).connection(name)

    return tuple(_connected(entry, ask, platform) for entry in entries)


def on_platform(entry: ToolEntry, platform: str) -> ToolEntry:
    """The same tool, missing where it does not exist on the platform."""
    if platform in entry.platforms or entry.missing:
        return entry
    listed = " and ".join(PLATFORM_NAMES.get(name, name) for name in entry.platforms)
    here = PLATFORM_NAMES.get(platform, platform)
    return replace(entry, missing=f"it exists on {listed} only, and this is {here}")


def _connected(entry: ToolEntry, ask: Callable[[str], Connection], platform: str) -> ToolEntry:
    here = on_platform(entry, platform)
    if here.missing:
        return here
    if not longest_match(entry.name, FAMILIES):
        return replace(entry, missing="it is not part of this version")
    return ProbedEntry.of(entry, ask)


def longest_match(name: str, table: Mapping[str, str]) -> str:
    """What a table says of a name: by the whole of it, else by as many of its leading parts as it knows."""
    while name not in table and "." in name:
        name = name.rpartition(".")[0]
    return table.get(name, "")
