"""Strict reading of JSON that strangers wrote: plain data, or every flaw with its place."""

from __future__ import annotations

import json
import math
import re
import reprlib
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

MAX_DEPTH = 64
MAX_INTEGER = 2**63 - 1

# Where a value stands: the place of what it is in, and its key or index there; None for the whole text.
Trail: TypeAlias = "tuple[Trail, str | int] | None"

_BOM = "\ufeff"
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_DIGITS = len(str(MAX_INTEGER)) + 1
_MAYBE_HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_UTF8 = "save it as UTF-8 without a byte order mark"


class Flaw(NamedTuple):
    """What is wrong with a JSON text, where, and what to write instead."""

    place: str
    problem: str


class _Refused:
    """Stands in the tree for a value that JSON allows and this reader does not, until its place is known."""

    __slots__ = ("problem", "step")

    def __init__(self, problem: str, step: str | None = None) -> None:
        self.problem = problem
        self.step = step


def read_json(text: str | bytes, max_bytes: int) -> tuple[Any, tuple[Flaw, ...]]:
    """The value that a JSON text holds, and no flaws; or None and its flaws, at least one."""
    if len(text) > max_bytes:
        return _flawed("", f"is larger than {max_bytes // 2**20} MiB: split it")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            return _flawed(f"byte {error.start}", f"is not UTF-8: {_UTF8}")
    if text.startswith(_BOM):
        return _flawed("line 1 column 1", f"is a byte order mark: {_UTF8}")
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        return _flawed(f"line {error.lineno} column {error.colno}", _remedy(error.msg))
    except RecursionError:
        return _flawed("", _TOO_DEEP)
    if _is_sound(value) and not _MAYBE_HALF.search(text):
        return value, ()
    flaws = tuple(_flaws(value))
    return (None, flaws) if flaws else (value, ())


def place_text(trail: Trail) -> str:
    """A place as people write it: `goals[3].params.url`; odd keys are quoted, long ones cut."""
    parts: list[str] = []
    while trail is not None:
        trail, step = trail
        parts.append(step_text(step))
    return "".join(reversed(parts)).removeprefix(".")


def step_text(step: str | int) -> str:
    """One step of a place: `.url`, `[3]`, or `['an odd key']`."""
    plain = isinstance(step, str) and _PLAIN_KEY.fullmatch(step)
    return f".{step}" if plain else f"[{reprlib.repr(step)}]"


def _flawed(place: str, problem: str) -> tuple[None, tuple[Flaw, ...]]:
    return None, (Flaw(place, problem),)


def _remedy(message: str) -> str:
    known = next((words for start, words in _REMEDIES.items() if message.startswith(start)), "mend it here")
    return f"is not valid JSON: {known}"


def _is_sound(root: Any) -> bool:
    """Whether a parsed tree is shallow and free of refused values: the quick answer for all good files."""
    level = [root] if type(root) in _CONTAINERS else []
    for _ in range(MAX_DEPTH):
        if any(type(value) is _Refused for value in level):
            return False
        below = (value.values() if type(value) is dict else value for value in level)
        level = [item for items in below for item in items if type(item) in _CONTAINERS]
    return not level


def _flaws(root: Any) -> Iterator[Flaw]:
    """The flaws of a parsed tree, level by level: no recursion, and no place is put into words in vain."""
    level: list[tuple[Any, Trail]] = [(root, None)]
    for depth in range(MAX_DEPTH + 1):
        below: list[tuple[Any, Trail]] = []
        for value, trail in level:
            if depth == MAX_DEPTH and isinstance(value, dict | list):
                yield Flaw(place_text(trail), _TOO_DEEP)
                return
            yield from _own_flaws(value, trail)
            below += _items(value, trail)
        level = below


def _own_flaws(value: Any, trail: Trail) -> Iterator[Flaw]:
    if isinstance(value, _Refused):
        yield Flaw(place_text(trail if value.step is None else (trail, value.step)), value.problem)
    elif isinstance(value, str) and _has_half(value):
        yield Flaw(place_text(trail), _HALF)
    elif isinstance(value, dict):
        yield from (Flaw(place_text(trail), f"a key {_HALF}") for key in value if _has_half(key))


def _items(value: Any, trail: Trail) -> list[tuple[Any, Trail]]:
    if isinstance(value, dict):
        return [(item, (trail, key)) for key, item in value.items()]
    return [(item, (trail, index)) for index, item in enumerate(value)] if isinstance(value, list) else []


def _has_half(text: str) -> bool:
    if text.isascii():
        return False
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Refused:
    read = dict(pairs)
    if len(read) == len(pairs):
        return read
    seen: set[str] = set()
    repeated = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # add is the bookkeeping
    return _Refused("is there twice: keep one of the two", step=repeated)


def _integer(digits: str) -> int | _Refused:
    if len(digits) <= _DIGITS and abs(number := int(digits)) <= MAX_INTEGER:
        return number
    return _Refused("is an integer of more than 64 bits: write it as a string")


def _number(digits: str) -> float | _Refused:
    number = float(digits)
    return number if math.isfinite(number) else _Refused("is too large a number: write it as a string")


def _constant(name: str) -> _Refused:
    return _Refused(f"is {name}, which is not JSON: write a number, a string or null")


_TOO_DEEP = f"is nested deeper than {MAX_DEPTH} levels: flatten it"
_HALF = "holds half of a surrogate pair: write the whole character"
_REMEDIES = {
    "Extra data": "text follows the end of the document; remove it",
    "Expecting value": "write a value here",
    "Expecting property name": "write a key in double quotes here, and no comma before a closing brace",
    "Expecting ':'": "write a colon between key and value",
    "Expecting ','": "write a comma between the items, or close the bracket",
    "Unterminated string": "close this string with a double quote",
    "Invalid control character": "write control characters as escapes, such as \\n",
    "Invalid \\escape": "write a backslash in a string as two",
    "Invalid \\uXXXX": "write four hexadecimal digits after \\u",
    "Illegal trailing comma": "remove this comma",
}
_CONTAINERS = frozenset({dict, list, _Refused})
_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant
)
