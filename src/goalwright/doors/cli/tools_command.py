"""`goalwright tools`: the tools that plans are made of."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from goalwright.doors.cli.parameters import AsJson, Option
from goalwright.doors.cli.plain_text import counted, message_text
from goalwright.doors.cli.plan_view import RISK_STYLES
from goalwright.doors.cli.screen import Line, Part, columns, show, show_document

if TYPE_CHECKING:
    from goalwright.contracts import ToolEntry

EPILOG = """\b
Example:
  goalwright tools
"""


def tools(
    available: Annotated[bool, Option("--available", help="Only those that can be used here.")] = False,
    as_json: AsJson = False,
) -> int:
    """List the tools that plans are made of, and which are here.

    They are in the order in which the planner prefers them.
    """
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        entries = [entry for entry in gw.registry if entry.is_available or not available]
    if as_json:
        show_document("tools", entries)
        return 0
    heading = tuple((name, "bold") for name in ("tool", "here", "risk", "undo", "platforms", "what it does"))
    show(columns([heading, *(_cells(entry) for entry in entries)]))
    here = sum(entry.is_available for entry in entries)
    show([Line(), Line(((f"{counted(len(entries), 'tool')}, {here} of them usable here", "bold"),))])
    return 0


def _cells(entry: ToolEntry) -> tuple[Part, ...]:
    from goalwright.contracts.tool_entry import PLATFORM_NAMES, PLATFORMS

    missing = "" if entry.is_available else f" ({message_text(entry.missing or 'not looked for')})"
    return (
        (entry.name, "cyan"),
        ("yes", "green") if entry.is_available else ("no", "yellow"),
        (entry.risk, RISK_STYLES[entry.risk]),
        ("yes" if entry.reversible else "no", "dim"),
        (", ".join(PLATFORM_NAMES[name] for name in entry.platforms) if entry.platforms != PLATFORMS else "all", "dim"),
        (f"{entry.description}{missing}", ""),
    )
