"""Paths of goals: what scopes say goes into them, and then they are made absolute for this machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from goalwright.contracts.goal import Goal
from goalwright.contracts.locations import LONGEST_PATH, GoalLocation, Locations, given_path
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.contracts.path_spelling import is_anchored
from goalwright.dataclass import replace
from goalwright.errors import ContractViolation
from goalwright.rules import Rule, RuleBook, builtin_rules
from goalwright.rules.rule import Param
from goalwright.situate.absolute import Surroundings

PATH = "path"


def anchor_paths(meta: MetaGoal, rules: RuleBook | None = None) -> MetaGoal:
    """The same goals with `inside` and `drive` joined into `resolved_path` and `to`; `meta` itself if none change.

    `inside:<target>` starts at the place of the goal that makes the target, or at the target's own text if
    none does. A goal that has a `resolved_path` is taken as it is; paths that are not text are the planner's
    to judge. Without `rules`, the built-in ones say which parameters are paths.
    """
    book = rules if rules is not None else builtin_rules()
    locations = Locations(book.path_use)
    goals = [_anchored(index, goal, locations.add(goal), book) for index, goal in enumerate(meta.goals)]
    return _with_goals(meta, goals)


def resolve_paths(meta: MetaGoal, rules: RuleBook, here: Surroundings) -> MetaGoal:
    """The same goals with every path absolute, scopes and defaults included; `meta` itself if none change.

    `path` goes into `resolved_path`, other parameters are replaced. What is not text is left to the planner, what
    names things beside another path (a new name) is left as it is.
    """
    locations = Locations(rules.path_use)
    goals = []
    for index, goal in enumerate(meta.goals):
        place = locations.add(goal)
        # Without a scope the path is taken as it was written: `./desktop` is no known folder.
        anchored = _anchored(index, goal, place, rules) if place.is_scoped else goal
        rule = rules.get((goal.domain, goal.verb))
        goals.append(anchored if rule is None else _resolved(anchored, rule, here))
    return _with_goals(meta, goals)


def path_params(rule: Rule) -> Iterator[tuple[str, Param]]:
    """The parameters of a row that are paths, those of its variants included."""
    params = {name: param for shape in reversed(rule.shapes) for name, param in shape.params.items()}
    return ((name, param) for name, param in params.items() if param.type == PATH)


def said_path(goal: Goal, rule: Rule, name: str) -> str | None:
    """What a goal says of one of its path parameters, by its object or by default if not otherwise."""
    value = goal.resolved_path if name == PATH else None
    if value is None and name in goal.params:
        value = goal.params[name]
    elif value is None and name == rule.shape.main:
        value = goal.object
    if value is None and name not in goal.params:
        value = rule.shape_for(goal.params).default_params.get(name)
    return value if isinstance(value, str) and value.strip() else None


def _resolved(goal: Goal, rule: Rule, here: Surroundings) -> Goal:
    params, path = dict(goal.params), goal.resolved_path
    for name, param in path_params(rule):
        said = said_path(goal, rule, name)
        if said is None or (param.beside is not None and _is_bare(said)):
            continue
        full = here.absolute(said)
        if param.into is not None and said.endswith(("/", "\\")) and not full.endswith(("/", "\\")):
            full += "/"  # the planner takes it for a folder
        if name != PATH:
            params[name] = full
            continue
        path = full
        if name not in params and name != rule.shape.main:
            params[name] = said  # a default has to be said for the planner to replace it
    if path == goal.resolved_path and params == goal.params:
        return goal
    return replace(goal, params=params, resolved_path=path)


def _anchored(index: int, goal: Goal, place: GoalLocation, rules: RuleBook) -> Goal:
    if not place.fits:
        problem = f"makes a path of more than {LONGEST_PATH} characters: nest fewer folders, or shorten their names"
        raise ContractViolation("MetaGoal", f"goals[{index}].scope", problem)
    if goal.resolved_path is not None or place.path is None:
        return goal
    changes: dict[str, Any] = {}
    if place.is_scoped or place.path != given_path(goal, rules.path_use(goal)):
        changes["resolved_path"] = place.path
    if place.to is not None and place.to != goal.params["to"]:
        changes["params"] = {**goal.params, "to": place.to}
    return replace(goal, **changes) if changes else goal


def _with_goals(meta: MetaGoal, goals: list[Goal]) -> MetaGoal:
    if all(new is old for new, old in zip(goals, meta.goals, strict=True)):
        return meta
    return replace(meta, goals=tuple(goals))


def _is_bare(path: str) -> bool:
    return not is_anchored(path) and "/" not in path and "\\" not in path
