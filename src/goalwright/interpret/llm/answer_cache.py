"""The port to past interpretations, and the keys they are kept under."""

from __future__ import annotations

import hashlib
import json
from typing import Protocol


class InterpretationCache(Protocol):
    """Keeps accepted answers, so that the same sentence costs one call ever. It may forget, and it never fails."""

    def get(self, key: str) -> str | None: ...

    def put(self, key: str, answer: str) -> None: ...


def cache_key(*parts: str | None) -> str:
    """A key that two answers share only if everything they depend on is the same; it does not tell the parts."""
    written = json.dumps(parts, ensure_ascii=True)
    return hashlib.sha256(written.encode()).hexdigest()
