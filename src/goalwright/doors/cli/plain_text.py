"""Values as text: harmless on any terminal, and short enough to read."""

from __future__ import annotations

import json
from collections.abc import Mapping

_LONGEST_VALUE = 300
_LONGEST_NAME = 120
_LONGEST_MESSAGE = 2000


def harmless(text: str) -> str:
    """The text with whatever could move the cursor, change colours or break the line written as an escape."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def shortened(text: str, longest: int) -> str:
    """The text, or its beginning and how long it is."""
    return text if len(text) <= longest else f"{text[:longest]}... ({len(text)} characters)"


def message_text(text: str) -> str:
    return harmless(shortened(text, _LONGEST_MESSAGE))


def name_text(text: str) -> str:
    """A name that another program chose, as it may stand in a column."""
    return harmless(shortened(text, _LONGEST_NAME))


def value_text(value: object) -> str:
    """An argument's value in one line: text as it is, unless quotes are needed to see where it ends."""
    if isinstance(value, str) and value and value == value.strip():
        return harmless(shortened(value, _LONGEST_VALUE))
    if isinstance(value, Mapping) and value.keys() == {"from", "field"}:
        return harmless(shortened(f"the {value['field']} that {value['from']} gives", _LONGEST_VALUE))
    from goalwright.contracts.documents import plain

    return harmless(shortened(json.dumps(plain(value), ensure_ascii=False), _LONGEST_VALUE))


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def seconds_text(seconds: float) -> str:
    """A duration as a person reads it: two digits that mean something."""
    if seconds < 10:
        return f"{seconds:.2f} s"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def bytes_text(number: int) -> str:
    size, units = float(number), iter(("bytes", "kB", "MB", "GB"))
    unit = next(units)
    while size >= 1000 and (larger := next(units, "")):
        size, unit = size / 1000, larger
    return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
