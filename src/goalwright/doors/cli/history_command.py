"""`goalwright history`: the runs there were."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from goalwright.doors.cli.moments import moment_text
from goalwright.doors.cli.parameters import AsJson, Limit
from goalwright.doors.cli.plain_text import counted, message_text, shortened
from goalwright.doors.cli.screen import Line, columns, show, show_document

if TYPE_CHECKING:
    from goalwright.contracts import RunRecord

EPILOG = """\b
Example:
  goalwright "what time is it"
  goalwright history
  goalwright history --limit 5 --json
"""
STATUS_STYLES = {
    "success": "green",
    "partial": "yellow",
    "failed": "bold red",
    "refused": "yellow",
    "cancelled": "yellow",
    "interrupted": "bold red",
    "running": "cyan",
    "awaiting_approval": "bold yellow",
}


def history(limit: Limit = 20, as_json: AsJson = False) -> int:
    """List the runs there were, the last one first."""
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        rows = [(record, record.status or gw.show(record.run_id).status) for record in gw.history(limit=limit)]
    if as_json:
        show_document("history", rows)
        return 0
    if not rows:
        show([Line((("Nothing was run yet.", ""),))])
        return 0
    heads = [(("run", "bold"), ("when", "bold"), ("status", "bold"), ("actions", "bold"), ("what", "bold"))]
    show(columns(heads + [history_cells(record, status) for record, status in rows]))
    return 0


def status_style(status: str) -> str:
    return STATUS_STYLES.get(status, "")


def history_cells(record: RunRecord, status: str) -> tuple[tuple[str, str], ...]:
    shown = f"{status}, undone" if record.undone else status
    return (
        (record.run_id, "cyan"),
        (moment_text(record.created_at), ""),
        (shown, status_style(status)),
        (counted(record.plan.total_actions, "action"), "dim"),
        (message_text(shortened(record.text, 200)), ""),
    )
