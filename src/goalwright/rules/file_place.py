"""Where in which rule file something stands, and how a complaint shows what it found there."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable

from goalwright.dataclass import dataclass
from goalwright.errors import RuleFileError

MAX_NAME = 80
MAX_LISTED = 30

_repr = reprlib.Repr()
_repr.maxstring = _repr.maxother = _repr.maxlong = 60
_repr.maxlevel = 3


@dataclass(frozen=True, slots=True)
class RowPlace:
    """A row of a file; every complaint about it names both."""

    file: str
    row: str

    def wrong(self, field: str, problem: str, remedy: str) -> RuleFileError:
        return RuleFileError(self.file, self.row, field, problem, remedy)

    def inside(self, part: str) -> RowPlace:
        return RowPlace(self.file, f"{self.row}.{part}")


def shown(value: object) -> str:
    """A value as a message can show it: short, on one line, however large or deep it is."""
    return _repr.repr(value)


def shown_name(name: object) -> str:
    """A name as it stands, unless it is too strange for a one-line message."""
    plain = isinstance(name, str) and name.isprintable() and 0 < len(name) <= MAX_NAME
    return str(name) if plain else shown(name)


def one_of(names: Iterable[str], otherwise: str = "declare it under params") -> str:
    listed = sorted(names)
    if not listed:
        return otherwise
    more = ", …" if len(listed) > MAX_LISTED else ""
    return f"use {'one of ' if len(listed) > 1 else ''}{', '.join(map(shown_name, listed[:MAX_LISTED]))}{more}"
