"""Reading one JSON document, from text, bytes or a mapping."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from goalwright.contracts.strict_json.json_faults import ROOT, Faults
from goalwright.contracts.strict_json.plain_tree import MAX_DEPTH, MAX_INTEGER, REFUSED, JsonLimits, Pairs, plain_tree

_BOM = "\ufeff"
_LONGEST_INTEGER = len(str(-MAX_INTEGER))
# How the parser's message begins, and what to write instead.
_REMEDIES = {
    "Extra data": "text follows the end of the JSON value; remove that text",
    "Expecting value": "a value is missing; write a string, a number, an object, an array, true, false or null",
    "Expecting property name": "a field name is missing; write it in double quotes, and no comma after the last field",
    "Expecting ':'": "a field has no colon; write one between its name and its value",
    "Expecting ','": "a comma is missing; write one between neighbours, or close the bracket",
    "Illegal trailing comma": "a comma is left over; remove it",
    "Invalid control character": "a string holds a raw control character; write it as an escape such as \\n",
    "Invalid \\uXXXX": "a string holds an unfinished escape; write four hexadecimal digits after \\u",
    "Invalid \\": "a string holds an unknown escape; write \\\\ for a backslash",
    "Unterminated string": "a string has no end; close it with a double quote",
}


def read_json(document: object, limits: JsonLimits, faults: Faults) -> Any:
    """The document in exact plain types, or REFUSED, or REFUSED in parts; faults are reported, never raised."""
    for kind, reader in _READERS.items():
        if issubclass(type(document), kind):
            return reader(document, limits, faults)
    return _refuse(f"is a Python {type(document).__name__}: pass JSON text, bytes or a mapping", faults)


def _read_bytes(document: bytes | bytearray, limits: JsonLimits, faults: Faults) -> Any:
    raw = b"".join((document,))
    if len(raw) > limits.max_bytes:
        return _refuse(limits.too_large, faults)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        return _refuse(f"is not UTF-8 at {line_and_column(before, len(before))}: save it as UTF-8", faults)
    return _parse(text, limits, faults)


def _read_text(document: str, limits: JsonLimits, faults: Faults) -> Any:
    text = str.__str__(document)
    if len(text) > limits.max_bytes or len(text.encode("utf-8", "surrogatepass")) > limits.max_bytes:
        return _refuse(limits.too_large, faults)
    return _parse(text, limits, faults)


def _parse(text: str, limits: JsonLimits, faults: Faults) -> Any:
    if text.startswith(_BOM):
        _refuse("begins with a byte order mark: save it as UTF-8 without one", faults)
        text = text.removeprefix(_BOM)
    too_much = excess(text, limits)
    if too_much is not None:
        return _refuse(too_much, faults)
    parsing = _Parsing()
    try:
        tree = parsing.decoder().decode(text)
    except json.JSONDecodeError as error:
        return _refuse(_malformed(error), faults)
    # The parser makes exact plain types: a tree without a doubt about it need not be looked at again.
    return tree if parsing.is_sound and not _may_hold_half(text) else plain_tree(tree, limits, faults)


class _Parsing:
    """One parse that passes over what JSON readers disagree about, but remembers that there was such a thing."""

    def __init__(self) -> None:
        self.is_sound = True

    def decoder(self) -> json.JSONDecoder:
        return json.JSONDecoder(
            object_pairs_hook=self.object, parse_int=self.integer, parse_float=self.number, parse_constant=self.number
        )

    def object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any] | Pairs:
        read = dict(pairs)
        if len(read) == len(pairs):
            return read
        self.is_sound = False
        return Pairs(pairs)

    def integer(self, digits: str) -> int:
        """The number, or another that is out of range: Python refuses to convert thousands of digits."""
        number = int(digits) if len(digits) <= _LONGEST_INTEGER else MAX_INTEGER + 1
        if not -MAX_INTEGER <= number <= MAX_INTEGER:
            self.is_sound = False
        return number

    def number(self, digits: str) -> float:
        """NaN, Infinity and 1e999 are read as the floats they mean: the tree refuses those with their place."""
        number = float(digits)
        if not math.isfinite(number):
            self.is_sound = False
        return number


def _may_hold_half(text: str) -> bool:
    """Whether a string in the text may hold half of a surrogate pair, as an escape or raw."""
    if "\\ud" in text or "\\uD" in text:
        return True
    try:
        return not text.isascii() and not text.encode("utf-8")
    except UnicodeEncodeError:
        return True


def _malformed(error: json.JSONDecodeError) -> str:
    remedy = next((words for start, words in _REMEDIES.items() if error.msg.startswith(start)), error.msg)
    return f"is not valid JSON at line {error.lineno} column {error.colno}: {remedy}"


def _refuse(problem: str, faults: Faults) -> Any:
    faults.add(ROOT, problem)
    return REFUSED


_READERS: dict[type, Callable[[Any, JsonLimits, Faults], Any]] = {
    str: _read_text,
    bytes: _read_bytes,
    bytearray: _read_bytes,
    Mapping: plain_tree,
}


# A string is skipped whole, closed or not: an unclosed one must not make the scan start again inside it. For the
# same reason each pattern matches at the end of the text too, where its group is empty.
_STRING = r'"(?:[^"\\]++|\\.)*+"?'
_EMPTY = r"[\[{](?=[ \t\r\n]*+[\]}])"
_BEFORE_VALUE = re.compile(rf'(?:[^"\[{{,]++|{_STRING}|{_EMPTY})*+(?:([\[{{,])|\Z)', re.DOTALL)
_BRACKET = re.compile(rf'(?:[^"\[\]{{}}]++|{_STRING})*+(?:([\[\]{{}}])|\Z)', re.DOTALL)
_LEVELS = {"[": 1, "{": 1, "]": -1, "}": -1}


def excess(text: str, limits: JsonLimits) -> str | None:
    """What is too much in a text, and where; None if nothing is, as far as the text is well-formed."""
    many = _first_too_many(text, limits.max_values)
    if many is not None:
        return f"{limits.too_many}; the first one too many is at {line_and_column(text, many)}"
    deep = _first_too_deep(text, limits.max_values)
    if deep is not None:
        where = line_and_column(text, deep)
        return f"is nested deeper than {MAX_DEPTH} levels: flatten it; the first level too many is at {where}"
    return None


def line_and_column(text: str, position: int) -> str:
    line_start = text.rfind("\n", 0, position) + 1
    return f"line {text.count(chr(10), 0, position) + 1} column {position - line_start + 1}"


def _first_too_many(text: str, most: int) -> int | None:
    """Behind which bracket or comma the first value too many stands: each but the outermost stands behind one."""
    if text.count(",") + text.count("[") + text.count("{") < most:
        return None
    found = next(islice(_BEFORE_VALUE.finditer(text), most - 1, None), None)
    return None if found is None or found[1] is None else found.end()


def _first_too_deep(text: str, max_values: int) -> int | None:
    depth = 0
    # Where there are more brackets than this, the text is malformed before the last of them.
    for token in islice(_BRACKET.finditer(text), 2 * max_values):
        depth += _LEVELS.get(token[1], 0)
        if depth > MAX_DEPTH:
            return token.start(1)
    return None
