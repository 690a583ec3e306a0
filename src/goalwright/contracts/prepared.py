"""Prepared: goals with their plan and everything that decides whether it may run."""

from __future__ import annotations

from collections.abc import Mapping

from goalwright.contracts.checks import freeze_items, freeze_mapping, put
from goalwright.contracts.circumstances import Circumstances
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.contracts.plan import Plan, PlannedAction, PlanResult
from goalwright.contracts.world_state import WorldState
from goalwright.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A plan that is ready to be looked at, approved and run.

    `meta` are the goals as they were planned: paths absolute, patterns expanded into one goal per match (`patterns`
    says which). `world` is what was seen. `needs_approval` are the actions of high risk, `refusals` what the policy
    forbids, by action id; `unavailable` the tools that the goals would need and that are missing here, with the reason.
    `looked` says what was looked at for it, when, and what was found; `seen` are the paths of all that was.
    `circumstances` are what a plan that needs approval relies on: they are held against the world when it is approved.
    """

    text: str
    meta: MetaGoal | None
    world: WorldState
    result: PlanResult
    plan_hash: str = ""
    needs_approval: tuple[PlannedAction, ...] = ()
    refusals: tuple[tuple[str, str], ...] = ()
    unavailable: tuple[tuple[str, str], ...] = ()
    patterns: Mapping[str, tuple[str, ...]] = EMPTY
    looked: tuple[tuple[str, str, str], ...] = ()
    seen: tuple[str, ...] = ()
    circumstances: Circumstances | None = None

    def __post_init__(self) -> None:
        freeze_items(self, "needs_approval", PlannedAction)
        for field in ("refusals", "unavailable"):
            put(self, field, tuple((str(name), str(why)) for name, why in getattr(self, field)))
        freeze_mapping(self, "patterns")

    @property
    def plan(self) -> Plan | None:
        return self.result.plan
