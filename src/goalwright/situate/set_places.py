"""Where the things of a set go: each to a place of its own, or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import compress

from goalwright.contracts.expressions import Selection, Things
from goalwright.contracts.goal import Goal
from goalwright.contracts.path_spelling import ancestors, join, name, normal, parent
from goalwright.errors import NotPlannable
from goalwright.rules import Rule
from goalwright.rules.rule import Param
from goalwright.situate.anchoring import Surroundings, path_params, said_path
from goalwright.situate.told_things import told_things


def placed(goals: list[Goal], rule: Rule, picked: str, things: Things, here: Surroundings) -> list[Goal]:
    """The goals with their things put into the folder that several go to; what is there already is left out."""
    related = [param for param, declared in path_params(rule) if declared.into == picked]
    for param in related if not _is_single(things) else ():
        said = dict.fromkeys(goal.params.get(param) for goal in goals)
        folders = {folder: normal(here.absolute(folder)) for folder in said if isinstance(folder, str)}
        goals = [_into(goal, param, picked, folders) for goal in goals if isinstance(goal.params.get(param), str)]
    return goals


def require_places(goals: list[Goal], rule: Rule, picked: str, things: Things, here: Surroundings) -> None:
    """Refuse to make the same file out of each of several things: the last one alone would be in it."""
    made = {ref.param for ref in rule.shape.writes if ref.change == "value"}
    apart = [param for param, declared in path_params(rule) if not (declared.into or declared.beside)]
    for param in apart if len(goals) > 1 else ():
        said = [goal.params[param] for goal in goals if isinstance(goal.params.get(param), str)]
        if param in made and param != picked and said:
            _require_apart([normal(here.absolute(path)) for path in said], things)


def moved_apart(goals: list[Goal], rule: Rule, things: Things, here: Surroundings) -> list[Goal]:
    """The goals without those whose thing is there already; several that would come to one place are refused."""
    made = {ref.param for ref in rule.shape.writes if ref.change == "like"}
    for param, declared in path_params(rule):
        source = declared.into or declared.beside
        if param not in made or source is None:
            continue
        targets = [_target(goal, rule, param, declared, here) for goal in goals]
        paths = [normal(here.absolute(said_path(goal, rule, source) or "")) for goal in goals]
        kept = [path != target and path not in ancestors(target) for path, target in zip(paths, targets, strict=True)]
        if not any(kept):
            raise NotPlannable("blocked", f"all that matches {told_things(things)} is there already")
        goals = list(compress(goals, kept))
        _require_apart(list(compress(targets, kept)), things)
    return goals


def _into(goal: Goal, param: str, picked: str, folders: Mapping[str, str]) -> Goal:
    """The goal with its thing put into the folder that it goes to; `folders` are absolute, by what was said."""
    into = join(folders[goal.params[param]], name(goal.params[picked]))
    return goal.with_params({**goal.params, param: into})


def _is_single(things: Things) -> bool:
    """Whether one thing is meant: where it goes to may then be a new name of it."""
    only: Selection = things.selections[0]
    return len(things.selections) == 1 and (only.is_one or only.limit == 1)


def _require_apart(targets: Sequence[str], things: Things) -> None:
    """Refuse to bring several things to one place."""
    twice, count = Counter(targets).most_common(1)[0]
    if count > 1:
        problem = f"{count:,} of {told_things(things)} would become {name(twice)}, and there is room for one"
        raise NotPlannable("blocked", f"{problem}: name one of them, or give each its own name")


def _target(goal: Goal, rule: Rule, param: str, declared: Param, here: Surroundings) -> str:
    said = said_path(goal, rule, param) or ""
    source = said_path(goal, rule, declared.beside or declared.into or "") or ""
    if declared.beside is not None and "/" not in said:
        return join(parent(here.absolute(source)), said)
    return join(here.absolute(said), name(source)) if said.endswith("/") else normal(here.absolute(said))
