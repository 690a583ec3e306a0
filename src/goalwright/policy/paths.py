"""The paths of a plan, all judged before anything of it runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from goalwright.contracts import Plan, PlannedAction, ToolEntry
from goalwright.contracts.shown import shown
from goalwright.errors import PolicyRefusal
from goalwright.policy.roots import AllowedRoots


def path_refusals(plan: Plan, entries: Mapping[str, ToolEntry], roots: AllowedRoots) -> tuple[tuple[str, str], ...]:
    """Each argument that the roots do not allow, as (action id, what is wrong with it).

    Which arguments are paths is what the tools say of themselves, so an action without a known tool is refused too.
    A plan that passes may still be stopped later: tools reach files through the roots, as these are by then.
    """

    @cache
    def problem(path: str) -> str:
        try:
            roots.check(path)
        except PolicyRefusal as refusal:
            return str(refusal)
        return ""

    found = []
    for action in plan.actions:
        entry = entries.get(action.tool or "")
        if entry is None:
            found.append((action.action_id, _no_tool(action)))
            continue
        for name, path in _paths(action, entry):
            refusal = problem(path) if type(path) is str else f"{shown(path)}: is not a path: write it as text"
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
