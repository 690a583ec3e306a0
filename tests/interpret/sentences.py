"""What the tests of the sentence engine share: the case tables' own sentences, and a short form of what came of one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from goalwright.contracts.interpretation import Interpretation
from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import GoalInterpreter

TABLES = Path(__file__).parent / "cases"

Goals = list[tuple[str, dict[str, Any]]]


@cache
def interpreter() -> GoalInterpreter:
    """One interpreter of the built-in rows: it keeps nothing from one sentence to the next."""
    return GoalInterpreter()


def read(text: str) -> Interpretation | None:
    """How a sentence is understood, or None if it is refused."""
    try:
        return interpreter().read(text)
    except NotUnderstood:
        return None


def refusal(text: str) -> NotUnderstood | None:
    """Why a sentence is refused, or None if it is understood."""
    try:
        interpreter().interpret(text)
    except NotUnderstood as error:
        return error
    return None


def goals(text: str) -> Goals:
    """The goals of a sentence that is understood, as (verb, parameters)."""
    found = interpreter().interpret(text).goals
    return [(f"{goal.domain}.{goal.verb}", plain(goal.params)) for goal in found]


def goals_or_none(text: str) -> Goals | None:
    try:
        return goals(text)
    except NotUnderstood:
        return None


def plain(value: Any) -> Any:
    return {key: plain(part) for key, part in value.items()} if isinstance(value, Mapping) else value


def said_in(meaning: Interpretation) -> str:
    """Everything that the goals of a sentence hold, in one text."""
    found = ((goal.scope, plain(goal.params), goal.when, goal.each) for goal in meaning.meta_goal.goals)
    return " ".join(" ".join(map(str, parts)) for parts in found).casefold()


def table_sentences(pattern: str) -> tuple[str, ...]:
    """The sentences of some tables, but for those that need a page to be talked about."""
    tables = (json.loads(file.read_text(encoding="utf-8")) for file in sorted(TABLES.glob(pattern)))
    return tuple(case["text"] for table in tables for case in table if not case.get("on_page"))


REFUSED = table_sentences("refused_*.json")
COMMANDS = tuple(text for text in table_sentences("*.json") if text not in set(REFUSED))
