"""The names of keys, and what X calls them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from goalwright.errors import ToolFailure


@cache
def keysyms() -> Mapping[str, str]:
    """What X calls each key that has a name; every other key is the character on it."""
    counted = {f"f{number}": f"F{number}" for number in range(1, 25)}
    counted |= {f"numpad{digit}": f"KP_{digit}" for digit in range(10)}
    return {**_table()["modifiers"], **_table()["keys"], **counted}


def keys_of(combination: str) -> tuple[str, ...]:
    """The keys of a combination such as `ctrl+shift+t`, those to hold first; a ToolFailure if it is none."""
    parts = _parts(combination.strip())
    names = [_named(part, combination) for part in parts]
    modifiers = _table()["modifiers"]
    held = [name for name in modifiers if name in names]
    pressed = [name for name in names if name not in modifiers]
    if len(pressed) > 1 or len(held) + len(pressed) != len(names):
        raise _unknown(combination)
    if held:
        pressed = [name.lower() if len(name.lower()) == 1 else name for name in pressed]
    return (*held, *pressed)


def _parts(combination: str) -> list[str]:
    """What stands between the pluses; a plus at the end, after a plus or alone, is the plus key."""
    if combination == "+" or combination.endswith("++"):
        return [*filter(None, combination[:-2].split("+")), "plus"]
    return [part.strip() for part in combination.split("+")]


def _named(part: str, combination: str) -> str:
    if len(part) == 1 and part.isprintable() and not part.isspace():
        return part
    name = "".join(part.lower().replace("_", " ").split())
    name = _table()["aliases"].get(name, name)
    if name not in keysyms():
        raise _unknown(combination)
    return name


def _unknown(combination: str) -> ToolFailure:
    return ToolFailure(f"{combination!r} is not a key: write one like enter, f5 or ctrl+shift+t")


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
