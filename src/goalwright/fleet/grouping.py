"""Grouping: equal plans of many hosts shown, and approved, as one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from goalwright.dataclass import dataclass
from goalwright.fleet.orders import HostAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanGroup:
    """Hosts whose plans are alike but for where their folders are; `plan` is the first one's."""

    shape: str
    hosts: tuple[str, ...]
    plan: HostAnswer


def grouped(plans: Iterable[HostAnswer]) -> tuple[PlanGroup, ...]:
    """The groups of plans that are ready, the largest first."""
    found: dict[str, list[HostAnswer]] = {}
    for plan in plans:
        found.setdefault(plan.shape, []).append(plan)
    groups = [
        PlanGroup(shape=shape, hosts=tuple(sorted(plan.host for plan in alike)), plan=alike[0])
        for shape, alike in found.items()
    ]
    return tuple(sorted(groups, key=lambda group: (-len(group.hosts), group.hosts)))


def set_hash(plans: Mapping[str, str]) -> str:
    """The hash of a set of plans, by host: approving it approves each of them, and no other."""
    told = "\n".join(f"{host} {plan_hash}" for host, plan_hash in sorted(plans.items()))
    return hashlib.sha256(told.encode()).hexdigest()
