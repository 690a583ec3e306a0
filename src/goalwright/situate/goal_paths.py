"""Every path that a goal is about: those it names, and those that follow from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from goalwright.contracts.goal import Goal
from goalwright.contracts.path_spelling import join, name, normal, parent
from goalwright.rules.derive import DERIVATIONS
from goalwright.situate.anchoring import path_params, said_path

if TYPE_CHECKING:
    from goalwright.rules import Rule, RuleBook


def goal_paths(goal: Goal, rules: RuleBook) -> Iterator[str]:
    """The paths that may be read or changed for a goal: said, by default or derived (the archive's name), and for a
    destination that may turn out to be a folder also what would then lie in it."""
    rule = rules.get((goal.domain, goal.verb))
    if rule is None:
        return
    said = {param: said_path(goal, rule, param) for param, _ in path_params(rule)}
    known = {param: path for param, path in said.items() if path is not None}
    known |= _derived(rule, rules, known)
    for param, declared in path_params(rule):
        if param not in known:
            continue
        other = known.get(declared.beside or declared.into or "")
        if declared.beside is not None and other is not None:
            yield join(parent(other), known[param])
            continue
        yield known[param]
        if other is not None:
            yield join(normal(known[param]), name(other))


def _derived(rule: Rule, rules: RuleBook, known: dict[str, str]) -> dict[str, str]:
    found = {}
    for param, function in rule.shape.derive.items():
        declared = rule.shape.params.get(param)
        if declared is not None and declared.type == "path" and param not in known:
            value = DERIVATIONS[function](known, rules.words, lambda _path: None)
            if isinstance(value, str):
                found[param] = value
    return found
