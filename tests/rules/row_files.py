"""Rule files written by tests: a good row to spoil, and TOML from plain values."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

Row = dict[str, Any]

GOOD: Row = {
    "intent": "file_operation",
    "action_class": "actuate",
    "description_template": "stamp:{path}:{mode}",
    "main": "path",
    "required_params": ["path"],
    "default_params": {"mode": "plain", "copies": 1},
    "allowed_values": {"mode": ["plain", "fancy"]},
    "params": {
        "path": {"type": "path"},
        "to": {"type": "path", "into": "path"},
        "mode": {"type": "choice"},
        "copies": {"type": "number", "min": 1, "max": 9},
        "app": {"type": "app"},
    },
    "derive": {"archive": "archive_name"},
    "kind": "event",
    "register": "file:{path}",
    "ensure": ["dir:{path.parent}"],
    "assume": ["file:{path} = exists"],
    "writes": ["file:{path} = unknown", "active = unknown"],
    "touches": ["file:{archive}"],
    "tool": "stamps.stamp",
    "achieved_by": ["desk_stamp"],
    "args": {"file": "{path}", "label": "{mode} x {copies}"},
    "args_for": {"stamps.other": {"target": "{path}"}},
    "expected_effect": "stamped:{path}",
    "risk": "low",
    "risk_if": {"file:{path} = absent": "none", "active = {mode}": "high"},
    "say": ["stamp {path}"],
    "examples": [{"params": {"path": "a.txt"}, "description": "stamp:a.txt:plain", "args": {"file": "a.txt"}}],
    "ways": [{"needs": ["active = stamper"], "achieved_by": ["desk_stamp_fast"], "tool": "stamps.fast"}],
    "variants": [
        {"when": {"mode": "fancy"}, "tool": "stamps.fancy", "achieved_by": ["desk_stamp_fancy"]},
        {
            "when": {"to": "given"},
            "writes": ["file:{to} = exists"],
            "args": {"file": "{path}", "to": "{to}"},
            "risk_if": {"file:{to} = exists": "high"},
        },
    ],
}

ACHIEVE: Row = {
    "intent": "light_control",
    "description_template": "light:{level}",
    "required_params": ["level"],
    "params": {"level": {"type": "number"}, "url": {"type": "url"}, "path": {"type": "path"}},
    "kind": "achieve",
    "register": "light",
    "value": ["{level}"],
    "tool": "lamps.set",
    "expected_effect": "light_{level}",
    "examples": [{"params": {"level": 3}, "description": "light:3"}],
}

DROP: Any = object()
"""In a change: the field is left out."""


def changed(row: Row, changes: Mapping[str, Any]) -> Row:
    """A copy of a row with some fields replaced: `params.path.type`, `variants.0.when`."""
    new = copy.deepcopy(row)
    for place, value in changes.items():
        *heads, last = place.split(".")
        inner: Any = new
        for head in heads:
            inner = inner[int(head)] if head.isdigit() else inner.setdefault(head, {})
        if value is DROP:
            del inner[last]
        else:
            inner[int(last) if last.isdigit() else last] = value
    return new


def toml(value: Any) -> str:
    """A value as TOML has it, tables inline."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return json.dumps(value) if isinstance(value, bool | int | float) else str(value)


def document(table: Mapping[str, Any]) -> str:
    return "".join(f"{json.dumps(key, ensure_ascii=False)} = {toml(value)}\n" for key, value in table.items())


def write(folder: Path, table: Mapping[str, Any], name: str = "desk.toml") -> Path:
    (folder / name).write_text(document(table), encoding="utf-8")
    return folder
