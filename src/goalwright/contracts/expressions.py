"""Expressions in goals, as typed values: which things, which value, and under which conditions.

They stand in goals as plain JSON (decision 0028); `rules/expression_reading.py` makes these of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from goalwright.contracts.goal import Goal
from goalwright.dataclass import dataclass
from goalwright.named_tuple import NamedTuple

SELECT, VALUE = "select", "value"

Scalar: TypeAlias = "str | int | float | ValueForm"
"""A value: plain, or a form that stands for one."""


class TimeSpan(NamedTuple):
    """A length of time: months, which differ, and seconds."""

    months: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What must be so of a thing. `operands` are alternatives, read as the attribute's type has it."""

    attribute: str
    comparison: str
    operands: tuple[Any, ...]
    is_negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Things of one kind in some folders or files; `but` are names, clauses that all hold, or other things."""

    kind: str
    within: tuple[str, ...] = ()
    is_deep: bool = False
    where: tuple[Claim, ...] = ()
    but: tuple[str | tuple[Claim, ...] | Things, ...] = ()
    order: tuple[tuple[str, bool], ...] = ()
    """Attributes, each with whether the greatest comes first."""
    limit: int | None = None
    is_one: bool = False
    exactly: int | None = None
    """How many there must be: "the three pdfs in inbox"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Things:
    """All that the selections find, each once."""

    selections: tuple[Selection, ...]

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(selection.kind for selection in self.selections)

    @property
    def is_one(self) -> bool:
        return any(selection.is_one for selection in self.selections)


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueForm:
    """One of the forms of a value, by its name; `given` has its fields, those that hold values or things read."""

    form: str
    given: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhenClause:
    """A test of the world with its operands."""

    test: str
    operands: tuple[Any, ...]
    is_negated: bool = False


def has_expressions(goal: Goal) -> bool:
    """Whether anything in a goal has to be looked at or worked out before it can be planned."""
    return bool(goal.each or goal.when or any(map(is_expression, goal.params.values())))


def is_expression(value: object) -> bool:
    """Whether a parameter's value stands for things or for another value."""
    return isinstance(value, Mapping) and len(value) == 1 and (SELECT in value or VALUE in value)
