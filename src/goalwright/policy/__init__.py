"""What may be done at all: allowed folders, allowed addresses, and approval of what is risky."""

from goalwright.policy.address_policy import address_problem, address_refusals
from goalwright.policy.approval import Approval, is_approved, needs_approval, plan_hash, risk_refusals
from goalwright.policy.path_policy import path_refusals

__all__ = [
    "Approval",
    "address_problem",
    "address_refusals",
    "is_approved",
    "needs_approval",
    "path_refusals",
    "plan_hash",
    "risk_refusals",
]
