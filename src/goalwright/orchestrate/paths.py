"""Anchoring of paths: what a goal's scope says about where a path starts goes into the path itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from goalwright.contracts.goal import Goal
from goalwright.contracts.locations import LONGEST_PATH, Locations, Place, given_path
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.errors import ContractViolation


def anchor_paths(meta: MetaGoal) -> MetaGoal:
    """The same goals with `inside` and `drive` joined into `resolved_path` and `to`; `meta` itself if none change.

    `inside:<target>` starts at the place of the goal that makes the target, or at the target's own text if
    none does. A goal that has a `resolved_path` is taken as it is; paths that are not text are the planner's
    to judge.
    """
    locations = Locations()
    goals = tuple(_anchored(index, goal, locations.add(goal)) for index, goal in enumerate(meta.goals))
    if all(new is old for new, old in zip(goals, meta.goals, strict=True)):
        return meta
    return replace(meta, goals=goals)


def _anchored(index: int, goal: Goal, place: Place) -> Goal:
    if not place.fits:
        problem = f"makes a path of more than {LONGEST_PATH} characters: nest fewer folders, or shorten their names"
        raise ContractViolation("MetaGoal", f"goals[{index}].scope", problem)
    if goal.resolved_path is not None or place.path is None:
        return goal
    changes: dict[str, Any] = {}
    if place.is_scoped or place.path != given_path(goal):
        changes["resolved_path"] = place.path
    if place.to is not None and place.to != goal.params["to"]:
        changes["params"] = {**goal.params, "to": place.to}
    return replace(goal, **changes) if changes else goal
