"""Goals files: `{"goals": [{"domain", "verb", "params", …}, …], "text"?}`.

A goal may also have an object, a scope, a goal_id, and expressions: `each` and `when`, and in its params.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn

from goalwright.contracts.expressions import has_expressions
from goalwright.contracts.goal import Goal
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.contracts.strict_json import ROOT, Faults, JsonLimits, Place, place_text, read_json
from goalwright.errors import ContractViolation, GoalsFileError
from goalwright.interpret.scopes import resolve_scopes
from goalwright.rules import RuleBook, builtin_rules

LIMITS = JsonLimits(max_bytes=64 * 2**20, max_values=2_000_000)
MAX_GOALS = 100_000

_GOALS: Place = (ROOT, "goals")
_FIELDS = ("goals", "text")
_REQUIRED = frozenset({"domain", "verb"})
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_EXAMPLE = '{"goals": [{"domain": "browser", "verb": "navigate", "params": {"url": "example.com"}}]}'


def read_goals(text: str | bytes, source: str, rules: RuleBook | None = None) -> MetaGoal:
    """The goals of a file, scopes resolved; anything else in it raises GoalsFileError with its place.

    Control characters are refused in names and scopes. In parameters they are data, which the planner
    judges by the parameter's type. Without `rules`, scopes are resolved by the built-in ones.
    """
    faults = Faults(most=1)
    document = read_json(text, LIMITS, faults)
    reader = _Reader(source, rules)
    for place, problem in faults.listed:
        reader.refuse(place, problem)
    return reader.meta_goal(document)


class _Reader:
    """Checks a document part by part and builds the goals; `source` is what its errors call the file."""

    def __init__(self, source: str, rules: RuleBook | None) -> None:
        self.source, self.rules = source, rules

    def refuse(self, place: Place, problem: str, below: str = "") -> NoReturn:
        """Refuse what is at `place`, or the field of it that a contract value calls `below`."""
        where = "" if place is ROOT else place_text(place)
        raise GoalsFileError(self.source, ".".join(filter(None, (where, below))), problem) from None

    def meta_goal(self, document: Any) -> MetaGoal:
        if type(document) is not dict:
            self.refuse(ROOT, f"must be an object such as {_EXAMPLE}, not {_KINDS[type(document)]}")
        self.require_known(document, _FIELDS, ROOT)
        rows = self.rows(document)
        text = document.get("text", "")
        if type(text) is not str:
            self.refuse(
                (ROOT, "text"), f"must be a string, not {_KINDS[type(text)]}: write the sentence, or leave it out"
            )
        goals = tuple(self.goal(row, (_GOALS, index)) for index, row in enumerate(rows))
        try:
            return resolve_scopes(goals, text, self.rules)
        except ContractViolation as violation:
            self.refuse(ROOT, violation.problem, below=violation.field)

    def rows(self, document: dict[str, Any]) -> list[Any]:
        if "goals" not in document:
            self.refuse(_GOALS, f"is missing: write {_EXAMPLE}")
        rows = document["goals"]
        if type(rows) is not list:
            self.refuse(_GOALS, f"must be a list, not {_KINDS[type(rows)]}: write {_EXAMPLE}")
        if not rows:
            self.refuse(_GOALS, "is empty: write at least one goal")
        if len(rows) > MAX_GOALS:
            self.refuse(_GOALS, f"has {len(rows)} goals: split it into files of at most {MAX_GOALS}")
        return rows

    def goal(self, row: Any, place: Place) -> Goal:
        if type(row) is not dict:
            self.refuse(place, f"must be an object with domain, verb and params, not {_KINDS[type(row)]}")
        if not _EXAMPLES.keys() >= row.keys():
            self.require_known(row, tuple(_EXAMPLES), place)
        for field in _TEXTS:
            if field in row:
                self.require_text(row[field], field, place)
            elif field in _REQUIRED:
                self.refuse((place, field), f"is missing: write {_EXAMPLES[field]}")
        for field, kind in _PARTS.items():
            if field in row and not isinstance(row[field], kind):
                problem = f"must be {_KINDS[kind]}, not {_KINDS[type(row[field])]}"
                self.refuse((place, field), f"{problem}: write {_EXAMPLES[field]}")
        try:
            goal = Goal(**row)
            if has_expressions(goal):
                self.check(goal)
            return goal
        except ContractViolation as violation:
            self.refuse(place, violation.problem, below=violation.field)

    def check(self, goal: Goal) -> None:
        from goalwright.rules.condition_reading import check_goal  # few goals have expressions

        check_goal(goal, builtin_rules() if self.rules is None else self.rules)

    def require_known(self, row: dict[str, Any], fields: tuple[str, ...], place: Place) -> None:
        unknown = next((key for key in row if key not in fields), None)
        if unknown is not None:
            self.refuse((place, unknown), f"is not a known field: use {', '.join(fields)} only")

    def require_text(self, value: Any, field: str, place: Place) -> None:
        if type(value) is not str:
            self.refuse((place, field), f"must be a string, not {_KINDS[type(value)]}: write {_EXAMPLES[field]}")
        if not value.strip():
            self.refuse((place, field), f"is empty: write {_EXAMPLES[field]}")
        if not value.isprintable() and (control := _CONTROL.search(value)):
            self.refuse((place, field), f"holds the control character {control.group()!r}: remove it")


_EXAMPLES = {
    "domain": '"domain": "browser"',
    "verb": '"verb": "navigate"',
    "params": '"params": {"url": "example.com"}',
    "object": '"object": "notes.txt", or leave it out',
    "scope": '"scope": "after:g0", or leave it out',
    "goal_id": '"goal_id": "g1", or leave it out',
    "each": '"each": {"select": {"kind": "file", "in": "inbox"}}, or leave it out',
    "when": '"when": [["exists", "notes.txt"]], or leave it out',
}
_PARTS = {"params": dict, "each": dict, "when": list}
_TEXTS = tuple(field for field in _EXAMPLES if field not in _PARTS)
_KINDS = {
    dict: "an object",
    list: "a list",
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}
