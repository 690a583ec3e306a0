"""`goalwright doctor`: what works on this machine, and how to get the rest."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from goalwright.doors.cli.parameters import AsJson
from goalwright.doors.cli.plain_text import message_text, name_text
from goalwright.doors.cli.screen import Line, columns, marks_for, show, show_document

if TYPE_CHECKING:
    from goalwright.contracts import Check

EPILOG = """\b
Example:
  goalwright doctor
  goalwright doctor --json
"""
_STYLES = {True: "green", False: "bold red", None: "dim"}


def doctor(as_json: AsJson = False) -> int:
    """Say what works on this machine, and how to get the rest.

    Nothing is changed, and whatever is found, the exit code is 0.
    """
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        checks = gw.doctor()
    if as_json:
        show_document("doctor", checks)
    else:
        show(_lines(checks))
    return 0


def _lines(checks: Sequence[Check]) -> Iterator[Line]:
    marks = marks_for(sys.stdout)
    signs = {True: marks.done, False: marks.failed, None: marks.left}
    heads = columns(
        [
            ((signs[check.ok], _STYLES[check.ok]), (name_text(check.name), ""), (message_text(check.detail), "dim"))
            for check in checks
        ]
    )
    for head, check in zip(heads, checks, strict=True):
        yield head
        if check.remedy:
            yield Line((("     ", ""), (message_text(check.remedy), "yellow")), 5)
    yield Line()
    yield Line(((_verdict(checks), "bold"),), 2)


def _verdict(checks: Sequence[Check]) -> str:
    """All in one line: what is broken, what is not here and what is here only in part."""
    found = (
        ("not working", [check for check in checks if check.ok is False]),
        ("not available here", [check for check in checks if check.ok is None]),
        ("available in part", [check for check in checks if check.ok and check.remedy]),
    )
    told = [f"{what}: {', '.join(_short(check) for check in some)}" for what, some in found if some]
    return "; ".join(told) if told else "everything that was checked works"


def _short(check: Check) -> str:
    return name_text(check.name.removeprefix("tools: "))
