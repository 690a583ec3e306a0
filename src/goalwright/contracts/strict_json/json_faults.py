"""Faults of a JSON document: each with its place, written so that a person finds it at once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final, TypeAlias

MAX_LISTED = 10_000

# A place is linked to the one around it: places are made for every value and written out for few.
Place: TypeAlias = "tuple[Place, str | int] | None"
ROOT: Final = None

_PLAIN_KEY = re.compile(r"[A-Za-z_]\w{0,59}", re.ASCII)
_SHOWN_CHARACTERS = 60
_NOUNS: dict[type, str] = {dict: "an object", list: "an array"}


class Faults:
    """The faults found so far, in the order found; past `most` of them they are counted only."""

    def __init__(self, most: int = MAX_LISTED) -> None:
        self._most = most
        self._unlisted = 0
        self.listed: list[tuple[Place, str]] = []

    def add(self, place: Place, problem: str) -> None:
        if len(self.listed) < self._most:
            self.listed.append((place, problem))
        else:
            self._unlisted += 1

    def raise_as(self, error: Callable[[list[tuple[str, str]]], Exception]) -> None:
        """Raise the error made from all faults, each as (place, problem); nothing happens if there are none."""
        found = [(place_text(place), problem) for place, problem in self.listed]
        if self._unlisted:
            found.append(("$", f"has {self._unlisted} more violations: correct the listed ones first"))
        if found:
            raise error(found)


def place_text(place: Place) -> str:
    """A place as people write it: `steps[2].depends_on[0]`, or `$` for the document itself."""
    parts: list[str] = []
    while place is not None:
        place, part = place
        is_plain = isinstance(part, str) and _PLAIN_KEY.fullmatch(part)
        parts.append(f".{part}" if is_plain else f"[{shown(part)}]")
    text = "".join(reversed(parts))
    return text[1:] if text.startswith(".") else f"${text}"


def shown(value: object) -> str:
    """A plain value on one short, printable line."""
    if isinstance(value, str):
        cut = value if len(value) <= _SHOWN_CHARACTERS else f"{value[:_SHOWN_CHARACTERS]}…"
        return json.dumps(cut, ensure_ascii=not cut.isprintable())
    return _NOUNS.get(type(value)) or json.dumps(value)
