"""What goals are about, and what is therefore worth looking at before planning: paths and apps."""

from __future__ import annotations

from collections.abc import Iterator

from goalwright.contracts import Goal, MetaGoal
from goalwright.contracts.path_spelling import join, name, normal, parent
from goalwright.rules import Rule, RuleBook
from goalwright.rules.derive import DERIVATIONS
from goalwright.situate.anchoring import path_params, said_path


def mentioned_paths(meta: MetaGoal, rules: RuleBook) -> tuple[str, ...]:
    """Every path that the goals are about, once, in goal order."""
    return tuple(dict.fromkeys(path for goal in meta.goals for path in goal_paths(goal, rules)))


def mentioned_apps(meta: MetaGoal, rules: RuleBook) -> tuple[str, ...]:
    """Every app in the goals, once, in goal order."""
    return tuple(dict.fromkeys(app for goal in meta.goals for app in _apps(goal, rules)))


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


def _apps(goal: Goal, rules: RuleBook) -> Iterator[str]:
    rule = rules.get((goal.domain, goal.verb))
    for shape in rule.shapes if rule is not None else ():
        for param, declared in shape.params.items():
            value = goal.params.get(param, goal.object if param == shape.main else None)
            if declared.type == "app" and isinstance(value, str) and value:
                yield value
