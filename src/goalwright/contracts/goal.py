"""Goal: one thing the user wants, as a domain, a verb and parameters; and the language of its scope."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from goalwright.contracts.checks import freeze_mapping, put, require_flag, require_text, require_text_or_none
from goalwright.contracts.frozen import EMPTY, FrozenDict, freeze
from goalwright.contracts.shown import shown
from goalwright.dataclass import dataclass, field, fields
from goalwright.errors import ContractViolation
from goalwright.named_tuple import NamedTuple

ROOT = "root"

FILE_ACTION_ALIASES: FrozenDict[str, str] = FrozenDict({"mkdir": "create", "make": "create", "rm": "delete"})
FOLDER_ACTIONS = frozenset({"mkdir"})
AFTER = "after"
INSIDE = "inside"
DRIVE = "drive"

_DRIVE_TARGET = r"[A-Za-z]:?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A parametric goal. Domain and verb are open strings: the rule table, not this type, knows them.

    `object` stands in for the row's main parameter. `resolved_path` is set by the orchestrator and
    replaces the path in every action. `numbered` marks goals from the typed contract that came
    without an id: their actions are called a1, a2, … rather than after the goal. Parameters may be expressions:
    `each` selects the things that the goal is done for, `when` says under which conditions (decision 0028).
    """

    domain: str
    verb: str
    params: Mapping[str, Any] = EMPTY
    object: str | None = None
    scope: str = ROOT
    goal_id: str | None = None
    resolved_path: str | None = None
    each: Mapping[str, Any] | None = None
    when: tuple[Any, ...] = ()
    numbered: bool = field(default=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not _has_plain_fields(self):
            require_text(self, "domain", "verb", "scope")
            require_text_or_none(self, "object", "goal_id", "resolved_path")
            require_flag(self, "numbered")
        freeze_mapping(self, "params")
        if self.each is not None:
            freeze_mapping(self, "each")
        if self.when:
            put(self, "when", freeze(list(self.when), contract="Goal", field="when"))

    @classmethod
    def typed(
        cls,
        *,
        goal_type: str,
        platform: str | None = None,
        query: str | None = None,
        target: str | None = None,
        action: str | None = None,
        object_type: str | None = None,
        goal_id: str | None = None,
    ) -> Goal:
        """The same goal from the closed set of typed goals (browser_search, app_launch, …)."""
        if not isinstance(goal_type, str) or goal_type not in _TYPED:
            raise ContractViolation("Goal", "goal_type", f"is {shown(goal_type)}: use one of {', '.join(_TYPED)}")
        domain, verb, sources = _TYPED[goal_type]
        given = {"platform": platform, "query": query, "target": target, "object_type": object_type}
        for name, value in given.items():
            if value is not None and not isinstance(value, str):
                raise ContractViolation("Goal", name, f"must be text, not {shown(value)}")
        if goal_type == "file_operation":
            if not isinstance(action, str) or not action:
                raise ContractViolation("Goal", "action", "is missing: a file_operation needs one, such as create")
            verb = FILE_ACTION_ALIASES.get(action, action)
            if action in FOLDER_ACTIONS:
                given["object_type"] = object_type or "folder"
        params = {}
        for name, candidates in sources.items():
            value = next((given[source] for source in candidates if given[source] is not None), None)
            if value is not None:
                params[name] = value
        return cls(domain=domain, verb=verb, params=params, goal_id=goal_id, numbered=goal_id is None)

    def named(self, goal_id: str) -> Goal:
        """This goal under an id; a goal that has one keeps it."""
        return self if self.goal_id is not None or self.numbered else self.renamed(goal_id)

    def renamed(self, goal_id: str) -> Goal:
        """This goal under another id."""
        copy = _twin(self)
        put(copy, "goal_id", goal_id)
        return copy

    def with_params(self, params: Mapping[str, Any], resolved_path: str | None = None) -> Goal:
        """This goal with other parameters, and with a path if one is given. All else was checked when it was built."""
        copy = _twin(self)
        put(copy, "params", params)
        freeze_mapping(copy, "params")
        if resolved_path is not None:
            put(copy, "resolved_path", resolved_path)
            require_text(copy, "resolved_path")
        return copy


def _twin(goal: Goal) -> Goal:
    copy = object.__new__(Goal)
    for get, give in _SLOTS:
        give(copy, get(goal))
    return copy


# What is read and written through the slots themselves takes half the time.
_SLOTS = [(slot.__get__, slot.__set__) for slot in (getattr(Goal, part.name) for part in fields(Goal))]


def _has_plain_fields(goal: Goal) -> bool:
    """The quick answer for goals whose texts are as they should be: large commands have many."""
    return (
        type(goal.domain) is str
        and type(goal.verb) is str
        and type(goal.scope) is str
        and bool(goal.domain and goal.verb and goal.scope)
        and (goal.object is None or (type(goal.object) is str and goal.object != ""))
        and (goal.goal_id is None or (type(goal.goal_id) is str and goal.goal_id != ""))
        and (goal.resolved_path is None or (type(goal.resolved_path) is str and goal.resolved_path != ""))
        and type(goal.numbered) is bool
    )


# goal_type -> domain, verb, and which typed fields feed each parameter, first one given wins.
_TYPED: FrozenDict[str, tuple[str, str, dict[str, tuple[str, ...]]]] = FrozenDict(
    {
        "browser_search": ("browser", "search", {"platform": ("platform",), "query": ("query",)}),
        "browser_navigate": ("browser", "navigate", {"url": ("target",)}),
        "app_launch": ("system", "launch", {"app": ("target", "platform")}),
        "file_operation": ("file", "", {"path": ("target",), "object_type": ("object_type",)}),
        "system_query": ("system", "query", {"what": ("query", "target")}),
    }
)


class ScopePart(NamedTuple):
    """One part of a scope: its kind, what it names, and the part as it was written."""

    kind: str
    target: str
    text: str


def scope_parts(scope: str) -> list[ScopePart]:
    """The parts of a scope in order, whatever is in them; judging them is the reader's business."""
    return [_part(text.strip()) for text in scope.split(";")]


def drive_root(target: str) -> str | None:
    """`D:\\` for the drive that `d` or `D:` names, or None if it names none."""
    return f"{target[0].upper()}:\\" if re.fullmatch(_DRIVE_TARGET, target) else None


def _part(text: str) -> ScopePart:
    kind, _, target = text.partition(":")
    return ScopePart(kind.rstrip(), target.lstrip(), text)
