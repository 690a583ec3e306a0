"""Paths of goals: what scopes say goes into them, and then they are made absolute for this machine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from os.path import expanduser
from typing import Any

from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.goal import Goal
from goalwright.contracts.locations import LONGEST_PATH, GoalLocation, Locations, given_path
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.contracts.path_spelling import is_anchored, is_windows, normal
from goalwright.dataclass import dataclass, replace
from goalwright.errors import ContractViolation
from goalwright.rules import Rule, RuleBook, builtin_rules
from goalwright.rules.rule import Param
from goalwright.rules.vocabulary import KnownFolder, Vocabulary

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


@lru_cache(maxsize=1024)
def path_params(rule: Rule) -> tuple[tuple[str, Param], ...]:
    """The parameters of a row that are paths, those of its variants included."""
    params = {name: param for shape in reversed(rule.shapes) for name, param in shape.params.items()}
    return tuple((name, param) for name, param in params.items() if param.type == PATH)


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
    return goal.with_params(params, path)


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
        # A slash at the end says that a folder is meant.
        to = f"{place.to}/" if goal.params["to"].endswith(("/", "\\")) and not place.to.endswith("/") else place.to
        changes["params"] = {**goal.params, "to": to}
    return replace(goal, **changes) if changes else goal


def _with_goals(meta: MetaGoal, goals: list[Goal]) -> MetaGoal:
    if all(new is old for new, old in zip(goals, meta.goals, strict=True)):
        return meta
    return replace(meta, goals=tuple(goals))


def _is_bare(path: str) -> bool:
    return not is_anchored(path) and "/" not in path and "\\" not in path


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Where paths start: the working folder, the home folder, known folders and the folders that stand for drives.

    `folders` says where known folders are, by their names in `words`, where that is not as `words` has it; `drives`
    are by letter. No file is looked at, and `..` is kept: with symlinks about, only a disk can say where it leads.
    """

    cwd: str
    home: str
    words: Vocabulary
    folders: Mapping[str, str] = EMPTY
    drives: Mapping[str, str] = EMPTY

    def absolute(self, path: str) -> str:
        """The path as this machine has it. A Windows path whose drive nothing stands for stays what it is."""
        if is_windows(path):
            return self._on_drive(normal(path))
        if path.startswith("/") or (is_windows(self.cwd) and path.startswith("\\")):
            return _below(self.cwd[:2], path) if is_windows(self.cwd) else normal(path)
        first, _, rest = path.partition("/")
        if first == "~":
            return _below(self.home, rest)
        if first.startswith("~") and rest and (other := expanduser(first)) != first:  # noqa: PTH111 - Path fails where there is no such user
            return _below(other, rest)
        known = self.words.folder(first)
        return _below(self.cwd, path) if known is None else _below(self._place(known), rest)

    def _place(self, folder: KnownFolder) -> str:
        return self.folders.get(folder.name) or self.absolute(folder.path)

    def _on_drive(self, path: str) -> str:
        """Windows settles `..` by the text alone, and nothing lies above a drive."""
        root = next((self.drives[name] for name in self.drives if name[:1].upper() == path[0]), "")
        if not root or path.startswith("\\"):
            return path
        parts: list[str] = []
        for part in path[3:].split("\\"):
            if part != "..":
                parts.append(part)
            elif parts:
                parts.pop()
        return _below(root, "/".join(parts))


def _below(folder: str, path: str) -> str:
    return normal(f"{folder}\\{path}" if is_windows(folder) else f"{folder}/{path}")
