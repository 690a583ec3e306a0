"""Examples of rule rows, held against what the planner makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from goalwright.contracts import Goal, WorldState
from goalwright.contracts.shown import shown
from goalwright.errors import RuleFileError
from goalwright.plan.planner import GoalPlanner
from goalwright.rules import Rule, RuleBook

_WORLD = WorldState(browser_running=True)


def check_examples(rules: RuleBook, rows: Iterable[Rule]) -> None:
    """Raise RuleFileError for the first example that does not plan as its row says it does."""
    planner = GoalPlanner(rules)
    for rule in rows:
        for index, example in enumerate(rule.examples):
            _check(planner, rule, f"examples[{index}]", example)


def _check(planner: GoalPlanner, rule: Rule, place: str, example: Mapping[str, Any]) -> None:
    result = planner.plan(Goal(domain=rule.domain, verb=rule.verb, params=example["params"]), _WORLD)
    if result.plan is None:
        raise RuleFileError(rule.file, rule.verb, place, f"has no plan ({result.reason})", "correct its params")
    action, args = result.plan.actions[-1], example.get("args") or {}
    if action.description != example["description"]:
        problem, remedy = f"is {shown(example['description'])}", f"write {shown(action.description)}, as planned"
        raise RuleFileError(rule.file, rule.verb, f"{place}.description", problem, remedy)
    if not args.items() <= action.args.items():
        problem, remedy = f"is {shown(dict(args))}", f"write {shown(dict(action.args))}, as planned"
        raise RuleFileError(rule.file, rule.verb, f"{place}.args", problem, remedy)
