"""Whole goals: every verb, parameter, place and condition of a sentence beside what was written down for it by hand.

A line of a table is `sentence => goals`. Goals of one reading are separated by `;`, readings that are right alike by
`|`; `-` is a sentence to decline. A goal is its verb and `name=value` for each parameter; `@scope` says where, and
`when=…` or `each=…` under which conditions and for what. Goals that follow each other need no scope for that, and an
article before what is played or searched for says nothing. A sentence of another's collection stands there by the
digest of its text alone.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from goalwright.contracts.goal import AFTER, ROOT, Goal
from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import GoalInterpreter

TABLES = Path(__file__).resolve().parent / "sentences"
DIGEST = 12
ARTICLE = re.compile(r"^(the|my|a|an|some) ")
Known = tuple[tuple[tuple[str, str], ...], ...]


class Judged(NamedTuple):
    """One sentence, how it was judged, and the goals that it gave."""

    text: str
    verdict: str
    given: str


def judged(table: str, interpreter: GoalInterpreter, texts: Iterable[str] = ()) -> Iterator[Judged]:
    """The verdict for each sentence of a table; `texts` are those that it may name by their digest."""
    by_digest = {digest(text): text for text in texts}
    for key, readings in expectations(TABLES / table):
        text = by_digest.get(key, key)
        if text == key and len(key) == DIGEST and " " not in key:
            continue  # a collection that is not here
        goals = _goals(text, interpreter)
        right = tuple(map(_known, goals)) in readings
        verdict = "right" if right else "wrong" if goals else "declined"
        yield Judged(text, verdict, "; ".join(" ".join(map("=".join, _known(goal))) for goal in goals))


def counted(results: Iterable[Judged]) -> Counter[str]:
    return Counter(result.verdict for result in results)


def expectations(file: Path) -> Iterator[tuple[str, set[Known]]]:
    for line in file.read_text(encoding="utf-8").splitlines():
        text, arrow, said = line.partition(" => ")
        if arrow and not line.startswith("#"):
            yield text.strip(), {_reading(reading) for reading in said.split(" | ")}


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:DIGEST]


def _reading(said: str) -> Known:
    if said.strip() == "-":
        return ()
    return tuple(tuple(_parts(goal)) for goal in said.split("; "))


def _parts(said: str) -> list[tuple[str, str]]:
    verb, *words = shlex.split(said)
    pairs = [("scope", word[1:]) if word.startswith("@") else tuple(word.split("=", 1)) for word in words]
    return [("verb", verb), *sorted((name, _bare(name, value)) for name, value in pairs)]


def _known(goal: Goal) -> tuple[tuple[str, str], ...]:
    """A goal as a table would have it."""
    pairs = {name: _bare(name, _told(value)) for name, value in goal.params.items()}
    if goal.scope != ROOT and not goal.scope.startswith(AFTER):
        pairs["scope"] = goal.scope
    pairs |= {name: _told(value) for name, value in (("when", goal.when), ("each", goal.each)) if value}
    return (("verb", f"{goal.domain}.{goal.verb}"), *sorted(pairs.items()))


def _bare(name: str, value: str) -> str:
    return re.sub(ARTICLE, "", value) if name == "query" else value


def _told(value: Any) -> str:
    if isinstance(value, Mapping | list | tuple):
        return json.dumps(value, separators=(",", ":"), default=dict)
    return str(value)


def _goals(text: str, interpreter: GoalInterpreter) -> tuple[Goal, ...]:
    try:
        return interpreter.interpret(text).goals
    except NotUnderstood:
        return ()
