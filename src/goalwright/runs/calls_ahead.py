"""What is done next in the place that an action works in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goalwright.contracts import PlanGraph, PlannedAction

FURTHEST = 20
_PAGE = "page:"


def calls_ahead(graph: PlanGraph, action: PlannedAction) -> tuple[PlannedAction, ...]:
    """The actions that follow one on its page, each the only one that waits for the one before."""
    ahead: list[PlannedAction] = []
    if not any(place.startswith(_PAGE) for place in action.touches):
        return ()
    at = action
    while len(ahead) < FURTHEST and len(after := graph.adjacency.get(at.action_id, ())) == 1:
        at = graph.nodes[next(iter(after))]
        if at.touches != action.touches or len(set(at.depends_on)) > 1:
            break
        ahead.append(at)
    return tuple(ahead)
