"""The words of triggers: how a sentence says when, or how often, a command is to be done. Few sentences have them."""

from __future__ import annotations

from typing import Any

from goalwright.language.clock_times import read_clock
from goalwright.language.days import is_yearly
from goalwright.language.tables import table
from goalwright.language.time_spans import read_time_span
from goalwright.rules.job_signs import JOBS, TRIGGERS, job_words, named_rows, request_templates, weekday_groups

__all__ = [
    "is_yearly",
    "job_templates",
    "job_text",
    "job_told",
    "job_words",
    "named_rows",
    "read_clock",
    "read_time_span",
    "request_templates",
    "trigger_phrases",
    "weekday_groups",
]


def job_templates() -> dict[str, list[str]]:
    """The templates of what may stand around a trigger, by its use."""
    rows: dict[str, list[str]] = table(JOBS)["around"]
    return rows


def job_text(use: str) -> str:
    """A text that a sentence is written again with."""
    text: str = table(JOBS)[use]
    return text


def job_told(use: str) -> str:
    """What is said about a job that cannot be made."""
    text: str = table(JOBS)["told"][use]
    return text


def trigger_phrases() -> dict[str, list[Any]]:
    """The phrases of triggers, as a table of noun phrases has them."""
    rows: dict[str, list[Any]] = table(TRIGGERS)["phrases"]
    return rows
