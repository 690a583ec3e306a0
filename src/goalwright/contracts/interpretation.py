"""Interpretation: what a sentence was taken to mean, and how that was arrived at."""

from __future__ import annotations

from typing import Protocol

from goalwright.contracts.checks import freeze_items, freeze_texts, require_text
from goalwright.contracts.goal import Goal
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.contracts.references import Reference
from goalwright.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of the user's own text: `text[start:end]`."""

    text: str
    start: int
    end: int

    def __post_init__(self) -> None:
        require_text(self, "text", empty=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One part of a sentence and the goals it gave; `ignored` are its words that carry no meaning (please, now)."""

    span: Span
    goal_ids: tuple[str, ...]
    ignored: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        freeze_texts(self, "goal_ids")
        freeze_items(self, "ignored", Span)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What an extractor found in a text: goals whose scopes are not resolved yet.

    `step_count` is the number of steps the user asked a structured plan to have.
    """

    goals: tuple[Goal, ...]
    clauses: tuple[Clause, ...] = ()
    step_count: int | None = None
    references: tuple[Reference, ...] = ()

    def __post_init__(self) -> None:
        freeze_items(self, "goals", Goal)
        freeze_items(self, "references", Reference)
        freeze_items(self, "clauses", Clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation:
    """A sentence understood: its goals with their dependencies, and which extractor (`grammar`, `llm`) answered."""

    meta_goal: MetaGoal
    clauses: tuple[Clause, ...]
    extractor: str
    step_count: int | None = None

    def __post_init__(self) -> None:
        freeze_items(self, "clauses", Clause)
        require_text(self, "extractor")


class Extractor(Protocol):
    """Finds goals in a sentence, or raises NotUnderstood."""

    @property
    def name(self) -> str: ...

    def extract(self, text: str) -> Extraction: ...
