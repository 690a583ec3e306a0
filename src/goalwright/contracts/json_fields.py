"""JSON objects with a fixed set of fields, read strictly: everything that is not as it should be is refused by name."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from goalwright.contracts.frozen import FrozenDict
from goalwright.contracts.shown import shown
from goalwright.errors import ContractViolation

LARGEST_INTEGER = 2**63 - 1
"""The largest that every reader of JSON, and SQLite, takes for what it is."""

_SURROGATE = "[\ud800-\udfff]"
_SURROGATE_PAIR = "[\ud800-\udbff][\udc00-\udfff]"
_SHOWN_KEY = 60

Reader: TypeAlias = Callable[[Any, str, str], Any]
"""Takes a value, the contract's name and the place in it; returns what the contract holds there."""


def canonical_json(value: Any) -> str:
    """The one JSON text of a plain value: keys sorted, no spaces, characters as themselves.

    Only half characters, as odd file names have them, are escaped: UTF-8 could not hold them.
    """
    return canonical_text(plain_value(value, "JSON", "$"))


def canonical_text(plain: Any) -> str:
    """The one JSON text of what `plain_value` gave."""
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text if text.isascii() else re.sub(_SURROGATE, lambda found: f"\\u{ord(found.group()):04x}", text)


def plain_value(value: Any, contract: str, place: str) -> Any:
    """A copy made of str, int, float, bool, None, list and dict; anything that JSON cannot give back is refused."""
    if (quick := _quick(value)) is not _UNSURE:
        return quick
    plain = _PLAIN.get(type(value)) or next((known for kind, known in _PLAIN.items() if isinstance(value, kind)), None)
    if plain is None:
        raise ContractViolation(contract, place, f"holds a {type(value).__name__}, which JSON has no form for")
    return plain(value, contract, place)


_UNSURE = object()


def _quick(value: Any) -> Any:
    """What `plain_value` gives for a value of the usual kinds; _UNSURE if it has to look closer, and may refuse it."""
    kind = type(value)
    if kind is str:
        return value if value.isascii() or not re.search(_SURROGATE_PAIR, value) else _UNSURE
    if kind is bool or value is None or (kind is int and -LARGEST_INTEGER <= value <= LARGEST_INTEGER):
        return value
    if kind is tuple or kind is list:
        items = [_quick(item) for item in value]
        return _UNSURE if _UNSURE in items else items
    if kind is FrozenDict or kind is dict:
        plain = {}
        for key, item in value.items():
            if type(key) is not str or not key.isascii():
                return _UNSURE
            plain[key] = found = item if type(item) is str and item.isascii() else _quick(item)
            if found is _UNSURE:
                return _UNSURE
        return plain
    return _UNSURE


def read_fields(data: object, contract: str, place: str, readers: Mapping[str, Reader]) -> dict[str, Any]:
    """The fields of a JSON object, each read by its reader: none may be missing, and no other may be there."""
    if not isinstance(data, Mapping):
        raise ContractViolation(contract, place or "$", f"must be an object, not {shown(data)}")
    for name in readers:
        if name not in data:
            raise ContractViolation(contract, inner(place, name), "is missing")
    for name in data:
        if name not in readers:
            raise ContractViolation(contract, inner(place, name), "is not a known field: leave it out")
    return {name: reader(data[name], contract, inner(place, name)) for name, reader in readers.items()}


def readers_of(kind: type, **own: Reader) -> dict[str, Reader]:
    """A reader for each field of a contract, in declared order: `own` ones first, else by the field's type.

    Other types are closed sets of words, which the contract itself checks.
    """
    return {name: own.get(name) or _BY_TYPE.get(written, read_text) for name, written in kind.__annotations__.items()}


def inner(place: str, key: object) -> str:
    """A place one level further in: `actions[2]` and `tool` make `actions[2].tool`."""
    if isinstance(key, int):
        return f"{place}[{key}]"
    name = key if isinstance(key, str) and key.isidentifier() and len(key) <= _SHOWN_KEY else f"[{shown(key)}]"
    return f"{place}.{name}" if place and not name.startswith("[") else f"{place}{name}"


def read_text(value: Any, contract: str, place: str) -> str:
    if not isinstance(value, str):
        raise ContractViolation(contract, place, f"must be text, not {shown(value)}")
    return _text(value, contract, place)


def read_text_or_none(value: Any, contract: str, place: str) -> str | None:
    return None if value is None else read_text(value, contract, place)


def read_flag(value: Any, contract: str, place: str) -> bool:
    if type(value) is not bool:
        raise ContractViolation(contract, place, f"must be true or false, not {shown(value)}")
    return value


def read_count(value: Any, contract: str, place: str) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST_INTEGER:
        raise ContractViolation(contract, place, f"must be a whole number from 0 up, not {shown(value)}")
    return value


def read_seconds(value: Any, contract: str, place: str) -> float:
    if type(value) not in (int, float) or not (math.isfinite(value) and value >= 0):
        raise ContractViolation(contract, place, f"must be seconds from 0 up, not {shown(value)}")
    return float(value)


def read_list(value: Any, contract: str, place: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise ContractViolation(contract, place, f"must be a list, not {shown(value)}")
    return list(value)


def read_texts(value: Any, contract: str, place: str) -> tuple[str, ...]:
    items = read_list(value, contract, place)
    if all(type(item) is str and item.isascii() for item in items):
        return tuple(items)
    return tuple([read_text(item, contract, inner(place, index)) for index, item in enumerate(items)])


def read_object(value: Any, contract: str, place: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise ContractViolation(contract, place, f"must be an object, not {shown(value)}")
    quick: Any = _quick(value)
    return _object(value, contract, place) if quick is _UNSURE else quick


def _object(value: Mapping[Any, Any], contract: str, place: str) -> dict[str, Any]:
    plain = {}
    for key, item in value.items():
        if type(key) is not str:
            raise ContractViolation(contract, place, f"has the key {shown(key)}: keys must be strings")
        name = key if key.isascii() else _text(key, contract, place)
        is_plain = type(item) is str and item.isascii()
        plain[name] = item if is_plain else plain_value(item, contract, inner(place, key))
    return plain


def _array(value: Any, contract: str, place: str) -> list[Any]:
    return [plain_value(item, contract, inner(place, index)) for index, item in enumerate(value)]


def _text(value: str, contract: str, place: str) -> str:
    text = str.__str__(value)
    if not text.isascii() and re.search(_SURROGATE_PAIR, text):
        raise ContractViolation(contract, place, "holds a surrogate pair: write the character itself")
    return text


def _integer(value: int, contract: str, place: str) -> int:
    if not -LARGEST_INTEGER <= value <= LARGEST_INTEGER:
        raise ContractViolation(contract, place, f"is {shown(value)}: use a number of at most 64 bits")
    return int.__int__(value)


def _number(value: float, contract: str, place: str) -> float:
    if not math.isfinite(value):
        raise ContractViolation(contract, place, f"is {shown(value)}, which JSON has no form for")
    return float.__float__(value)


def _as_it_is(value: Any, _contract: str, _place: str) -> Any:
    return value


# Types as they are written in the contracts.
_BY_TYPE: dict[str, Reader] = {
    "str | None": read_text_or_none,
    "bool": read_flag,
    "int": read_count,
    "float": read_seconds,
    "tuple[str, ...]": read_texts,
    "Mapping[str, Any]": read_object,
}
# bool before int: it is one of its kinds.
_PLAIN: dict[type, Reader] = {
    str: _text,
    bool: _as_it_is,
    type(None): _as_it_is,
    int: _integer,
    float: _number,
    list: _array,
    tuple: _array,
    dict: _object,
    FrozenDict: _object,
    Mapping: _object,
}
