"""Arguments held against what a tool says it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from goalwright.contracts import FrozenDict, ToolEntry
from goalwright.contracts.shown import shown

REFERENCE_KEYS = frozenset({"from", "field"})


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


def _is_text(value: object) -> bool:
    return type(value) is str


def _is_path(value: object) -> bool:
    return type(value) is str and value != "" and "\0" not in value


def _is_content(value: object) -> bool:
    return type(value) is str or is_reference(value)


def _is_number(value: object) -> bool:
    return type(value) in (int, float)


def _is_flag(value: object) -> bool:
    return type(value) is bool


# Type -> whether a value is of it, and what messages call it.
_KINDS: dict[str, tuple[Callable[[object], bool], str]] = {
    "path": (_is_path, "a path"),
    "source": (_is_path, "a path"),
    "program": (_is_path, "a path"),
    "text": (_is_text, "text"),
    "content": (_is_content, "text"),
    "number": (_is_number, "a number"),
    "flag": (_is_flag, "true or false"),
}
