"""The steps of a structured plan: what an action, a missing tool or a missing step becomes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from goalwright.contracts import PlannedAction
from goalwright.contracts.strict_json import MAX_DEPTH
from goalwright.plan.payload import CONTROL_CHARACTER

ECHO = "echo_tool"

_ECHOED_CHARACTERS = 2_000


def action_step(
    action: PlannedAction, args: dict[str, Any], numbers: Mapping[str, int], allowed: frozenset[str]
) -> dict[str, Any]:
    """The step that runs an action with its plain args, or an echo_tool step where its tool is not allowed."""
    tool, description = action.tool, action.description
    deliverable = action.expected_effect.strip() or f"Done: {description}"
    if tool is None or tool not in allowed:
        asked = asked_tool(action)
        note = f"downgraded to {ECHO}: {asked} is not among the allowed tools"
        echoed = cut(json.dumps(args, ensure_ascii=False), _ECHOED_CHARACTERS) if args else "no args"
        tool, args = ECHO, {"text": harmless(f"Not done: {description} ({asked} with {echoed})")}
        description = f"{description} ({note}, so this step only reports what it would have done)"
        deliverable = f"A report in place of: {deliverable} ({note})"
    before = sorted({numbers[name] for name in action.depends_on})
    return _step(numbers[action.action_id], tool, description, args, before, deliverable)


def reporting_step(number: int, needed: int, asked: int) -> dict[str, Any]:
    """A step that only reports, to fill a plan up to the number of steps asked for."""
    text = f"Nothing more to do: the plan needs {needed} of the {asked} steps asked for"
    description = f"Only report that nothing is left to do (the plan needs {needed} of the {asked} steps asked for)"
    deliverable = f"A report and nothing else: step {number} was added to reach the {asked} steps asked for"
    return _step(number, ECHO, description, {"text": text}, [number - 1], deliverable)


def asked_tool(action: PlannedAction) -> str:
    """The tool the plan wants for an action, in words where none has been bound."""
    return harmless(action.tool or f"a tool for {action.rule or action.intent}")


def harmless(text: str) -> str:
    """The text with control characters and stray surrogates written out, so that showing it does nothing."""
    visible = CONTROL_CHARACTER.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
    return visible.encode("utf-8", "backslashreplace").decode("utf-8")


def cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"


def thawed(value: Any, depth: int = 0) -> Any:
    """A read-only value as dicts and lists in a fixed order; what is not JSON stays as it is."""
    if depth > MAX_DEPTH:  # such a tree is refused for its depth, so converting the rest is no use
        return value
    if isinstance(value, Mapping):
        return {key: thawed(value[key], depth + 1) for key in sorted(value, key=str)}
    if isinstance(value, list | tuple):
        return [thawed(item, depth + 1) for item in value]
    if isinstance(value, set | frozenset):
        return sorted((thawed(item, depth + 1) for item in value), key=_rank)
    return value


def _step(
    number: int, tool: str, description: str, args: dict[str, Any], before: list[int], deliverable: str
) -> dict[str, Any]:
    return {
        "step_id": f"step_{number}",
        "tool": tool,
        "description": harmless(description),
        "args": args,
        "depends_on": [f"step_{earlier}" for earlier in before],
        "deliverable": harmless(deliverable),
    }


def _rank(item: Any) -> tuple[int, float, str]:
    """Numbers by size, then texts, then the rest by how they are written: an order no hash seed changes."""
    if isinstance(item, int | float):
        return 0, item, ""
    return (1, 0, item) if isinstance(item, str) else (2, 0, repr(item))
