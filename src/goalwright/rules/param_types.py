"""Parameter types: which values each accepts.

A type is a function that returns None for a good value, a sentence's end for a bad one, or, where
reading the value is work worth keeping, what was read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from goalwright.contracts.selector import Selector
from goalwright.errors import ContractViolation
from goalwright.rules.addresses import Address, read_address
from goalwright.rules.rule import Param
from goalwright.rules.vocabulary import Vocabulary

Problem = str | None
Checker = Callable[[Any, Param, Vocabulary], Problem | Address]

MAX_LINE, MAX_PATH, MAX_URL, MAX_CONTENT = 2_000, 4_096, 8_192, 262_144
MAX_LEVELS = 128
MAX_PATHS = 10_001  # one more than a selection may find, to tell that there are more
MAX_NUMBER = 10**15

# Bidirectional overrides reorder what a person reads, so a name could pass for another one.
CONTROL = "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
CONTROL_IN_TEXT = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
SURROGATE = "[\ud800-\udfff]"


def check_param(value: Any, param: Param, words: Vocabulary) -> Problem | Address:
    """None for a good value, the address that a good url leads to, or what is wrong, as the rest of a sentence."""
    return TYPES[param.type](value, param, words)


def _text(limit: int, control: str = CONTROL) -> Callable[[Any, Param, Vocabulary], Problem]:
    def check(value: Any, _param: Param, _words: Vocabulary) -> Problem:
        if type(value) is not str:
            return f"must be text, not {_kind(value)}"
        if len(value) > limit:
            return f"is {len(value)} characters long: at most {limit} are accepted"
        if not value.isascii() and re.search(SURROGATE, value):
            return "holds half a character (a lone surrogate): write the character itself"
        if not value.isprintable() and (found := re.search(control, value)):
            return f"holds the control character U+{ord(found.group()):04X}: remove it"
        return None

    return check


_UNBOUNDED = Param(name="", type="number")
_line = _text(MAX_LINE)
_path_text = _text(MAX_PATH)
_url_text = _text(MAX_URL)
_content_text = _text(MAX_CONTENT, CONTROL_IN_TEXT)


def _full(value: Any, param: Param, words: Vocabulary) -> Problem:
    return _line(value, param, words) or (None if value.strip() else "is empty: say what is meant")


def _path(value: Any, param: Param, words: Vocabulary) -> Problem:
    problem = _path_text(value, param, words) or (None if value.strip() else "is empty: name a file or folder")
    if problem is None and value.count("/") + value.count("\\") > MAX_LEVELS:
        return f"is more than {MAX_LEVELS} folders deep: start from a folder further down"
    return problem


def _paths(value: Any, param: Param, words: Vocabulary) -> Problem:
    if isinstance(value, str) or not isinstance(value, list | tuple):
        return f"must be a list of paths, not {_kind(value)}"
    if len(value) > MAX_PATHS:
        return f"has {len(value):,} paths: at most {MAX_PATHS:,} are accepted"
    return next((problem for path in value if (problem := _path(path, param, words))), None)


def _url(value: Any, param: Param, words: Vocabulary) -> str | Address:
    return _url_text(value, param, words) or read_address(value, words)


def _content(value: Any, param: Param, words: Vocabulary) -> Problem:
    if isinstance(value, Mapping):
        return None if is_reference(value) else 'must be text, or {"from": <goal>, "field": <name>}'
    return _content_text(value, param, words)


def is_reference(value: Any) -> bool:
    """Whether a value stands for what an earlier goal will see, rather than for itself."""
    return (
        isinstance(value, Mapping)
        and value.keys() == {"from", "field"}
        and all(type(part) is str and part for part in value.values())
    )


def _platform(value: Any, param: Param, words: Vocabulary) -> Problem:
    unknown = "is not a search platform in the table: `goalwright rules --platforms` lists them"
    return _line(value, param, words) or (unknown if words.platform(value) is None else None)


def _selector(value: Any, param: Param, words: Vocabulary) -> Problem:
    problem = _full(value, param, words)
    if problem:
        return problem
    try:
        Selector.parse(value)
    except ContractViolation as violation:
        return violation.problem
    return None


def _key(value: Any, param: Param, words: Vocabulary) -> Problem:
    unknown = "is not a key: write one like enter, f5 or ctrl+shift+t"
    return _line(value, param, words) or (unknown if words.key(value) is None else None)


def _number(value: Any, param: Param, _words: Vocabulary) -> Problem:
    if type(value) not in (int, float) or (type(value) is float and math.isnan(value)):
        return f"must be a number, not {_kind(value)}"
    low, high = param.min, param.max
    if (low is None or value >= low) and (high is None or value <= high) and abs(value) <= MAX_NUMBER:
        return None
    if low is not None and high is not None:
        return f"must be from {_figure(low)} to {_figure(high)}"
    if low is not None and value < low:
        return f"must be at least {_figure(low)}"
    return f"must be at most {_figure(MAX_NUMBER if high is None else high)}"


def _choice(value: Any, param: Param, _words: Vocabulary) -> Problem:
    if type(value) is str and value in param.allowed:
        return None
    return f"must be one of {', '.join(param.allowed)}"


def _kind(value: Any) -> str:
    names = {
        bool: "true or false",
        type(None): "nothing",
        int: "a number",
        float: "a number",
        str: "text",
        tuple: "a list",
        frozenset: "a set",
    }
    return names.get(type(value), "a mapping" if isinstance(value, Mapping) else f"a {type(value).__name__}")


def _figure(bound: float) -> str:
    return str(int(bound)) if bound == int(bound) else f"{bound:g}"


def _any(value: Any, _param: Param, words: Vocabulary) -> Problem:
    """Any data, as long as each piece of it can be shown and stored."""
    waiting = [value]
    while waiting:
        piece = waiting.pop()
        if isinstance(piece, Mapping):
            waiting += [*piece.keys(), *piece.values()]
        elif isinstance(piece, list | tuple | set | frozenset):
            waiting += piece
        elif piece is not None and type(piece) is not bool:
            check = _number if type(piece) in (int, float) else _content_text
            problem = check(piece, _UNBOUNDED, words)
            if problem:
                return problem
    return None


TYPES: Mapping[str, Checker] = {
    "any": _any,
    "app": _full,
    "choice": _choice,
    "content": _content,
    "key": _key,
    "line": _full,
    "number": _number,
    "path": _path,
    "paths": _paths,
    "platform": _platform,
    "selector": _selector,
    "target": _full,
    "url": _url,
}
