"""Approval: a yes to one very plan, and to no other."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import TypeAlias, get_args

from goalwright.contracts import Plan, PlannedAction, ToolEntry
from goalwright.contracts.digests import compare_digest, sha256
from goalwright.contracts.json_fields import canonical_text
from goalwright.contracts.plan import Risk
from goalwright.contracts.plan_json import plan_to_json

Approval: TypeAlias = bool | str | Callable[[Plan], object] | None
"""True, the hash of the plan, or a function that is asked about the plan and answers True. Anything else is a no."""
_RISKS: tuple[str, ...] = get_args(Risk)


def plan_hash(plan: Plan) -> str:
    """The SHA-256, in hex, of everything in the plan that is run or shown; any change makes it another plan."""
    return sha256(canonical_text(plan_to_json(plan)).encode()).hexdigest()


def needs_approval(plan: Plan) -> tuple[PlannedAction, ...]:
    """The actions of high risk, which run only if this very plan was approved; none if it may run as it is."""
    return tuple(action for action in plan.actions if action.risk == "high")


def is_approved(plan: Plan, approve: Approval) -> bool:
    """Whether `approve` is a yes to this plan. Whatever merely resembles one (1, "yes", part of a hash) is a no.

    A callable must return True itself: an awaitable is a no, so an async one is awaited by the caller, who passes
    on what it gave. What a callable raises comes through.
    """
    if approve is True:
        return True
    if type(approve) is str:
        return compare_digest(approve.encode(errors="replace"), plan_hash(plan).encode())
    if not callable(approve):
        return False
    answer = approve(plan)
    if isinstance(answer, Coroutine):
        answer.close()
    return answer is True


def risk_refusals(plan: Plan, entries: Mapping[str, ToolEntry]) -> tuple[tuple[str, str], ...]:
    """The actions that are said to be less than their tools are, as (action id, what is wrong)."""
    found = []
    for action in plan.actions:
        entry = entries.get(action.tool or "")
        if entry is not None and action.action_class == "observe" and _changes(action, entry):
            found.append((action.action_id, f"is said only to look, but {entry.name} changes things: make a new plan"))
        elif entry is not None and _RISKS.index(action.risk) < _RISKS.index(entry.least_risk):
            problem = f"is planned as {action.risk} risk, but {entry.name} is always of {entry.least_risk} risk"
            found.append((action.action_id, f"{problem}: make a new plan"))
    return tuple(found)


def _changes(action: PlannedAction, entry: ToolEntry) -> bool:
    """Whether an action changes something: not if all that its tool can be told is a path, and it was told none."""
    is_place_left_out = set(entry.args.values()) == {"path?"} and not any(map(action.args.get, entry.args))
    return entry.reversible and not is_place_left_out
