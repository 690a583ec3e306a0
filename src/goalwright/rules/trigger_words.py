"""The words of triggers: how a sentence says when, or how often, a command is to be done. Few sentences have them."""

from __future__ import annotations

from functools import cache
from typing import Any

from goalwright.language.clock_times import read_clock
from goalwright.language.tables import table
from goalwright.language.time_spans import read_time_span

__all__ = [
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

TRIGGERS, JOBS = "triggers", "jobs"


def job_templates() -> dict[str, list[str]]:
    """The templates of what may stand around a trigger, by its use."""
    rows: dict[str, list[str]] = table(JOBS)["around"]
    return rows


def request_templates() -> dict[str, tuple[str, str]]:
    """How what is asked of jobs is said of all of them, and of one whose name follows, by what is asked."""
    rows = table(JOBS)["requests"]
    found = {deed: (f"{verbs} {rows['every']}", f"{verbs} {rows['one']}") for deed, verbs in rows["verbs"].items()}
    return {"list": (rows["list"], ""), **found}


@cache
def job_words(use: str) -> frozenset[str]:
    return frozenset(table(JOBS)[use])


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


@cache
def weekday_groups() -> dict[str, tuple[int, ...]]:
    """What weekdays are called, one or several of them, by their numbers from Monday on."""
    rows, names = table(TRIGGERS)["weekdays"], table("dates")["weekdays"]
    own = {name: (number,) for number, name in enumerate(names)}
    short = {word: own[name] for name, words in rows["short"].items() for word in words}
    return {**own, **short, **{word: tuple(days) for word, days in rows["groups"].items()}}


@cache
def named_rows(kind: str) -> dict[str, Any]:
    """Words of one kind with what they mean: units, parts of the day, how often, which one."""
    rows: dict[str, Any] = table("moments")[kind] if kind == "day_parts" else table(TRIGGERS)[kind]
    return rows
