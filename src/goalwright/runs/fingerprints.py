"""Fingerprints of all that a plan relies on or changes."""

from __future__ import annotations

from goalwright.contracts import Plan, ToolCall
from goalwright.errors import GoalwrightError
from goalwright.runs.resolver import ToolResolver


async def prints_of(resolver: ToolResolver, plan: Plan) -> dict[str, str]:
    """The fingerprints by resource; tools that are not here rely on nothing."""
    prints: dict[str, str] = {}
    for action in plan.actions:
        try:
            entry, tool, args = resolver.resolve(action)
            call = ToolCall(tool=entry.name, action_id=action.action_id, args=args, risk=action.risk)
            for resource in tool.resources(call):
                if resource not in prints:
                    prints[resource] = await tool.fingerprint(resource)
        except GoalwrightError:
            continue
    return prints
