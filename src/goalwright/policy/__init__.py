"""What may be done at all: allowed folders, allowed addresses, and approval of what is risky."""

from goalwright.policy.roots import AllowedRoots, Spot

__all__ = ["AllowedRoots", "Spot"]
