"""Places that are said before their commands: "in docs, delete a.txt and rename b.txt to c.txt"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.contracts.path_spelling import is_anchored
from goalwright.dataclass import replace
from goalwright.interpret.grammar.clause_readings import FrontPlace, Reading
from goalwright.interpret.grammar.noun_phrases import POINTING, REST
from goalwright.interpret.grammar.spoken import Listed, Pronoun
from goalwright.interpret.grammar.template_entries import params_of
from goalwright.rules.things import PIECES

_IN_FILES = frozenset({"file", "folder", "entry"})


def placed(reading: Reading, front: FrontPlace | None) -> Reading:
    """The reading with everything that no place was said for in that folder; the same where nothing can be."""
    if front is None or reading.inside is not None or reading.drive is not None:
        return reading
    params = {name: _within(value, front.folder) for name, value in reading.params.items()}
    inside = None
    if reading.rule.domain == "file":
        known = params_of(reading.rule)
        if "to" in params and not front.is_source and ("things" in params or known["to"].into):
            params["to"] = _beside(params["to"], front.folder)
        if "path" in params and _is_near(params["path"]):
            if "to" in known and known["to"].into:
                params["path"] = _joined(params["path"], front.folder)
            else:
                inside = front.folder
        elif "path" in known and not {"path", "things"} & params.keys():
            params["path"] = front.folder
    return replace(reading, params=params, inside=inside)


def _within(value: Any, folder: str) -> Any:
    """A value in which every set without a place lies in the folder, and so does every file that it reads."""
    if isinstance(value, list):
        return [_within(part, folder) for part in value]
    if not isinstance(value, Mapping):
        return value
    found = {name: _within(part, folder) for name, part in value.items()}
    if found.get("kind") == REST and "in" not in found:  # in logs, delete a.log and list what remains
        found["kind"] = "entry"
    if found.get("kind") in _IN_FILES and found["kind"] not in POINTING:
        if isinstance(place := found.get("in"), Pronoun) and place.points_at == "origin":
            del found["in"]
        found.setdefault("in", folder)
    elif found.get("kind") in PIECES and "in" in found:
        found["in"] = _joined(found["in"], folder)
    elif "text" in found and "kind" not in found:
        found["text"] = _joined(found["text"], folder)
    return found


def _is_near(path: Any) -> bool:
    """Whether a path may lie in a folder that was named before it."""
    if isinstance(path, Listed):
        return all(map(_is_near, path.values))
    return isinstance(path, str) and not is_anchored(path) and not path.startswith(("~", ".."))


def _joined(path: Any, folder: str) -> Any:
    if isinstance(path, Listed):
        return Listed(tuple(_joined(each, folder) for each in path.values))
    if isinstance(path, Pronoun) or not _is_near(path):
        return path
    return f"{folder.rstrip('/')}/{path}"


def _beside(to: Any, folder: str) -> Any:
    """A new file is made where the others lie; a folder that things go to is said as it is seen from here."""
    is_file = isinstance(to, str) and "/" not in to and "." in to.strip(".")
    return _joined(to, folder) if is_file else to
