"""StoredFact: a fact with the action it came from, and how it is written down."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from goalwright.contracts import Fact
from goalwright.dataclass import dataclass
from goalwright.errors import ContractViolation

MAX_VALUE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFact(Fact):
    """A fact as it is remembered: `source` is the tool that brought it about, in this action of this run."""

    run_id: str
    action_id: str

    @property
    def tool(self) -> str:
        return self.source


def written(value: Any) -> str:
    """A fact's value as JSON text; what cannot be written, or is too much, is a ContractViolation."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_listed)
    except ValueError as error:
        raise ContractViolation("Fact", "value", f"cannot be remembered: {error}") from None
    if len(text) > MAX_VALUE:
        raise ContractViolation("Fact", "value", f"is {len(text)} characters long: at most {MAX_VALUE} are remembered")
    return writable(text, "value")


def writable(text: str, field: str = "key") -> str:
    """The text itself, unless it holds half a character (a lone surrogate), which no file can take."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ContractViolation("Fact", field, "cannot be remembered: it holds half a character") from None
    return text


def searched(key: str, value: Any) -> str:
    """What a search for words looks at: the key and every word of the value, whatever their case."""
    return " ".join((key, *_words(value))).casefold()


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from _words(item)
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from _words(item)
    else:
        yield str(value)


def _listed(value: frozenset[Any]) -> list[Any]:
    """Sets are the one sort of plain data that JSON lacks."""
    return sorted(value, key=repr)
