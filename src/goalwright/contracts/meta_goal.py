"""MetaGoal: everything one command asks for, and what must come before what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from goalwright.contracts.checks import freeze_items, put, require_choice, require_text
from goalwright.contracts.frozen import EMPTY, FrozenDict
from goalwright.contracts.goal import Goal
from goalwright.contracts.references import Reference
from goalwright.contracts.shown import shown
from goalwright.dataclass import dataclass
from goalwright.errors import ContractViolation

MetaType = Literal["single", "independent_multi", "dependent_multi"]
Severity = Literal["warning", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """Something that was dropped while scopes were resolved, and why."""

    severity: Severity
    goal_id: str
    scope: str
    message: str

    def __post_init__(self) -> None:
        require_choice(self, "severity", get_args(Severity))
        require_text(self, "goal_id", "scope", "message")


@dataclass(frozen=True, slots=True, kw_only=True)
class MetaGoal:
    """Goals and a dependency DAG over their indices.

    Invariants: at least one goal; ids are unique; a goal depends only on earlier ones, so the
    graph cannot have a cycle; `dependencies` has keys for dependent goals only; `meta_type`
    says what the other two fields show (left out, it is worked out from them). `references` are the words that
    point at an earlier command, with what they were taken for.
    """

    goals: tuple[Goal, ...]
    dependencies: Mapping[int, tuple[int, ...]] = EMPTY
    meta_type: MetaType | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    text: str = ""
    references: tuple[Reference, ...] = ()

    def __post_init__(self) -> None:
        freeze_items(self, "goals", Goal)
        freeze_items(self, "references", Reference)
        freeze_items(self, "diagnostics", Diagnostic)
        require_text(self, "text", empty=True)
        if not self.goals:
            raise ContractViolation("MetaGoal", "goals", "is empty: a command needs at least one goal")
        put(self, "goals", tuple(goal.named(f"g{index}") for index, goal in enumerate(self.goals)))
        _require_unique_ids(self.goals)
        put(self, "dependencies", _checked_dependencies(self.dependencies, len(self.goals)))
        put(self, "meta_type", _checked_type(self))


def _require_unique_ids(goals: tuple[Goal, ...]) -> None:
    seen: dict[str, int] = {}
    for index, goal in enumerate(goals):
        name = goal.goal_id or f"g{index}"  # what a typed goal without an id is called in results
        if name in seen:
            raise ContractViolation(
                "MetaGoal",
                f"goals[{index}].goal_id",
                f"{shown(name)} is taken by goals[{seen[name]}]: give each goal its own id",
            )
        seen[name] = index


def _checked_dependencies(given: object, count: int) -> FrozenDict[int, tuple[int, ...]]:
    if not isinstance(given, Mapping):
        raise ContractViolation("MetaGoal", "dependencies", "must map a goal's index to the indices before it")
    checked: dict[int, tuple[int, ...]] = {}
    for child in sorted(given, key=_by_number):
        _require_index(child, count, "dependencies")
        parents = given[child]
        place = f"dependencies[{child}]"
        if isinstance(parents, str | bytes | Mapping) or not isinstance(parents, Iterable):
            raise ContractViolation("MetaGoal", place, "must be a list of goal indices")
        listed = tuple(parents)
        for parent in listed:
            _require_index(parent, count, place)
            if parent >= child:
                problem = "itself" if parent == child else f"the later goal {parent}"
                raise ContractViolation("MetaGoal", place, f"depends on {problem}: only earlier goals are allowed")
        if listed:
            checked[child] = tuple(sorted(set(listed)))
    return FrozenDict(checked)


def _by_number(key: object) -> tuple[int, int]:
    return (0, key) if isinstance(key, int) else (1, 0)


def _require_index(index: object, count: int, place: str) -> None:
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < count:
        raise ContractViolation("MetaGoal", place, f"names goal {shown(index)}: there are goals 0 to {count - 1}")


def _checked_type(meta: MetaGoal) -> MetaType:
    found: MetaType = "dependent_multi" if meta.dependencies else "independent_multi"
    if len(meta.goals) == 1:
        found = "single"
    if meta.meta_type not in (None, found):
        raise ContractViolation("MetaGoal", "meta_type", f"is {shown(meta.meta_type)}, but the goals show {found!r}")
    return found
