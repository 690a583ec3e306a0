"""The few checks that every contract value makes of its own fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any

from goalwright.contracts.frozen import ATOMS, EMPTY, FrozenDict, freeze
from goalwright.contracts.shown import shown
from goalwright.errors import ContractViolation

put = object.__setattr__
"""Sets a field of a frozen dataclass while it is being built."""


def require_text(value: object, *fields: str, empty: bool = False) -> None:
    """Each field is a string, and not an empty one unless `empty` says so."""
    for field in fields:
        text = getattr(value, field)
        if type(text) is str and (text or empty):
            continue
        if not isinstance(text, str):
            raise ContractViolation(_name(value), field, f"must be text, not {shown(text)}")
        if not text and not empty:
            raise ContractViolation(_name(value), field, "must not be empty")


def require_text_or_none(value: object, *fields: str) -> None:
    for field in fields:
        if getattr(value, field) is not None:
            require_text(value, field)


def require_flag(value: object, *fields: str) -> None:
    for field in fields:
        flag = getattr(value, field)
        if not isinstance(flag, bool):
            raise ContractViolation(_name(value), field, f"must be true or false, not {shown(flag)}")


def require_choice(value: object, field: str, choices: Iterable[str]) -> None:
    chosen = getattr(value, field)
    known = choices if type(choices) is tuple else tuple(choices)
    if chosen not in known:
        raise ContractViolation(_name(value), field, f"is {shown(chosen)}: use one of {', '.join(known)}")


def freeze_texts(value: object, *fields: str) -> None:
    """A collection of non-empty strings becomes a tuple of them."""
    for field in fields:
        texts = getattr(value, field)
        if type(texts) is tuple:
            for text in texts:
                if type(text) is not str or not text:
                    break
            else:
                continue
        put(value, field, _texts(value, field))


def freeze_text_set(value: object, *fields: str) -> None:
    for field in fields:
        put(value, field, frozenset(_texts(value, field)))


def freeze_mapping(value: object, field: str) -> None:
    mapping = getattr(value, field)
    if type(mapping) is FrozenDict or type(mapping) is dict:
        # Anyone can put a list into a FrozenDict: it is taken as it is only if it holds nothing but atoms.
        for key, item in mapping.items():
            if type(key) is not str or type(item) not in ATOMS:
                break
        else:
            if type(mapping) is dict:
                put(value, field, FrozenDict(mapping) if mapping else EMPTY)
            return
    if not isinstance(mapping, Mapping):
        raise ContractViolation(_name(value), field, f"must be a mapping, not {shown(mapping)}")
    frozen: FrozenDict[str, Any] = freeze(mapping, contract=_name(value), field=field) if mapping else EMPTY
    put(value, field, frozen)


def freeze_items(value: object, field: str, kind: type) -> None:
    """A collection of contract values of one kind becomes a tuple of them."""
    items = getattr(value, field)
    if type(items) is not tuple:
        # A set has no order of its own, and the order of these matters.
        if isinstance(items, str | bytes | Mapping | Set) or not isinstance(items, Iterable):
            raise ContractViolation(_name(value), field, f"must be a list of {kind.__name__}, not {shown(items)}")
        items = tuple(items)
        put(value, field, items)
    for index, item in enumerate(items):
        if not isinstance(item, kind):
            raise ContractViolation(_name(value), f"{field}[{index}]", f"must be a {kind.__name__}, not {shown(item)}")


def _texts(value: object, field: str) -> tuple[str, ...]:
    texts = getattr(value, field)
    if isinstance(texts, str | bytes | Mapping) or not isinstance(texts, Iterable):
        raise ContractViolation(_name(value), field, f"must be a list of names, not {shown(texts)}")
    frozen = tuple(texts)
    for text in frozen:
        if not isinstance(text, str) or not text:
            raise ContractViolation(_name(value), field, f"holds {shown(text)}: use non-empty strings")
    # The order of a set differs from process to process.
    return tuple(sorted(frozen)) if isinstance(texts, Set) else frozen


def _name(value: object) -> str:
    return type(value).__name__
