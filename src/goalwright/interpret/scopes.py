"""Scope resolution: the one place where scope strings become dependencies."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeAlias, cast

from goalwright.contracts.goal import AFTER, DRIVE, INSIDE, ROOT, Goal, ScopePart, drive_root, scope_parts
from goalwright.contracts.locations import Locations
from goalwright.contracts.meta_goal import Diagnostic, MetaGoal, Severity
from goalwright.dataclass import replace
from goalwright.rules import RuleBook, builtin_rules

# The goal that a part names (which may come too late), what is wrong with the part, or nothing to depend on.
Reference: TypeAlias = int | str | None


def resolve_scopes(goals: Iterable[Goal], text: str = "", rules: RuleBook | None = None) -> MetaGoal:
    """The goals as a MetaGoal whose dependencies are what their scopes say.

    Goals without an id are called g0, g1, … after their position. A part of a scope that cannot be used is
    dropped, logged and kept as a diagnostic: an error if it names the goal itself or a later one, else a warning.
    Without `rules`, the built-in ones say which goals make files and folders.
    """
    meta = MetaGoal(goals=cast("tuple[Goal, ...]", goals), text=text)
    resolution = _Resolution(meta.goals, rules)
    for index, goal in enumerate(meta.goals):
        if goal.scope != ROOT:
            resolution.resolve(index, goal)
    if not (resolution.dependencies or resolution.diagnostics):
        return meta
    found = tuple(resolution.diagnostics)
    return replace(meta, dependencies=resolution.dependencies, meta_type=None, diagnostics=found)


class _Resolution:
    """What the goals are called and make, and what has come of their scopes so far."""

    def __init__(self, goals: tuple[Goal, ...], rules: RuleBook | None) -> None:
        self.dependencies: dict[int, tuple[int, ...]] = {}
        self.diagnostics: list[Diagnostic] = []
        self.ids: dict[str, int] = {goal.goal_id: index for index, goal in enumerate(goals) if goal.goal_id is not None}
        self.verbs: dict[str, int] = {}
        self.goals, self._rules = goals, rules
        for index, goal in enumerate(goals):
            self.ids.setdefault(_called(index, goal), index)
            self.verbs.setdefault(goal.verb, index)
            self.verbs.setdefault(f"{goal.domain}.{goal.verb}", index)

    @cached_property
    def locations(self) -> Locations:
        """Where everything lies; worked out only if a scope asks."""
        locations = Locations((builtin_rules() if self._rules is None else self._rules).path_use)
        for goal in self.goals:
            locations.add(goal)
        return locations

    def resolve(self, index: int, goal: Goal) -> None:
        earlier: list[int] = []
        for part in scope_parts(goal.scope):
            reference = _REFERENCES.get(part.kind, _unknown)(self, part, index)
            if isinstance(reference, str):
                self._drop("warning", index, goal, part, reference)
            elif reference is not None and reference >= index:
                self._drop("error", index, goal, part, _too_late(index, reference))
            elif reference is not None:
                earlier.append(reference)
        if earlier:
            self.dependencies[index] = tuple(earlier)

    def _drop(self, severity: Severity, index: int, goal: Goal, part: ScopePart, message: str) -> None:
        name, scope = _called(index, goal), part.text or goal.scope
        self.diagnostics.append(Diagnostic(severity=severity, goal_id=name, scope=scope, message=message))
        _log(severity, "goal %s: scope %r dropped: %s", _shown(name), part.text[:80], message)


def _called(index: int, goal: Goal) -> str:
    return goal.goal_id or f"g{index}"


def _root(_known: _Resolution, part: ScopePart, _index: int) -> Reference:
    return None if part.text == ROOT else f"{_shown(part.text)} says too much: write {ROOT} alone"


def _after(known: _Resolution, part: ScopePart, _index: int) -> Reference:
    if not part.target:
        return "names no goal: write after: and the verb or the id of an earlier goal"
    found = known.ids.get(part.target, known.verbs.get(part.target))
    if found is None:
        return f"no goal has the id or the verb {_shown(part.target)}: write those of an earlier goal, such as after:g0"
    return found


def _inside(known: _Resolution, part: ScopePart, index: int) -> Reference:
    if not part.target:
        return "names no folder: write inside: and the folder's name or path"
    earlier = known.locations.maker(part.target, before=index)
    # A folder that no goal makes is there already: it says where, not when.
    if earlier is not None:
        return earlier
    later = known.locations.maker(part.target)
    # What a later goal only puts something into was there before: it makes no folder.
    return later if later is not None and known.goals[later].verb == "create" else None


def _drive(_known: _Resolution, part: ScopePart, _index: int) -> Reference:
    is_drive = drive_root(part.target) is not None
    return None if is_drive else f"{_shown(part.target)} is not a drive: write one letter, such as drive:C"


def _unknown(_known: _Resolution, part: ScopePart, _index: int) -> Reference:
    problem = f"{_shown(part.text)} is not a scope" if part.text else "is empty"
    return f"{problem}: write root, after:<verb or id>, inside:<folder> or drive:<letter>"


_REFERENCES: dict[str, Callable[[_Resolution, ScopePart, int], Reference]] = {
    ROOT: _root,
    AFTER: _after,
    INSIDE: _inside,
    DRIVE: _drive,
}


def _too_late(index: int, reference: int) -> str:
    if reference == index:
        return "names the goal itself: name an earlier goal"
    return f"names goals[{reference}], which comes later: name an earlier goal, or put that one before this one"


def _shown(text: str) -> str:
    return reprlib.repr(text)


def _log(severity: Severity, message: str, *named: str) -> None:
    import logging  # slow to load, and a scope is rarely dropped

    logger = logging.getLogger(__name__)
    if not logger.hasHandlers():  # Python would print it, and the door shows diagnostics in its own words
        logger.addHandler(logging.NullHandler())
    logger.log({"warning": logging.WARNING, "error": logging.ERROR}[severity], message, *named)
