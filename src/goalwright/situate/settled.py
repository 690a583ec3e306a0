"""Settled: goals that name everything, and what was looked at to make them so."""

from __future__ import annotations

import re
from collections.abc import Mapping

from goalwright.contracts.expressions import has_expressions
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.goal import Goal
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.dataclass import dataclass
from goalwright.named_tuple import NamedTuple
from goalwright.rules import RuleBook
from goalwright.situate.anchoring import path_params, said_path

WILD = re.compile(r"[*?\[]")


class Looked(NamedTuple):
    """One look: at what, when, and what was found there."""

    what: str
    at: str
    found: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Goals without expressions; what was looked at; what selections found, by their JSON; and the paths of all that
    was found or counted."""

    meta: MetaGoal
    looked: tuple[Looked, ...] = ()
    found: Mapping[str, tuple[str, ...]] = EMPTY
    seen: tuple[str, ...] = ()


def needs_settling(goal: Goal, rules: RuleBook) -> bool:
    """Whether a goal has expressions, or leaves a name to be made: with the day in it, or for one made of several."""
    if has_expressions(goal):
        return True
    rule = rules.get((goal.domain, goal.verb))
    if rule is None:
        return False
    is_unnamed = "things" in goal.params and "to" not in goal.params and "to" in rule.shape.derive
    return is_unnamed or any(param.dated for _, param in path_params(rule))


def wild_paths(goal: Goal, rules: RuleBook) -> tuple[str, ...]:
    """The paths of a goal that are patterns: what they stand for is looked up, too."""
    rule = rules.get((goal.domain, goal.verb))
    said = (said_path(goal, rule, param) for param, _ in path_params(rule)) if rule is not None else ()
    return tuple(path for path in said if path is not None and WILD.search(path))
