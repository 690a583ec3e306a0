"""Names that other programs and devices give themselves, fit to be shown."""

from __future__ import annotations

LONGEST = 80


def label(value: object) -> str:
    """The name on one short line, without what would move the cursor or turn the writing round; empty if it is none."""
    words = " ".join(value.split()) if isinstance(value, str) else ""
    return "".join(sign for sign in words if sign.isprintable())[:LONGEST]
