"""Destinations that are said like folders: "copy notes.txt to backup" means a folder, there or not."""

from __future__ import annotations

from pathlib import Path

from goalwright.contracts.goal import Goal
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.contracts.path_spelling import extension, name
from goalwright.dataclass import replace
from goalwright.rules import RuleBook
from goalwright.situate.anchoring import Surroundings, path_params, said_path

_NEW_NAME = "as"
"""The word that makes a name of what stands behind it."""


def with_said_folders(meta: MetaGoal, rules: RuleBook, here: Surroundings) -> MetaGoal:
    """The same goals, the slash of a folder behind destinations that a sentence names like one.

    A name without an ending is no new name for a file that has one, unless it is that file's own without its ending, or
    something else than a folder has it. Goals that programs write say exactly what they mean, and stay as they are.
    """
    if not meta.text:
        return meta
    goals = tuple(_with_folder(goal, rules, here, meta.text.casefold()) for goal in meta.goals)
    changed = any(new is not old for new, old in zip(goals, meta.goals, strict=True))
    return replace(meta, goals=goals) if changed else meta


def _with_folder(goal: Goal, rules: RuleBook, here: Surroundings, text: str) -> Goal:
    rule = rules.get((goal.domain, goal.verb))
    for param, declared in path_params(rule) if rule is not None else ():
        said = goal.params.get(param)
        if rule is None or declared.into is None or not isinstance(said, str) or not _is_folder_name(said):
            continue
        source = said_path(goal, rule, declared.into) or ""
        ending = extension(source)
        is_new_name = name(source) == f"{name(said)}{ending}" or f" {_NEW_NAME} {said.casefold()}" in text
        if ending and not is_new_name and not Path(here.absolute(said)).is_file():
            return replace(goal, params={**goal.params, param: f"{said}/"})
    return goal


def _is_folder_name(path: str) -> bool:
    last = name(path)
    return not path.endswith(("/", "\\")) and bool(last) and "." not in last
