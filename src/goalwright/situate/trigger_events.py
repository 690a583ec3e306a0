"""Triggers of what happens: files that appear or change, measures of this machine, programs that start or end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from goalwright.contracts.jobs import AppChange, FileArrival, Measure, Threshold
from goalwright.contracts.path_spelling import name as last_part
from goalwright.contracts.path_spelling import parent
from goalwright.errors import NotUnderstood
from goalwright.language.tables import table
from goalwright.rules.things import thing_table
from goalwright.rules.trigger_words import job_told, named_rows

Absolute = Callable[[str], str]
_UNTOLD = "cannot_be_told"
"""What happens to a program that its processes do not show."""
_ALL = 100
_LOW, _HIGH = 30, 70
"""What a battery comes to by falling, and by rising; in between it may be either."""


def event_trigger(said: Mapping[str, Any], absolute: Absolute) -> FileArrival | Threshold | AppChange:
    """What a sentence says of something that happens as a trigger; `absolute` makes whole paths of those it names."""
    if "measure" in said:
        return _threshold(said)
    if "app" in said:
        if said["event"] == _UNTOLD:
            raise _refused("app_state")
        return AppChange(app=said["app"], event=said["event"])
    return _one_file(said, absolute) if "file" in said else _some_files(said, absolute)


def _threshold(said: Mapping[str, Any]) -> Threshold:
    percent, side = said["percent"], said["side"]
    if not 0 <= percent <= _ALL:
        raise _refused("percent")
    if side == "reaches":
        return _reached(said["measure"], percent)
    is_battery = said["measure"] == "battery"  # which is measured by what is left of it
    if said.get("free") and not is_battery:
        return Threshold(measure=said["measure"], side="above" if side == "below" else "below", percent=_ALL - percent)
    return Threshold(measure=said["measure"], side=side, percent=percent)


def _reached(measure: Measure, percent: float) -> Threshold:
    """A measure that comes to a value: a battery that is low gets there by falling, all else by rising."""
    if measure == "battery" and percent <= _LOW:
        return Threshold(measure=measure, side="below", percent=percent + 1)
    if measure == "battery" and percent < _HIGH:
        raise _refused("which_way")
    return Threshold(measure=measure, side="above", percent=max(0, percent - 1))  # nothing rises above 100


def _one_file(said: Mapping[str, Any], absolute: Absolute) -> FileArrival:
    if not isinstance(said["file"], str) or not isinstance(said.get("folder", ""), str):
        raise _refused("known_file")
    endings = table("endings")["files"]
    if all(part in endings for part in said["file"].casefold().split(".")):  # "a tar.gz" is a kind of file
        return _some_files({**said, "kind": "file", "where": [["name", "like", f"*.{said['file']}"]]}, absolute)
    path = absolute(f"{said['folder']}/{said['file']}" if "folder" in said else said["file"])
    return FileArrival(folder=parent(path), file=last_part(path), event=said["event"])


def _some_files(said: Mapping[str, Any], absolute: Absolute) -> FileArrival:
    folder = said.get("folder")
    if not isinstance(folder, str):
        raise _refused("folder")
    if said.get("kind") != "file" or said.keys() - {"kind", "where", "folder", "event", "object_type", "file"}:
        raise _refused("kinds")
    names = [pattern for clause in said.get("where", ()) for pattern in _patterns(clause)]
    return FileArrival(folder=absolute(folder).rstrip("/") or "/", names=tuple(names), event=said["event"])


def _patterns(clause: list[Any]) -> list[str]:
    """The names that files of a type have."""
    attribute, comparison, value = clause
    if (attribute, comparison) == ("name", "like"):
        return [value]
    if (attribute, comparison) != ("type", "is"):
        raise _refused("kinds")
    types, named = thing_table("types"), named_rows("type_names")
    kinds = value if isinstance(value, list | tuple) else [value]
    return [pattern for kind in kinds for pattern in named.get(kind) or [f"*.{end}" for end in types.get(kind, [kind])]]


def _refused(why: str) -> NotUnderstood:
    return NotUnderstood(f"not understood: {job_told(why)}")
