"""Sentences on the command line: read, or declined with what would have worked."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from goalwright.cli.wording import message_text
from goalwright.errors import NotUnderstood

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import Interpretation


def understood(gw: Goalwright, text: str, *, as_json: bool) -> Interpretation:
    """What a sentence means. A person at a terminal is asked which of several readings was meant."""
    try:
        return gw.read(text)
    except NotUnderstood as declined:
        if declined.readings and not as_json and _is_asked():
            return gw.chosen(text, declined.choices[_choice(declined)])
        raise


def _is_asked() -> bool:
    return bool(sys.stdin and sys.stdin.isatty() and sys.stderr.isatty())


def _choice(declined: NotUnderstood) -> int:
    """The reading that the user picks by its number; anything else than a number leaves the sentence refused."""
    sys.stderr.write("This can be understood in several ways:\n")
    for number, reading in enumerate(declined.readings, 1):
        sys.stderr.write(f"  {number}. {message_text(reading)}\n")
    sys.stderr.write(f"Which one? [1-{len(declined.readings)}] ")
    sys.stderr.flush()
    answer = sys.stdin.readline().strip()
    if not (answer.isascii() and answer.isdigit() and 0 < int(answer) <= len(declined.readings)):
        raise declined
    return int(answer) - 1
