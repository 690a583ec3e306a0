"""The words by which a sentence is known that may ask for a job, or be about jobs: few do.

What makes a trigger of them takes a while to load.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cache
from typing import Any

from goalwright.language.tables import table
from goalwright.rules.language import Language

TRIGGERS, JOBS = "triggers", "jobs"


def may_say_when(words: Sequence[str], language: Language) -> bool:
    """Whether any word may belong to a trigger: most sentences that are not understood have none."""
    signs, day_parts = job_words("signs") | named_rows("how_often").keys(), named_rows("day_parts").keys()
    articles = language.dates["openings"]
    opens_day = any(word not in articles and word.removesuffix("s") in language.day_openings for word in words)
    return opens_day or any(
        word in signs
        or word in language.dates["clock"]
        or word.partition("-")[0] in weekday_groups()
        or (word in articles and _may_name_day(words, language, day_parts))
        for word in words
    )


def _may_name_day(words: Sequence[str], language: Language, day_parts: Set[str]) -> bool:
    """Whether a day may stand behind an article: all of them have a number in them, or one of a few words."""
    return any(
        word in day_parts
        or word in language.day_words
        or any(map(str.isdigit, word))
        or language.numerals.cardinal(word) is not None
        or language.numerals.ordinal(word) is not None
        for word in words
    )


def request_templates() -> dict[str, tuple[str, str]]:
    """How what is asked of jobs is said of all of them, and of one whose name follows, by what is asked."""
    rows = table(JOBS)["requests"]
    found = {deed: (f"{verbs} {rows['every']}", f"{verbs} {rows['one']}") for deed, verbs in rows["verbs"].items()}
    return {"list": (rows["list"], ""), **found}


@cache
def job_words(use: str) -> frozenset[str]:
    return frozenset(table(JOBS)[use])


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
