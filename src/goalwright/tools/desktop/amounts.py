"""Numbers that a person may get wrong: levels from 0 to 100, and amounts."""

from __future__ import annotations

import math
from typing import Any

from goalwright.contracts import ToolCall
from goalwright.contracts.shown import shown
from goalwright.errors import ToolFailure

FULL = 100


def level_arg(call: ToolCall, name: str, called: str) -> int:
    """A level from 0 to 100, to the nearest whole number; `called` is what people call it."""
    value = _number(call.args.get(name), called)
    if not 0 <= value <= FULL:
        raise ToolFailure(f"the {called} goes from 0 to {FULL}, not to {shown(value)}: choose a level between them")
    return round(value)


def amount_arg(call: ToolCall, name: str, called: str) -> int:
    """How far to go up, or below 0 down; more than there is to go counts as all of it."""
    value = _number(call.args.get(name), called)
    return round(max(-FULL, min(FULL, value)))


def _number(value: Any, called: str) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or (isinstance(value, float) and math.isnan(value)):
        raise ToolFailure(f"{shown(value)} is not a number for the {called}: write one from 0 to {FULL}")
    return float(max(-1e9, min(1e9, value)))
