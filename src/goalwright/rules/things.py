"""Things: the kinds of things that goals may select, their attributes, and units, from `words/things.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from goalwright.contracts.expressions import TimeSpan
from goalwright.rules.compiled import built_in_table

PIECES = frozenset({"line", "word"})
"""Kinds of things that are parts of what a file says."""
CONTENTS_KINDS = PIECES | {"window", "app", "process", "tab"}
"""Kinds of things that files or other programs name: their texts never become a path, an address or a selector."""
CONTENTS_ATTRIBUTES = frozenset({"contents", "text", "title", "program", "address"})
_AMOUNT = r"(?a)\s*(\d+(?:[.,]\d+)?)\s*([A-Za-z]+)\s*"


@cache
def thing_table(name: str) -> Mapping[str, Any]:
    rows: Mapping[str, Any] = built_in_table("words", "things")[name]
    return rows


def read_size(text: str) -> int | None:
    """The bytes that "1.5 MB" stands for."""
    found = re.fullmatch(_AMOUNT, text)
    unit = _sizes().get(found[2].casefold()) if found else None
    return None if found is None or unit is None else int(float(found[1].replace(",", ".")) * unit)


def read_span(text: str) -> TimeSpan | None:
    """The span that "30 days" stands for."""
    found = re.fullmatch(_AMOUNT, text)
    unit = thing_table("spans").get(found[2].casefold().removesuffix("s")) if found else None
    if found is None or unit is None:
        return None
    amount, (months, seconds) = float(found[1].replace(",", ".")), unit
    if months and not amount.is_integer():
        return None
    return TimeSpan(int(amount) * months, amount * seconds)


@cache
def _sizes() -> Mapping[str, int]:
    return {name.casefold(): count for name, count in thing_table("sizes").items()}
