"""Plug-ins: tools that other installed packages offer through the entry point group `goalwright.tools`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from goalwright.contracts import Tool, ToolEntry
from goalwright.contracts.shown import shown
from goalwright.disk.remembered import remember, remembered
from goalwright.errors import ContractViolation
from goalwright.tools.probing import on_platform
from goalwright.tools.services import Services

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "goalwright.tools"
REMEMBERED = "plugins"
_NAME = r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*"
_PORT = tuple(name for name in vars(Tool) if not name.startswith("_"))


def with_plugins(
    builtin: Iterable[ToolEntry], services: Services, platform: str
) -> tuple[tuple[ToolEntry, ...], tuple[str, ...]]:
    """The built-in tools, then those of plug-ins in the order of the plug-ins' names; and what is wrong with any.

    A plug-in that cannot be loaded, or a tool of it that breaks the contract, is left out and reported.
    """
    entries = {entry.name: entry for entry in builtin}
    problems = []
    for point in _points():
        try:
            for offered in _offered(point, services):
                if problem := _problem(offered, entries):
                    problems.append(_sentence(point, problem))
                elif isinstance(offered, ToolEntry):
                    entries[offered.name] = on_platform(offered, platform)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # anything can go wrong in a stranger's code
            problems.append(_sentence(point, f"{type(error).__name__}: {error}"))
    return tuple(entries.values()), tuple(problems)


def _points() -> list[EntryPoint]:
    """The entry points of all plug-ins in order. Asking the standard library takes as long as reading a sentence."""
    if not any(map(_finds_packages, sys.meta_path)) and not _path_may_hold_plugins():
        return []
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))


def _path_may_hold_plugins() -> bool:
    """Whether the module path lists our group. Whatever is installed or removed changes the time of its folder.

    The working folder changes with what commands do there, and is looked at each time.
    """
    here = ("", os.getcwd())  # noqa: PTH109  # as below
    folders = [folder for folder in sys.path if folder not in here]
    state = [[folder, _changed(folder)] for folder in folders]
    known = remembered(REMEMBERED, state)
    if known is None:
        known = any(map(_may_hold_plugins, folders))
        remember(REMEMBERED, state, known)
    return bool(known) or any(map(_may_hold_plugins, set(here).intersection(sys.path)))


def _changed(folder: str) -> int:
    try:
        return os.stat(folder or ".").st_mtime_ns  # noqa: PTH116  # as below
    except OSError:
        return 0


def _may_hold_plugins(folder: str) -> bool:
    """Whether an entry of the module path lists our group; one that is not a folder, such as a zip file, may."""
    try:
        with os.scandir(folder or ".") as found:
            kept = [item.path for item in found if item.name.endswith((".dist-info", ".egg-info", "EGG-INFO"))]
    except OSError:
        return os.path.exists(folder)  # noqa: PTH110  # not worth a Path for each
    return any(map(_lists_group, kept))


def _lists_group(info: str) -> bool:
    try:
        with open(os.path.join(info, "entry_points.txt"), "rb") as listed:  # noqa: PTH118, PTH123  # as above
            return GROUP.encode() in listed.read()
    except OSError:
        return False


def _finds_packages(finder: object) -> bool:
    """Whether packages are looked for elsewhere than in the folders of the module path."""
    return hasattr(finder, "find_distributions") and getattr(finder, "__name__", "") != "PathFinder"


def _offered(point: EntryPoint, services: Services) -> Iterator[object]:
    """What an entry point leads to: tool entries, or a function of the services that returns them."""
    found = point.load()
    offered = found(services) if callable(found) else found
    if isinstance(offered, str | bytes) or not isinstance(offered, Iterable):
        raise ContractViolation("plug-in", "tools", f"must be a list of ToolEntry, not {shown(offered)}")
    yield from offered


def _problem(offered: object, taken: Iterable[str]) -> str:
    """Why a tool that a plug-in offers cannot be taken, or nothing."""
    if not isinstance(offered, ToolEntry):
        return f"it offers {shown(offered)}, which is not a ToolEntry"
    if not re.fullmatch(_NAME, offered.name):
        return f"it calls a tool {shown(offered.name)}: use small letters, digits, _ and dots"
    if offered.name in taken:
        return f"it calls a tool {offered.name}, which is taken: use another name"
    if not offered.intents:
        return f"{offered.name} has no intents: name the kinds of action it may serve"
    if offered.tool is None and not offered.missing:
        return f"{offered.name} has no tool to do its work"
    lacking = [name for name in _PORT if not callable(getattr(offered.tool, name, None))]
    if offered.tool is not None and lacking:
        return f"the tool of {offered.name} has no {lacking[0]}"
    return ""


def _sentence(point: EntryPoint, problem: str) -> str:
    owner = point.dist.name if point.dist is not None else "an unknown package"
    return f"the plug-in {point.name} of {owner} is not used in full: {problem}"
