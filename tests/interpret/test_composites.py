"""Commands joined at random mean what each of them means alone: the case tables' own, with varied connectors."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import GoalInterpreter
from goalwright.rules import builtin_rules

TABLES = Path(__file__).parent / "cases"
SEED, JOINS, LEAST_RIGHT = 3, 600, 588
LEAST_COMMANDS = 600

CONNECTORS = (
    *(", ", " and ", ", and ", ", then ", " then ", "; ", ". ", "! ", "\n", " & "),
    *(" and then ", ", after that ", ". After that, ", " and also ", " - ", ", and finally ", "  and  ", " ,  "),
)
TRAILS = ("", "", "", " please", ", please", ".", " now", " , thanks")

# A pronoun may point at what the command before names, so it need not mean what it means alone; "what time is it" does.
_POINTS = re.compile(r"\b(?<!is )(it|this|here)\b(?! is)", re.IGNORECASE)
_PLACED = re.compile(r"in \w+, ", re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"]*\"|(?<!\w)'.*'(?!\w)")
_END_MARKS = ".?!"
"""Marks that end a sentence; where another command follows, the connector stands in their place."""

Result = tuple[str, dict[str, Any]]


class Command(NamedTuple):
    """A sentence of one clause, and the goal it gives."""

    text: str
    goal: Result


class Composite(NamedTuple):
    """Commands joined into one sentence, and the goals they give one after another."""

    text: str
    goals: list[Result]


@pytest.mark.slow
def test_joined_commands_give_the_goals_of_the_parts() -> None:
    chance, commands, interpreter = random.Random(SEED), independent_commands(), GoalInterpreter()
    joins = [composite(chance, commands) for _ in range(JOINS)]
    failures = [(join, given) for join in joins if (given := understood(interpreter, join.text)) != join.goals]
    report = "\n".join(f"{join.text!r}\n  wanted {join.goals}\n  given  {given}" for join, given in failures)
    assert JOINS - len(failures) >= LEAST_RIGHT, f"{len(failures)} of {JOINS} went wrong:\n{report}"


def test_most_commands_of_the_tables_are_joined() -> None:
    assert len(independent_commands()) >= LEAST_COMMANDS


def independent_commands() -> list[Command]:
    """The tables' commands of one goal, without those that point at something, or need a page, outside themselves.

    Those with a condition or a place said first are left out, too: beside other commands it is not clear which of them
    they are for. So are questions to look up, which only their mark tells from statements.
    """
    found = []
    for file in sorted(TABLES.glob("*.json")):
        for case in json.loads(file.read_text(encoding="utf-8")):
            goals = case.get("goals", [])
            is_alone = len(goals) == 1 and not case.get("on_page", False) and "when" not in goals[0]
            is_looked_up = case["text"].endswith("?") and goals and goals[0]["verb"] == "browser.search"
            if is_looked_up or _PLACED.match(case["text"]):
                continue
            if is_alone and not _POINTS.search(_QUOTED.sub("", case["text"])):
                found.append(Command(case["text"].rstrip(_END_MARKS), (goals[0]["verb"], goals[0]["params"])))
    return found


def composite(chance: random.Random, commands: list[Command]) -> Composite:
    """Two or three commands that mean the same together as alone, or what the page before them makes of them."""
    while True:
        parts = chance.sample(commands, chance.choice((2, 3)))
        goals = _in_context([part.goal for part in parts])
        if goals is not None:
            return Composite(_joined(chance, [part.text for part in parts]), goals)


def understood(interpreter: GoalInterpreter, text: str) -> list[Result] | str:
    """The goals that a sentence gives, or why it is refused, or what of it was lost."""
    try:
        meta = interpreter.interpret(text)
    except NotUnderstood as refusal:
        return str(refusal)
    if meta.diagnostics:
        return f"something was dropped: {'; '.join(map(str, meta.diagnostics))}"
    return [(f"{goal.domain}.{goal.verb}", json.loads(json.dumps(dict(goal.params)))) for goal in meta.goals]


def _in_context(goals: list[Result]) -> list[Result] | None:
    """The goals as they are after one another; None where the words alone do not say which is meant.

    Typing and pressing go to the page once there is one. A screenshot may then be of either, and a search that names no
    platform may belong to the page's. A goal said twice may be one goal.
    """
    found: list[Result] = []
    is_on_page = False
    for verb, params in goals:
        if is_on_page and (verb == "system.screenshot" or (verb == "browser.search" and "platform" not in params)):
            return None
        found.append((_ON_PAGE.get(verb, verb) if is_on_page else verb, params))
        is_on_page = is_on_page or _is_page_goal(verb, params)
    return found if all(goal not in found[:index] for index, goal in enumerate(found)) else None


_ON_PAGE = {"input.type": "browser.type", "input.press": "browser.press"}


def _is_page_goal(verb: str, params: dict[str, Any]) -> bool:
    domain, _, name = verb.partition(".")
    register = builtin_rules()[domain, name].shape_for(params).register
    return register is not None and register.family in ("page", "browser")


def _joined(chance: random.Random, texts: list[str]) -> str:
    if chance.random() < 0.1:
        text = f"first {texts[0]}" + "".join(f", then {each}" for each in texts[1:])
    else:
        text = texts[0]
        for each in texts[1:]:
            connector = chance.choice(CONNECTORS)
            text += connector + (_capital(each) if connector in (". ", "! ", "\n") else each)
    return text + chance.choice(TRAILS)


def _capital(text: str) -> str:
    """The text as it begins a sentence; a file keeps its name."""
    return text if "." in text.split(maxsplit=1)[0] else text[:1].upper() + text[1:]
