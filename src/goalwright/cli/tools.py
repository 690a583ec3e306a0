"""`goalwright tools`: the tools that plans are made of."""

from __future__ import annotations

from typing import Annotated

import typer

from goalwright.cli.plan_view import RISK_STYLES
from goalwright.cli.screen import Line, columns, show, show_json
from goalwright.cli.wording import counted, plain

EPILOG = """\b
Example:
  goalwright tools
"""


def tools(
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
) -> int:
    """List the tools that plans are made of.

    They are in the order in which the planner prefers them.
    """
    from goalwright.app import Goalwright

    entries = list(Goalwright().registry)
    if as_json:
        show_json({"tools": [plain(entry) | plain(entry.capability) for entry in entries]})
        return 0
    rows = [(("tool", "bold"), ("risk", "bold"), ("undo", "bold"), ("what it does", "bold"))]
    for entry in entries:
        undo = "yes" if entry.reversible else "no"
        rows.append(
            ((entry.name, "cyan"), (entry.risk, RISK_STYLES[entry.risk]), (undo, "dim"), (entry.description, ""))
        )
    show(columns(rows))
    show([Line(), Line(((counted(len(entries), "tool"), "bold"),))])
    return 0
