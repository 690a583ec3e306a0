"""Strict reading of JSON: text, bytes or a mapping becomes one plain tree, and no fault is passed over."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from goalwright.plan.plain_tree import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_INTEGER,
    REFUSED,
    TOO_DEEP,
    TOO_LARGE,
    Pairs,
    plain_tree,
)
from goalwright.plan.violations import ROOT, Violations

_BOM = "\ufeff"
_LONGEST_INTEGER = len(str(-MAX_INTEGER))
# A string is skipped whole, closed or not: an unclosed one must not make the scan start again inside it.
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{\]}]', re.DOTALL)
_LEVELS = {"[": 1, "{": 1, "]": -1, "}": -1}
# How the parser's message begins, and what to write instead.
_REMEDIES = {
    "Extra data": "text follows the end of the JSON value; remove that text",
    "Expecting value": "a value is missing; write a string, a number, an object, an array, true, false or null",
    "Expecting property name": "a field name is missing; write it in double quotes, and no comma after the last field",
    "Expecting ':'": "a field has no colon; write one between its name and its value",
    "Expecting ','": "a comma is missing; write one between neighbours, or close the bracket",
    "Illegal trailing comma": "a comma is left over; remove it",
    "Invalid control character": "a string holds a raw control character; write it as an escape such as \\n",
    "Invalid \\": "a string holds an unknown escape; write \\\\ for a backslash",
    "Unterminated string": "a string has no end; close it with a double quote",
}


def read_json(payload: object, faults: Violations) -> Any:
    """The document in exact plain types, or REFUSED; faults are reported, never raised."""
    for kind, reader in _READERS.items():
        if issubclass(type(payload), kind):
            return reader(payload, faults)
    return _refuse(f"is a Python {type(payload).__name__}: pass JSON text, bytes or a mapping", faults)


def _read_bytes(payload: bytes | bytearray, faults: Violations) -> Any:
    raw = b"".join((payload,))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        return _refuse(f"is not UTF-8 at {_line_and_column(before, len(before))}: save it as UTF-8", faults)
    return _read_text(text, faults)


def _read_text(payload: str, faults: Violations) -> Any:
    text = str.__str__(payload)
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return _refuse(TOO_LARGE, faults)
    if text.startswith(_BOM):
        _refuse("begins with a byte order mark: save it as UTF-8 without one", faults)
        text = text.removeprefix(_BOM)
    deep = _first_too_deep(text)
    if deep is not None:
        return _refuse(f"{TOO_DEEP}; the first level too many is at {_line_and_column(text, deep)}", faults)
    try:
        tree = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        return _refuse(_malformed(error), faults)
    return plain_tree(tree, faults)


def _first_too_deep(text: str) -> int | None:
    """Where nesting first passes the limit; looked for beforehand because the parser itself recurses."""
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        depth += _LEVELS.get(token[0], 0)
        if depth > MAX_DEPTH:
            return token.start()
    return None


def _malformed(error: json.JSONDecodeError) -> str:
    remedy = next((words for start, words in _REMEDIES.items() if error.msg.startswith(start)), error.msg)
    return f"is not valid JSON at line {error.lineno}, column {error.colno}: {remedy}"


def _line_and_column(text: str, position: int) -> str:
    line_start = text.rfind("\n", 0, position) + 1
    return f"line {text.count(chr(10), 0, position) + 1}, column {position - line_start + 1}"


def _refuse(problem: str, faults: Violations) -> Any:
    faults.add(ROOT, problem)
    return REFUSED


def _integer(digits: str) -> int:
    """The number, or another that is out of range: Python refuses to convert thousands of digits."""
    return int(digits) if len(digits) <= _LONGEST_INTEGER else MAX_INTEGER + 1


# NaN, Infinity and 1e999 are read as the floats they mean: the tree refuses those with their place.
_DECODER = json.JSONDecoder(object_pairs_hook=Pairs, parse_int=_integer, parse_constant=float)

_READERS: dict[type, Callable[[Any, Violations], Any]] = {
    str: _read_text,
    bytes: _read_bytes,
    bytearray: _read_bytes,
    Mapping: plain_tree,
}
