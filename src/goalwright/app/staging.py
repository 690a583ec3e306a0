"""Staging: the plan for goals that were put off, made when the run gets to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from goalwright.app.wiring import Wiring
    from goalwright.contracts import ToolCall


def next_stage(parts: Wiring, call: ToolCall) -> Mapping[str, Any]:
    """What a look gives back; NotPlannable if its goals can't all be met, or something of them is not allowed.

    The words that the look was shown and approved with must be those of its goals.
    """
    # Few runs look in their middle, and none of this is loaded for the others.
    from goalwright.app.preparing import with_circumstances
    from goalwright.contracts.stages import goals_in, stage_output
    from goalwright.errors import NotPlannable
    from goalwright.language.tables import table
    from goalwright.runs.verdicts import hindrance
    from goalwright.situate.later_goals import is_told_as

    args = call.args
    goals = goals_in(args["goals"])
    if not is_told_as(goals, args["what"]):
        raise NotPlannable("blocked", "what the look says it does is not what it does: make a new plan")
    with parts.guard:
        parts.registry.look_again()
        orchestrator = parts.orchestrator.at(args["folder"])
        made = orchestrator.prepare(goals, page=args.get("page"))
    reason = hindrance(made, partial=False)
    if made.plan is None or reason:
        raise NotPlannable(made.result.status, reason)
    told = [str(table("telling")["looked"].format(what=what, found=found)) for what, _, found in made.looked]
    return {**stage_output(with_circumstances(parts, made), made.plan), "note": "; ".join(told)}
