"""Wish: how a run is wanted, and who decides whether it may be."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from goalwright.contracts import Listener, Plan
from goalwright.contracts.circumstances import Circumstances
from goalwright.dataclass import dataclass, field
from goalwright.runs.stop import StopRequest


class Judge(Protocol):
    """What decides, at the moment it is asked, whether a plan may run."""

    def refusals(self, plan: Plan) -> Sequence[tuple[str, str]]:
        """What the policy forbids of a plan, by action id."""

    async def changes(self, plan: Plan, then: Circumstances) -> Sequence[str]:
        """What has changed of all that the plan relied on when it was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How a run is wanted. `run_id` is the caller's own, or empty; `request` tells its command from others.

    `approve` is for plans with actions of high risk: True, the plan's hash, or a function that is shown the plan
    and returns True. `is_held` keeps a plan that is not approved yet. `doubts` says why a plan has to wait for approval
    even if none of its actions is of high risk. `by` is who asks.
    """

    run_id: str = ""
    request: str = ""
    cwd: str = ""
    by: str = ""
    approve: Any = None
    doubts: Callable[[Plan], str] | None = None
    is_partial: bool = False
    is_dry: bool = False
    is_held: bool = False
    on_event: Listener | None = None
    stop: StopRequest = field(default_factory=StopRequest)

    def doubt(self, plan: Plan) -> str:
        """Why a plan has to wait; nothing if it need not."""
        return self.doubts(plan) if self.doubts is not None else ""


async def is_approved_by(plan: Plan, approve: Any) -> bool:
    """Whether the plan is approved; a function that is asked must say True, at once or when awaited."""
    if not callable(approve):
        from goalwright.policy.approval import is_approved  # undo approves nothing

        return is_approved(plan, approve)
    answer = approve(plan)
    return (await answer if inspect.isawaitable(answer) else answer) is True
