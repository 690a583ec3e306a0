"""Any Python value as a JSON tree of exact plain types, with every value that JSON cannot hold refused."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final, TypeAlias

from goalwright.contracts.strict_json.json_faults import ROOT, Faults, Place
from goalwright.named_tuple import NamedTuple

# Stands where a value was refused, so that the reader of the tree does not complain about it again.
REFUSED: Final = object()

_SIMPLE = frozenset({bool, type(None)})
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


MAX_DEPTH = 64
"""Contract values hold no deeper ones (`frozen.MAX_DEPTH`)."""
MAX_INTEGER = 2**63 - 1


class JsonLimits(NamedTuple):
    """What a reader of documents allows: bytes of text, and values in it, every key's and item's own counted."""

    max_bytes: int
    max_values: int

    @property
    def too_large(self) -> str:
        return f"is larger than {self.max_bytes} bytes: split it"

    @property
    def too_many(self) -> str:
        return f"holds more than {self.max_values} values: split it"


class Pairs(list[tuple[str, Any]]):
    """A JSON object as it was written, repeated keys included."""


class _Overflow(Exception):
    """The tree holds more than the limits allow."""


def plain_tree(value: object, limits: JsonLimits, faults: Faults, place: Place = ROOT) -> Any:
    """A copy of `value` made of str, int, float, bool, None, list and dict, or REFUSED; never raises."""
    try:
        return _Copying(limits, faults).copy(value, place)
    except _Overflow as overflow:
        faults.add(place, str(overflow))
        return REFUSED


class _Copying:
    """One walk without recursion: neither depth, nor circles, nor lists shared a million times can stop it.

    Values are copied because a subclass of str or dict may answer differently each time it is asked.
    """

    def __init__(self, limits: JsonLimits, faults: Faults) -> None:
        self.limits = limits
        self.faults = faults
        self.values = 1
        self.characters = 0
        self.pending: list[tuple[Any, Place, int, Any, Any]] = []

    def copy(self, root: object, top: Place) -> Any:
        home: list[Any] = [REFUSED]
        self.pending.append((root, top, 1, home, 0))
        while self.pending:
            value, place, depth, container, slot = self.pending.pop()
            container[slot] = _copier(type(value))(self, value, place, depth)
        return home[0]

    def count(self, values: int = 0, characters: int = 0) -> None:
        """What is counted is never more than the JSON text would take."""
        self.values += values
        self.characters += characters
        if self.values > self.limits.max_values:
            raise _Overflow(self.limits.too_many)
        if self.characters + 2 * self.values - 1 > self.limits.max_bytes:
            raise _Overflow(self.limits.too_large)

    def refuse(self, place: Place, problem: str) -> Any:
        self.faults.add(place, problem)
        return REFUSED

    def atom(self, value: Any, _place: Place, _depth: int) -> Any:
        return value

    def stranger(self, value: object, place: Place, _depth: int) -> Any:
        return self.refuse(place, f"is a Python {type(value).__name__}: use strings, numbers, lists and mappings only")

    def text(self, value: str, place: Place, _depth: int) -> Any:
        exact = str.__str__(value)
        self.count(characters=len(exact))
        if not exact.isascii() and _LONE_SURROGATE.search(exact):
            return self.refuse(place, "holds half of a surrogate pair: write the whole character")
        return exact

    def integer(self, value: int, place: Place, _depth: int) -> Any:
        exact = int.__int__(value)
        if not -MAX_INTEGER - 1 <= exact <= MAX_INTEGER:
            return self.refuse(place, "is an integer of more than 64 bits: write it as a string")
        return exact

    def number(self, value: float, place: Place, _depth: int) -> Any:
        exact = float.__float__(value)
        if not math.isfinite(exact):
            return self.refuse(place, "is not a finite number: write one, or a string, or null")
        return exact

    def listing(self, value: list[Any], place: Place, depth: int) -> Any:
        return self.array(list(list.__iter__(value)), place, depth)

    def row(self, value: tuple[Any, ...], place: Place, depth: int) -> Any:
        return self.array(list(tuple.__iter__(value)), place, depth)

    def dictionary(self, value: dict[Any, Any], place: Place, depth: int) -> Any:
        return self.pairs(list(dict.items(value)), place, depth)

    def mapping(self, value: Mapping[Any, Any], place: Place, depth: int) -> Any:
        try:
            pairs = [(key, value[key]) for key in islice(value, self.limits.max_values + 1)]
        except Exception as error:  # noqa: BLE001  # foreign code: whatever it raises, it is no mapping to be read
            return self.refuse(place, f"cannot be read ({type(error).__name__}): pass a plain dict")
        return self.pairs(pairs, place, depth)

    def array(self, items: list[Any], place: Place, depth: int) -> Any:
        self.count(values=len(items))
        return self.filled([REFUSED] * len(items), list(enumerate(items)), place, depth)

    def pairs(self, value: list[tuple[Any, Any]], place: Place, depth: int) -> Any:
        self.count(values=len(value))
        named = [(name, item) for key, item in value if (name := self.key(key, place)) is not None]
        copy = dict.fromkeys((name for name, _ in named), REFUSED)
        if len(copy) < len(named):
            for name, times in Counter(name for name, _ in named).items():
                if times > 1:
                    self.refuse((place, name), f"is written {times} times in one object: keep one of them")
        return self.filled(copy, named, place, depth)

    def key(self, key: object, place: Place) -> str | None:
        if not issubclass(type(key), str):
            self.refuse(place, f"has a key that is a Python {type(key).__name__}: use strings as keys")
            return None
        exact = str.__str__(key)
        if not exact.isascii() and _LONE_SURROGATE.search(exact):
            self.refuse((place, exact), "is a key with half of a surrogate pair: write the whole character")
        self.count(characters=len(exact))
        return exact

    def filled(self, copy: Any, slots: list[tuple[Any, Any]], place: Place, depth: int) -> Any:
        if depth > MAX_DEPTH:
            return self.refuse(place, f"is nested deeper than {MAX_DEPTH} levels, or contains itself: flatten it")
        waiting: list[tuple[Any, Place, int, Any, Any]] = []
        for slot, item in slots:
            kind = type(item)
            # Large trees are mostly leaves, and most leaves need no second look.
            if kind in _SIMPLE or (kind is int and -MAX_INTEGER <= item <= MAX_INTEGER):
                copy[slot] = item
            elif kind is str and item.isascii():
                copy[slot] = item
                self.characters += len(item)
            else:
                waiting.append((item, (place, slot), depth + 1, copy, slot))
        self.count()
        # Last in, first out: reversed, so that faults come in the order of the document.
        self.pending.extend(reversed(waiting))
        return copy


_Copier: TypeAlias = Callable[[_Copying, Any, Place, int], Any]

_COPIERS: dict[type, _Copier] = {
    type(None): _Copying.atom,
    bool: _Copying.atom,
    str: _Copying.text,
    int: _Copying.integer,
    float: _Copying.number,
    Pairs: _Copying.pairs,
    list: _Copying.listing,
    tuple: _Copying.row,
    dict: _Copying.dictionary,
    Mapping: _Copying.mapping,
}


def _copier(kind: type) -> _Copier:
    exact = _COPIERS.get(kind)
    if exact is not None:
        return exact
    return next((copier for parent, copier in _COPIERS.items() if issubclass(kind, parent)), _Copying.stranger)
