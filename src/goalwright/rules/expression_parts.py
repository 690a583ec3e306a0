"""Parts of expressions: the small readers that all of them share.

Whatever is wrong raises ContractViolation, whose field is the place within the goal: `params.path.select.where[0]`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from goalwright.contracts.expressions import TimeSpan
from goalwright.contracts.shown import shown
from goalwright.errors import ContractViolation
from goalwright.rules.param_types import MAX_NUMBER
from goalwright.rules.things import read_size, read_span

MOST_PARTS = 1_000
DEEPEST = 16
NOT = "not"


def wrong(place: str, problem: str) -> NoReturn:
    raise ContractViolation("Goal", place, problem) from None


def require_shallow(depth: int, place: str) -> None:
    if depth > DEEPEST:
        wrong(place, f"is nested deeper than {DEEPEST} levels")


def only(data: object, key: str, place: str, remedy: str) -> Any:
    """What stands under the one key that an object may have."""
    if not isinstance(data, Mapping) or set(data) != {key}:
        wrong(place, f"must be an object with {key} alone: {remedy}")
    return data[key]


def listed(data: object, place: str, problem: str) -> tuple[Any, ...]:
    if isinstance(data, str) or not isinstance(data, Sequence):
        wrong(place, f"{problem}, not {shown(data)}")
    if len(data) > MOST_PARTS:
        wrong(place, f"has {len(data):,} parts: at most {MOST_PARTS:,} are accepted")
    return tuple(data)


def known_fields(row: Mapping[str, Any], fields: Sequence[str], place: str) -> None:
    unknown = next((key for key in row if key not in fields), None)
    if unknown is not None:
        wrong(f"{place}.{unknown}", f"is not a known field: use {', '.join(fields)} only")


def one_of(name: object, names: Iterable[str], place: str) -> str:
    if not isinstance(name, str) or name not in names:
        said = "is missing" if name is None else f"is {shown(name)}"
        wrong(place, f"{said}: use one of {', '.join(names)}")
    return name


def negated(row: object, place: str, example: str) -> tuple[tuple[Any, ...], bool]:
    """The parts of a clause without the `not` in front, and whether there is one."""
    parts = listed(row, place, f"must be a list such as {example}")
    is_negated = bool(parts) and parts[0] == NOT
    return parts[is_negated:], is_negated


def read_text(data: object, place: str) -> str:
    if not isinstance(data, str) or not data.strip():
        wrong(place, f"must be text, not {shown(data)}")
    return data


def read_flag(data: object, place: str) -> bool:
    if not isinstance(data, bool):
        wrong(place, f"must be true or false, not {shown(data)}")
    return data


def read_number(data: object, place: str) -> int | float:
    is_number = isinstance(data, int | float) and not isinstance(data, bool)
    if not is_number or math.isnan(data) or abs(data) > MAX_NUMBER:  # type: ignore[arg-type]  # a number by now
        wrong(place, f"must be a number, not {shown(data)}")
    return data  # type: ignore[return-value]  # the same


def is_count(data: object) -> bool:
    return isinstance(data, int) and not isinstance(data, bool) and 1 <= data <= MAX_NUMBER


def read_size_operand(data: object, place: str) -> int | float:
    if not isinstance(data, str):
        return read_number(data, place)
    size = read_size(data)
    if size is None:
        wrong(place, f"is {shown(data)}, which is no size: write one like 500 KB or 1.5 GB")
    return size


def read_span_operand(data: object, place: str) -> TimeSpan:
    if not isinstance(data, str):
        return TimeSpan(0, float(read_number(data, place)))
    span = read_span(data)
    if span is None:
        wrong(place, f"is {shown(data)}, which is no span of time: write one like 30 days or 2 hours")
    return span


def _type(data: object, place: str) -> str:
    name = read_text(data, place).strip().casefold().removeprefix(".")
    if not name.replace("-", "").replace("_", "").isalnum():
        wrong(place, f"is {shown(data)}, which is no type: write one like pdf or image")
    return name


OPERANDS: Mapping[str, Callable[[object, str], Any]] = {
    "text": read_text,
    "contents": read_text,
    "type": _type,
    "size": read_size_operand,
    "number": read_number,
    "span": read_span_operand,
    "time": read_text,
    "flag": read_flag,
}
