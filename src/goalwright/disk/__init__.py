"""Safe access to files: walked roots, atomic writes, fingerprints, the trash and kept copies."""

from goalwright.disk.allowed_roots import AllowedRoots, Spot

__all__ = ["AllowedRoots", "Spot"]
