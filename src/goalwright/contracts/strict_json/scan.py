"""A look at JSON text before it is parsed: the parser recurses, and makes a value of whatever it meets."""

from __future__ import annotations

import re
from itertools import islice

from goalwright.contracts.strict_json.json_limits import MAX_DEPTH, JsonLimits

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
