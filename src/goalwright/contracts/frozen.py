"""Deeply read-only copies of plain Python values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar

from goalwright.contracts.shown import shown
from goalwright.errors import ContractViolation

K = TypeVar("K")
V = TypeVar("V")

MAX_DEPTH = 64


class FrozenDict(dict[K, V]):
    """A dict that cannot be changed after it is built; hashable when its values are.

    It stays a dict so that json, pickle, equality with plain dicts and `**` all work as usual.
    """

    __slots__ = ()

    def _refuse(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("this mapping is read-only: build a new one instead")

    __setitem__ = __delitem__ = _refuse
    clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __hash__(self) -> int:  # type: ignore[override]  # dict is unhashable, this one is a value
        return hash(frozenset(self.items()))

    def __copy__(self) -> FrozenDict[K, V]:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> FrozenDict[K, V]:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)


EMPTY: FrozenDict[Any, Any] = FrozenDict()
ATOMS = frozenset({str, int, float, bool, type(None)})


def freeze(value: Any, *, contract: str, field: str, depth: int = 0) -> Any:
    """A deeply read-only copy of `value`; only data may be in it: no objects, no cycles."""
    kind = type(value)
    if kind in ATOMS:
        return value
    if depth > MAX_DEPTH:
        raise ContractViolation(contract, field, f"is nested deeper than {MAX_DEPTH} levels: flatten it")
    freezer = _FREEZERS.get(kind)
    if freezer is None:
        freezer = _inherited_freezer(value)
    if freezer is None:
        raise ContractViolation(
            contract, field, f"holds a {kind.__name__}: use strings, numbers, lists, sets and mappings only"
        )
    return freezer(value, contract, field, depth + 1)


def _freeze_mapping(value: Mapping[Any, Any], contract: str, field: str, depth: int) -> FrozenDict[str, Any]:
    for key in value:
        if type(key) is not str:
            raise ContractViolation(contract, field, f"has the key {shown(key)}: keys must be strings")
    return FrozenDict({key: freeze(item, contract=contract, field=field, depth=depth) for key, item in value.items()})


def _freeze_sequence(value: Any, contract: str, field: str, depth: int) -> tuple[Any, ...]:
    return tuple(freeze(item, contract=contract, field=field, depth=depth) for item in value)


def _freeze_set(value: Any, contract: str, field: str, depth: int) -> frozenset[Any]:
    return frozenset(freeze(item, contract=contract, field=field, depth=depth) for item in value)


def _inherited_freezer(value: Any) -> Callable[[Any, str, str, int], Any] | None:
    """Subclasses of plain types (enums, named tuples, other mappings) freeze like what they extend."""
    for kind, freezer in _FREEZERS.items():
        if isinstance(value, kind):
            return freezer
    if isinstance(value, str | int | float):
        return lambda item, *_: item
    return _freeze_mapping if isinstance(value, Mapping) else None


_FREEZERS: dict[type, Callable[[Any, str, str, int], Any]] = {
    dict: _freeze_mapping,
    FrozenDict: _freeze_mapping,
    MappingProxyType: _freeze_mapping,
    list: _freeze_sequence,
    tuple: _freeze_sequence,
    set: _freeze_set,
    frozenset: _freeze_set,
}
