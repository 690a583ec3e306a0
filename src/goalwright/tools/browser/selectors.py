"""Selectors: how an element is described, from the user's words to the steps that find it."""

from __future__ import annotations

import re
from typing import Any

from goalwright.dataclass import dataclass
from goalwright.errors import ToolFailure

_JOINT = re.compile(r"\s*>>\s*")
_ROLE = re.compile(r'role=(?P<role>[a-z]+)(?:\[name="(?P<name>(?:[^"\\]|\\.)*)"\])?')
_NTH = re.compile(r"nth=(?P<index>-?\d+)")
_WORD = re.compile(r"word=(?P<index>-?\d+)")
_WORDED = re.compile(r"(?P<way>label|placeholder|text|field|item|value|css)=(?P<value>.+)", re.DOTALL)
_ALL = "all"
_ESCAPED = re.compile(r"\\(.)")
MAX_STEPS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a selector, taken inside what the step before it found."""

    way: str
    value: str = ""
    role: str = ""
    name: str | None = None
    index: int = 0
    is_loose: bool = False
    """Whether what was said may also name a thing and the part of the page that it is in: Edit for Ann."""

    def request(self) -> dict[str, Any]:
        """The step as the page's own code takes it."""
        return {
            "way": self.way,
            "value": self.value,
            "role": self.role,
            "name": self.name,
            "index": self.index,
            "isLoose": self.is_loose,
        }


def parse_selector(text: str) -> tuple[Step, ...]:
    """The steps of a selector such as `role=dialog >> role=button[name="OK"]`; anything else is taken for CSS."""
    parts = _parts(text)
    if not all(parts) or len(parts) > MAX_STEPS:
        raise ToolFailure(f'{text!r} describes no element: write it like role=button[name="OK"] or text=Sign in')
    return tuple(_step(part) for part in parts)


def _parts(text: str) -> list[str]:
    """The text cut at each `>>` that stands outside quotes."""
    parts, begin, is_quoted = [], 0, False
    for found in re.finditer(r'\\.|"|\s*>>\s*', text):
        if found.group() == '"':
            is_quoted = not is_quoted
        elif _JOINT.fullmatch(found.group()) and not is_quoted:
            parts.append(text[begin : found.start()].strip())
            begin = found.end()
    return [*parts, text[begin:].strip()]


def _step(part: str) -> Step:
    if role := _ROLE.fullmatch(part):
        name = role["name"]
        return Step(way="role", role=role["role"], name=None if name is None else _ESCAPED.sub(r"\1", name))
    if nth := _NTH.fullmatch(part):
        return Step(way="nth", index=int(nth["index"]))
    if word := _WORD.fullmatch(part):
        return Step(way="word", index=int(word["index"]))
    if part == _ALL:
        return Step(way=_ALL)
    if worded := _WORDED.fullmatch(part):
        return Step(way=worded["way"], value=worded["value"].strip())
    return Step(way="css", value=part)
