"""What may be done at all: allowed folders, allowed addresses, and approval of what is risky."""

from goalwright.policy.addresses import address_problem, address_refusals
from goalwright.policy.approval import Approval, is_approved, needs_approval, plan_hash
from goalwright.policy.paths import path_refusals
from goalwright.policy.risk import risk_refusals
from goalwright.policy.roots import AllowedRoots, Spot

__all__ = [
    "AllowedRoots",
    "Approval",
    "Spot",
    "address_problem",
    "address_refusals",
    "is_approved",
    "needs_approval",
    "path_refusals",
    "plan_hash",
    "risk_refusals",
]
