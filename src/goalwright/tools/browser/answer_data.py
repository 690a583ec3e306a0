"""What data that a site answers with tells of a failure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goalwright.language.tables import table

_DEEPEST = 3


def data_problem(text: str) -> str:
    """What data that came in place of a page tells of a failure; nothing if it tells of none."""
    words = table("outcomes")
    for part, is_outer in _parts(_read(text), words["wrapping_keys"]):
        if _is_failed(part, words, is_outer=is_outer):
            return _message(part, words["message_keys"]) or text
    return ""


def data_message(text: str) -> str:
    """What data says in words; nothing if it says nothing."""
    words = table("outcomes")
    said = (_message(part, words["message_keys"]) for part, _ in _parts(_read(text), words["wrapping_keys"]))
    return next(filter(None, said), "")


def is_data_of_success(text: str) -> bool:
    """Whether data says that it went well: by a yes, by naming what came of it, or by a list of failures with none."""
    words = table("outcomes")
    parts = (part for part, is_outer in _parts(_read(text), words["wrapping_keys"]) if is_outer)
    outer = [{key.casefold(): value for key, value in part.items()} for part in parts]
    is_partly = any(_is_something(part.get(key)) for part in outer for key in words["undone_keys"])
    return not is_partly and any(_is_good(part, words) for part in outer)


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _is_good(part: Mapping[str, Any], words: Mapping[str, Any]) -> bool:
    return (
        any(part.get(key) is True for key in words["succeeding_keys"])
        or any(str(part.get(key)).casefold() in words["succeeding_states"] for key in words["state_keys"])
        or any(part.get(key) for key in words["naming_keys"])
        or any(key in part and not _is_something(part[key]) for key in words["failing_keys"])
    )


def _parts(data: Any, wrapping: Sequence[str]) -> Iterator[tuple[Mapping[str, Any], bool]]:
    """The answer itself and what is in it, lists aside: what they hold are things of the site's.

    Each with whether it speaks of the answer as a whole.
    """
    level = [(data, True)]
    for _ in range(_DEEPEST):
        parts = [(part, is_outer) for part, is_outer in level if isinstance(part, dict)]
        yield from parts
        level = [
            (value, is_outer and key.casefold() in wrapping) for part, is_outer in parts for key, value in part.items()
        ]


def _is_failed(part: Mapping[str, Any], words: Mapping[str, Any], *, is_outer: bool) -> bool:
    keys = {key.casefold(): value for key, value in part.items()}
    if any(_is_something(keys.get(key)) for key in words["failing_keys"]):
        return True
    said = [str(keys.get(key)).casefold() for key in words["state_keys"]]
    return is_outer and (
        any(keys.get(key) is False for key in words["succeeding_keys"])
        or any(state in words["failing_states"] for state in said)
    )


def _is_something(value: Any) -> bool:
    return bool(any(map(_is_something, value.values())) if isinstance(value, dict) else value)


def _message(data: Mapping[str, Any], keys: Sequence[str]) -> str:
    known = {key.casefold(): value for key, value in data.items()}
    found = (known[key] for key in keys if known.get(key))
    return next((told if isinstance(told, str) else json.dumps(told) for told in found), "")
