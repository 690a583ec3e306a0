"""Risk that is understated: a plan from elsewhere may call harmless what a tool always puts at stake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from goalwright.contracts import Plan, ToolEntry
from goalwright.contracts.plan import Risk

_RISKS: tuple[str, ...] = get_args(Risk)


def risk_refusals(plan: Plan, entries: Mapping[str, ToolEntry]) -> tuple[tuple[str, str], ...]:
    """The actions that are said to be less than their tools are, as (action id, what is wrong)."""
    found = []
    for action in plan.actions:
        entry = entries.get(action.tool or "")
        if entry is not None and action.action_class == "observe" and entry.reversible:
            found.append((action.action_id, f"is said only to look, but {entry.name} changes things: make a new plan"))
        elif entry is not None and _RISKS.index(action.risk) < _RISKS.index(entry.least_risk):
            problem = f"is planned as {action.risk} risk, but {entry.name} is always of {entry.least_risk} risk"
            found.append((action.action_id, f"{problem}: make a new plan"))
    return tuple(found)
