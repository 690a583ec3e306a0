"""Probing: which tools can be used on this machine, and why the others cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any, TypeAlias

from goalwright.contracts import Tool, ToolEntry
from goalwright.contracts.tool_entry import PLATFORM_NAMES
from goalwright.dataclass import fields, replace
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
    "get_time": "goalwright.tools.text_tools",
}
_LATE = ("tool", "missing")


class ProbedEntry(ToolEntry):
    """A tool whose family is loaded and asked when `tool` or `missing` is first read."""

    __slots__ = ("_ask",)

    @classmethod
    def of(cls, entry: ToolEntry, ask: Callable[[str], Connection]) -> ToolEntry:
        """The same tool, connected or not as `ask` says of its name."""
        made = cls.__new__(cls)
        for part in fields(entry):
            if part.name not in _LATE:
                object.__setattr__(made, part.name, getattr(entry, part.name))
        object.__setattr__(made, "_ask", ask)
        return made

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there yet, so that later reads cost nothing."""
        if name not in _LATE:
            raise AttributeError(name)
        for late, content in zip(_LATE, self._ask(self.name), strict=True):
            object.__setattr__(self, late, content)
        return getattr(self, name)

    @property
    def is_asked(self) -> bool:
        """Whether `tool` and `missing` have been read."""
        try:
            object.__getattribute__(self, "tool")
        except AttributeError:
            return False
        return True


class Family:
    """The tools of one module, made when the first of them is used, and why those that cannot be used cannot."""

    def __init__(self, module: str, services: Services) -> None:
        self.problem = ""
        self.missing: Mapping[str, str | Callable[[], str]] = {}
        try:
            loaded: Any = import_module(module)
        except ImportError as error:
            package = (error.name or "").partition(".")[0]
            if package in ("", "goalwright"):  # a mistake in this program, not a package that was left out
                raise
            self.problem = f"the Python package {package} is not installed: `pip install {package}`"
            return
        self._make: Callable[[], Mapping[str, Tool]] = cache(partial(loaded.make_tools, services))
        if hasattr(loaded, "missing"):
            self.missing = loaded.missing(services)

    def connection(self, name: str) -> Connection:
        """The tool of that name, or why it cannot be used."""
        found = self.problem or self.missing.get(name, "")
        why = found if isinstance(found, str) else found()
        return (None, why) if why else (LateTool(lambda: self._make()[name]), "")


def probed(entries: Iterable[ToolEntry], services: Services, platform: str) -> tuple[ToolEntry, ...]:
    """The same tools in the same order, each connected to what does its work, or saying why it cannot be used.

    Nothing is loaded here: an entry asks its family when it is asked itself.
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
