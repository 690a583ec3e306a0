"""Names and links of members: where they lead, and whether that is inside the folder they are unpacked into."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from goalwright.contracts.shown import shown
from goalwright.disk.atomic import encodable
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable

LONGEST_PATH = 4_096
MOST_LINKS = 40
_DRIVE = re.compile(r"[A-Za-z]:(?:[\\/]|$)")
_SEPARATORS = re.compile(r"[\\/]")


def safe_path(name: str, archive: str) -> str:
    """The path of a member below the folder that it is unpacked into, empty for that folder itself.

    A name that leads elsewhere, on this system or another, is a ToolFailure: such names are not made by accident.
    """
    problem = _problem(name)
    if problem:
        raise refused(archive, name, problem)
    return "/".join(part for part in name.split("/") if part not in ("", "."))


def refused(archive: str, name: str, problem: str) -> ToolFailure:
    """For an archive that has something in it which must not be unpacked; nothing of it is."""
    return ToolFailure(f"{printable(archive)} was not extracted: the member {shown(name)} {problem}")


def leads_inside(path: str, target: str, links: Mapping[str, str], top: str = "") -> bool:
    """Whether a link at `path` stays below `top`, through all the links of the archive that it passes.

    Reading the target as text is not enough: `here/..` is outside if `here` leads to the top itself.
    """
    base = top.split("/") if top else []
    at = path.split("/")[:-1]
    pending = target.split("/")[::-1]
    passed = 0
    if target.startswith("/"):
        return False
    while pending:
        part = pending.pop()
        if part in ("", "."):
            continue
        if part == "..":
            if at == base:
                return False
            at.pop()
            continue
        at.append(part)
        further = links.get("/".join(at))
        if further is not None:
            passed += 1
            if passed > MOST_LINKS or further.startswith("/"):
                return False
            at.pop()
            pending.extend(further.split("/")[::-1])
    return True


def _problem(name: str) -> str:
    if "\0" in name:
        return "has a NUL character in its name"
    if name.startswith(("/", "\\")) or _DRIVE.match(name):
        return "has an absolute path"
    if ".." in _SEPARATORS.split(name):
        return "leads out of the folder with `..`"
    if len(os.fsencode(encodable(name))) > LONGEST_PATH:
        return f"has a path of more than {LONGEST_PATH} bytes"
    return ""
