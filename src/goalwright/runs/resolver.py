"""ToolResolver: finds the tool for an action, and sees to it that the plan's arguments are what it gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from goalwright.contracts import FrozenDict, Plan, PlannedAction, Tool, ToolCall, ToolEntry
from goalwright.contracts.shown import shown
from goalwright.errors import GoalwrightError, ResolutionRefused
from goalwright.named_tuple import NamedTuple

Proposer: TypeAlias = Callable[[PlannedAction, ToolEntry], Mapping[str, Any]]
"""Anything that suggests arguments for a tool: a model, a form, a plug-in. The plan's own arguments win."""

SUPPORT = "tool_support"
"""The intent of actions that only bring about a state another tool needs; no domain owns them."""
REFERENCE_KEYS = frozenset({"from", "field"})


class Resolved(NamedTuple):
    """A tool and the arguments it will get."""

    entry: ToolEntry
    tool: Tool
    args: Mapping[str, Any]


class ToolResolver:
    """Resolves in two stages: which tools the intent allows at all, then which of these the action names or fits.

    A bound tool is never replaced by another. A proposer may only repeat what the plan says: where it says
    otherwise it is overridden, and an argument that the plan does not have is refused.
    """

    def __init__(self, tools: Iterable[ToolEntry], propose: Proposer | None = None) -> None:
        self._entries = {entry.name: entry for entry in tools}
        self._propose = propose

    def resolve(self, action: PlannedAction) -> Resolved:
        """The tool for an action and its arguments; raises ResolutionRefused."""
        entry = self.entry(action)
        if entry.tool is None or entry.missing:
            why = entry.missing or "nothing on this machine does its work"
            raise ResolutionRefused(action.action_id, f"{entry.name} cannot be used here: {why}")
        args = action.args if self._propose is None else self._merged(action, entry)
        if problem := argument_problem(entry, args):
            raise ResolutionRefused(action.action_id, problem)
        return Resolved(entry, entry.tool, args)

    def entry(self, action: PlannedAction) -> ToolEntry:
        """The tool that the action names, or the first that serves it, within what its intent allows."""
        if action.tool is None:
            return self._serving(action)
        entry = self._entries.get(action.tool)
        if entry is None:
            raise ResolutionRefused(action.action_id, f"there is no tool {action.tool!r}: see `goalwright tools`")
        if not _is_allowed(entry, action.intent):
            problem = f"{entry.name} may not do a {action.intent}: it serves {', '.join(entry.intents) or 'nothing'}"
            raise ResolutionRefused(action.action_id, problem)
        return entry

    async def prints(self, plan: Plan) -> dict[str, str]:
        """Fingerprints of all that a plan relies on or changes, by resource; a tool that is missing has none."""
        prints: dict[str, str] = {}
        for action in plan.actions:
            with suppress(GoalwrightError):
                entry, tool, args = self.resolve(action)
                call = ToolCall(tool=entry.name, action_id=action.action_id, args=args, risk=action.risk)
                for resource in tool.resources(call):
                    if resource not in prints:
                        prints[resource] = await tool.fingerprint(resource)
        return prints

    def _serving(self, action: PlannedAction) -> ToolEntry:
        wanted = frozenset(_achievements(action))
        allowed = [entry for entry in self._entries.values() if _is_allowed(entry, action.intent)]
        serving = [entry for entry in allowed if entry.capability.can_achieve & wanted]
        if not serving:
            raise ResolutionRefused(action.action_id, f"no tool for {action.intent} does {action.rule or 'this'}")
        return next((entry for entry in serving if entry.is_available), serving[0])

    def _merged(self, action: PlannedAction, entry: ToolEntry) -> Mapping[str, Any]:
        proposed = self._propose(action, entry) if self._propose is not None else {}
        if extra := sorted(proposed.keys() - action.args.keys()):
            problem = f"{shown(extra[0])} was proposed for {entry.name}, but the plan has no such argument"
            raise ResolutionRefused(action.action_id, problem)
        return FrozenDict({**proposed, **action.args})


def _is_allowed(entry: ToolEntry, intent: str) -> bool:
    return intent in entry.intents or intent == SUPPORT


def _achievements(action: PlannedAction) -> Iterator[str]:
    """The names under which tools say that they serve the action's row, the most particular first."""
    verb = action.rule.replace(".", "_")
    kind = action.args.get("object_type")
    if isinstance(kind, str):
        yield f"{verb}_{kind}"
    yield verb


def is_reference(value: object) -> bool:
    """Whether a value stands for what an earlier goal saw: `{"from": "g0", "field": "text"}`."""
    return type(value) is FrozenDict and value.keys() == REFERENCE_KEYS


def argument_problem(entry: ToolEntry, args: Mapping[str, Any]) -> str:
    """What is wrong with the arguments of a tool, or nothing."""
    takes = entry.args
    for name, value in args.items():
        kind = takes.get(name)
        if kind is None:
            listed = ", ".join(takes) or "none"
            return f"{entry.name} takes no argument {shown(name)}: it takes {listed}"
        fits, meant = _KINDS[kind.rstrip("?")]
        if not fits(value):
            return f"{entry.name} needs {meant} as {name}, not {shown(value)}"
    for name, kind in takes.items():
        if name not in args and not kind.endswith("?"):
            return f"{entry.name} needs the argument {name}"
    return ""


def _is_path(value: object) -> bool:
    return type(value) is str and value != "" and "\0" not in value


# Type -> whether a value is of it, and what messages call it.
_KINDS: dict[str, tuple[Callable[[object], bool], str]] = {
    "path": (_is_path, "a path"),
    "source": (_is_path, "a path"),
    "sources": (lambda value: type(value) is tuple and all(map(_is_path, value)), "a list of paths"),
    "program": (_is_path, "a path"),
    "text": (lambda value: type(value) is str, "text"),
    "content": (lambda value: type(value) is str or is_reference(value), "text"),
    "number": (lambda value: type(value) in (int, float), "a number"),
    "flag": (lambda value: type(value) is bool, "true or false"),
    "data": (lambda value: not is_reference(value), "a value"),
}
