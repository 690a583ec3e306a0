"""The paths of a plan, all judged before anything of it runs."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from goalwright.contracts import Plan, PlannedAction, ToolEntry
from goalwright.contracts.path_spelling import ancestors
from goalwright.contracts.shown import shown
from goalwright.contracts.tool_entry import PATH_TYPES
from goalwright.errors import PolicyRefusal
from goalwright.policy.path_text import printable

# Making a folder that is there, or one above another, changes nothing that is in it.
_ADDS_FOLDERS = frozenset({"files.create_folder"})
_OWN = "belongs to Goalwright's own record or settings, or holds it, and no plan may change that: do it by hand"


class Roots(Protocol):
    """The allowed folders, as far as a plan is judged by them."""

    def check(self, path: str) -> str:
        """The real path that `path` leads to; PolicyRefusal if that is outside."""


def path_refusals(
    plan: Plan, entries: Mapping[str, ToolEntry], roots: Roots, own: Sequence[str] = (), programs: Sequence[str] = ()
) -> tuple[tuple[str, str], ...]:
    """Each argument that the roots do not allow, as (action id, what is wrong with it).

    `own` are the folders that Goalwright keeps its record and its settings in: what is in them may be looked at, but
    no plan may change it, nor move, delete or fill a folder above them. What lies in one of the folders of `programs`
    may be started though it is outside the roots: by its name it could be started as well.

    Which arguments are paths is what the tools say of themselves, so an action without a known tool is refused too.
    A plan that passes may still be stopped later: tools reach files through the roots, as these are by then.
    """

    kept = frozenset(os.path.realpath(folder) for folder in own)
    inside = tuple(f"{folder.rstrip('/')}/" for folder in kept)
    above = frozenset(folder for each in kept for folder in ancestors(each))
    startable = frozenset(map(os.path.normpath, programs))
    real_path = _by_folder(roots)

    @cache
    def problem(path: str, *, changes: bool, adds: bool) -> str:
        try:
            real = real_path(path)
        except PolicyRefusal as refusal:
            return str(refusal)
        is_own = real in kept or real.startswith(inside) or (not adds and real in above)
        return f"{printable(path)}: {_OWN}" if changes and is_own else ""

    found = []
    for action in plan.actions:
        entry = entries.get(action.tool or "")
        if entry is None:
            found.append((action.action_id, _no_tool(action)))
            continue
        for name, path in _paths(action, entry):
            if type(path) is str and entry.args[name].startswith("program") and path.rpartition("/")[0] in startable:
                continue
            if type(path) is str:
                refusal = problem(path, changes=_changes(entry, name), adds=entry.name in _ADDS_FOLDERS)
            else:
                refusal = f"{shown(path)}: is not a path: write it as text"
            if refusal:
                found.append((action.action_id, f"{name}: {refusal}"))
    return tuple(found)


def _by_folder(roots: Roots) -> Callable[[str], str]:
    """What `roots.check` says, with the way to each folder walked once: large plans have many paths in few folders."""

    @cache
    def real_folder(folder: str) -> str | None:
        try:
            return roots.check(folder)
        except PolicyRefusal:  # what is in it may be a root itself
            return None

    def real_path(path: str) -> str:
        folder, _, name = path.rpartition("/")
        real = real_folder(folder) if folder and name not in ("", ".", "..") else None
        return f"{real.rstrip('/')}/{name}" if real is not None and _is_no_link(path) else roots.check(path)

    return real_path


def _is_no_link(path: str) -> bool:
    try:
        return not stat.S_ISLNK(os.lstat(path).st_mode)
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False


def _paths(action: PlannedAction, entry: ToolEntry) -> Iterator[tuple[str, Any]]:
    for name, kind in entry.args.items():
        if kind in PATH_TYPES and name in action.args:
            given = action.args[name]
            yield from (
                (name, path) for path in (given if kind.startswith("sources") and type(given) is tuple else [given])
            )


def _changes(entry: ToolEntry, name: str) -> bool:
    """Whether the tool may change what is at one of its paths; what the plan says of itself does not count."""
    return entry.risk != "none" and entry.args[name].startswith("path")


def _no_tool(action: PlannedAction) -> str:
    if action.tool is None:
        return "no tool is bound to it, so its paths cannot be judged: plan it with this machine's tools"
    return f"there is no tool {shown(action.tool)}, so its paths cannot be judged: see `goalwright tools`"
