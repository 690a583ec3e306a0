"""The paths of a plan, all judged before anything of it runs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from goalwright.contracts import Plan, PlannedAction, ToolEntry
from goalwright.contracts.shown import shown
from goalwright.errors import PolicyRefusal
from goalwright.policy.path_text import printable
from goalwright.policy.roots import AllowedRoots

_OWN = "belongs to Goalwright's own record or settings, which no plan may change: change it by hand"


def path_refusals(
    plan: Plan, entries: Mapping[str, ToolEntry], roots: AllowedRoots, own: Sequence[str] = ()
) -> tuple[tuple[str, str], ...]:
    """Each argument that the roots do not allow, as (action id, what is wrong with it).

    `own` are the folders that Goalwright keeps its record and its settings in: what is in them may be looked at, but
    no plan may change it.
    Which arguments are paths is what the tools say of themselves, so an action without a known tool is refused too.
    A plan that passes may still be stopped later: tools reach files through the roots, as these are by then.
    """

    kept = [os.path.realpath(folder) for folder in own]

    @cache
    def problem(path: str, *, changes: bool) -> str:
        try:
            real = roots.check(path)
        except PolicyRefusal as refusal:
            return str(refusal)
        is_own = changes and any(real == folder or real.startswith(f"{folder}/") for folder in kept)
        return f"{printable(path)}: {_OWN}" if is_own else ""

    found = []
    for action in plan.actions:
        entry = entries.get(action.tool or "")
        if entry is None:
            found.append((action.action_id, _no_tool(action)))
            continue
        for name, path in _paths(action, entry):
            changes = action.action_class == "actuate"
            is_text = type(path) is str
            refusal = problem(path, changes=changes) if is_text else f"{shown(path)}: is not a path: write it as text"
            if refusal:
                found.append((action.action_id, f"{name}: {refusal}"))
    return tuple(found)


def _paths(action: PlannedAction, entry: ToolEntry) -> Iterator[tuple[str, Any]]:
    for name, kind in entry.args.items():
        if kind.startswith("path") and name in action.args:
            yield name, action.args[name]


def _no_tool(action: PlannedAction) -> str:
    if action.tool is None:
        return "no tool is bound to it, so its paths cannot be judged: plan it with this machine's tools"
    return f"there is no tool {shown(action.tool)}, so its paths cannot be judged: see `goalwright tools`"
