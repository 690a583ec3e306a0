"""How much of the crossing tables is read right: each cell a sentence, right when its whole goal is."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from goalwright.contracts.goal import Goal
from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import GoalInterpreter
from goalwright.rules import builtin_rules

Wanted = Mapping[str, Any]
HOME = frozenset({"desktop", "documents", "downloads", "pictures", "music", "videos", "home"})
WORDS = builtin_rules().words
PATHS = frozenset({"path", "to", "pattern"})


def judged_cells(file: Path, interpreter: GoalInterpreter) -> dict[str, Counter[str]]:
    """By table: how many cells are right, wrong and declined. The texts of the last two are printed by `main`."""
    found: dict[str, Counter[str]] = {}
    for cell in json.loads(file.read_text(encoding="utf-8")):
        counts = found.setdefault(cell["table"], Counter())
        counts["cells"] += 1
        counts[judged(cell, interpreter)[0]] += 1
    return found


def judged(cell: Mapping[str, Any], interpreter: GoalInterpreter) -> tuple[str, str]:
    """A verdict on one cell, and what was made of it."""
    try:
        goals = interpreter.interpret(cell["text"]).goals
    except NotUnderstood as error:
        return "declined", str(error)
    is_right = any(_are_right(goals, wanted) for wanted in cell["any"])
    shown = "; ".join(f"{goal.domain}.{goal.verb} {dict(goal.params)} {goal.scope}" for goal in goals)
    return "right" if is_right else "wrong", shown


def _are_right(goals: Sequence[Goal], wanted: Sequence[Wanted]) -> bool:
    return len(goals) == len(wanted) and all(map(_is_right, goals, wanted))


def _is_right(goal: Goal, wanted: Wanted) -> bool:
    if f"{goal.domain}.{goal.verb}" not in wanted["verb"].split("|"):
        return False
    return all(_has(goal, name, value) for name, value in wanted.get("params", {}).items())


def _has(goal: Goal, name: str, value: Any) -> bool:
    if name in ("nth", "role"):
        selector = str(goal.params.get("selector"))
        return f"nth={value}" in selector if name == "nth" else f"role={value}" in selector
    said = goal.params.get(name)
    if name == "object_type" and said is None and value == "file":
        return True  # worked out by the planner
    if value is None or said is None:
        return value is said
    if name in PATHS:
        return _place(str(said), goal.scope if name != "to" else "") == _place(str(value), "")
    known = WORDS.app(str(value))
    if known is not None and known.name == said:
        return True
    plain, allowed = _plain(said), [_plain(each) for each in str(value).split("|")]
    return any(each in plain if name in ("when", "url", "place") else each == plain for each in allowed)


def _plain(value: Any) -> str:
    return re.sub(r"[^\w.]+", " ", str(value).casefold()).strip()


def _place(path: str, scope: str) -> str:
    inside = next((part.removeprefix("inside:") for part in scope.split(";") if part.startswith("inside:")), "")
    whole = "/".join(
        part.strip("/") if place else part.rstrip("/") for place, part in enumerate((inside, path)) if part
    )
    first, slash, rest = whole.casefold().partition("/")
    return f"~/{first}{slash}{rest}" if first in HOME else whole.casefold()


def told_cells(file: Path, interpreter: GoalInterpreter) -> Counter[str]:
    """Print a line for each table; the counts of all together."""
    total = Counter[str]()
    for table, counts in judged_cells(file, interpreter).items():
        total += counts
        print(_line(table, counts))
    return total


def _line(name: str, counts: Counter[str]) -> str:
    return f"  {name:<26}{counts['cells']:>6}{counts['right']:>7}{counts['wrong']:>7}{counts['declined']:>10}"


def main() -> None:
    import os
    import sys

    root = Path(__file__).resolve().parent.parent
    file = Path(os.environ.get("GOALWRIGHT_CROSSINGS") or root.parent / "shared/data/phrases/crossings.json")
    interpreter = GoalInterpreter()
    if "-v" in sys.argv:
        for cell in json.loads(file.read_text(encoding="utf-8")):
            verdict, shown = judged(cell, interpreter)
            if verdict != "right":
                print(f"{verdict:<9} {cell['text']!r}: {shown[:150]}")
    total = told_cells(file, interpreter)
    print(f"{_line('all', total)}{100 * total['right'] / total['cells']:>8.1f}%")


if __name__ == "__main__":
    main()
