"""Selections in words, for people: `files in inbox (type is pdf, age over 30 days), the first 2 by size`."""

from __future__ import annotations

from typing import Any

from goalwright.contracts.expressions import Claim, Selection, Things, TimeSpan

_PLURALS = {"entry": "files and folders"}


def told_things(things: Things) -> str:
    return " and ".join(map(_told, things.selections))


def counted_things(things: Things, count: int) -> str:
    """`1 file`, `12 lines`, `no files or folders`."""
    kinds = sorted({selection.kind for selection in things.selections})
    kind = kinds[0] if len(kinds) == 1 else "entry"
    word = "file or folder" if kind == "entry" and count == 1 else kind if count == 1 else _plural(kind)
    return f"{count:,} {word}"


def _told(selection: Selection) -> str:
    depth = " and its subfolders" if selection.is_deep else ""
    where = f" in {' and '.join(selection.within)}{depth}" if selection.within else f" here{depth}"
    clauses = f" ({', '.join(map(told_clause, selection.where))})" if selection.where else ""
    order = f", by {', '.join(attribute for attribute, _ in selection.order)}" if selection.order else ""
    limit = f", the first {selection.limit:,}" if selection.limit is not None else ""
    return f"{_plural(selection.kind)}{where}{clauses}{order}{limit}"


def told_clause(clause: Claim) -> str:
    operands = " or ".join(_shown(operand) for operand in clause.operands)
    word = {"least": "at least", "most": "at most"}.get(clause.comparison, clause.comparison)
    return f"{'not ' if clause.is_negated else ''}{clause.attribute} {word} {operands}"


def _shown(operand: Any) -> str:
    if isinstance(operand, TimeSpan):
        return f"{operand.months} months" if operand.months else f"{operand.seconds / 86_400:g} days"
    return str(operand).lower() if isinstance(operand, bool) else str(operand)


def _plural(kind: str) -> str:
    return _PLURALS.get(kind, f"{kind}s")
