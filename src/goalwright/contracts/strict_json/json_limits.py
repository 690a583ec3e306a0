"""How much a JSON document may hold."""

from __future__ import annotations

from typing import NamedTuple

MAX_DEPTH = 64
"""Contract values hold no deeper ones (`frozen.MAX_DEPTH`)."""
MAX_INTEGER = 2**63 - 1


class JsonLimits(NamedTuple):
    """What a reader of documents allows: bytes of text, and values in it, every key's and item's own counted."""

    max_bytes: int
    max_values: int

    @property
    def too_large(self) -> str:
        return f"is larger than {self.max_bytes} bytes: split it"

    @property
    def too_many(self) -> str:
        return f"holds more than {self.max_values} values: split it"
