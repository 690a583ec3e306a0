"""Which of our types fits a parameter that a JSON schema describes; the words are in `language/en/servers.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.language.tables import words

_TABLE = "servers"


def row_type(name: str, schema: Mapping[str, Any], *, is_local: bool) -> str:
    """The type of the parameter in a row."""
    kind = plain_kind(schema)
    if kind == "string" and choices(schema):
        return "choice"
    if kind == "string":
        return _text_type(name, is_local=is_local)
    return "number" if kind in ("integer", "number") else "any"


def argument_type(name: str, schema: Mapping[str, Any], *, is_local: bool) -> str:
    """The type of the tool's argument."""
    kind = plain_kind(schema)
    if kind == "string" and not choices(schema):
        return {"line": "text"}.get(found := _text_type(name, is_local=is_local), found)
    return {"string": "text", "integer": "number", "number": "number", "boolean": "flag"}.get(kind, "data")


def plain_kind(schema: Mapping[str, Any]) -> str:
    """The one JSON type of a value; nothing if there are several, or it says none. One that may be null counts."""
    kind = schema.get("type")
    if isinstance(kind, str):
        return kind
    arms = schema.get("anyOf") or schema.get("oneOf")
    kinds = kind if isinstance(kind, list) else [arm.get("type") for arm in arms or () if isinstance(arm, Mapping)]
    others = [one for one in kinds if one != "null"]
    return others[0] if len(others) == 1 and isinstance(others[0], str) else ""


def choices(schema: Mapping[str, Any]) -> list[str]:
    """The texts that a value may be, if these are all."""
    listed = schema.get("enum")
    is_plain = isinstance(listed, list) and all(
        isinstance(one, str) and one.strip() and one.isprintable() and len(one) <= 100  # one word or so
        for one in listed
    )
    return list(listed) if is_plain and isinstance(listed, list) else []


def _text_type(name: str, *, is_local: bool) -> str:
    """A text that a person writes may also come from what was read; a path or an address never does."""
    last = name.rpartition("_")[2]
    if is_local and last in words(_TABLE, "paths"):
        return "path"
    return "content" if last in words(_TABLE, "contents") else "line"
