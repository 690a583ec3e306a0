"""`goalwright clean`: old runs and facts are removed."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

from goalwright.doors.cli.parameters import AsJson, Option
from goalwright.doors.cli.plain_text import bytes_text, counted
from goalwright.doors.cli.screen import Line, is_asked, is_yes, show, show_json
from goalwright.errors import PolicyRefusal

EPILOG = """\b
Example:
  goalwright clean
  goalwright clean --keep-days 30
  goalwright clean --all --yes
"""


def clean(
    keep_days: Annotated[
        int | None, Option("--keep-days", metavar="N", min=0, help="Keep what is younger than this.")
    ] = None,
    everything: Annotated[bool, Option("--all", help="Remove all runs: none can be undone after that.")] = False,
    yes: Annotated[bool, Option("--yes", "-y", help="Approve of --all.")] = False,
    as_json: AsJson = False,
) -> int:
    """Remove old runs, what they kept for undo, and old facts.

    What is still running stays, and so does what you asked to be remembered.
    """
    from goalwright.app import Goalwright

    if everything and not yes:
        _require_consent(as_json=as_json)
    with closing(Goalwright()) as gw:
        report = gw.clean(keep_days, everything=everything)
    if as_json:
        show_json(report)
        return 0
    told = f"{counted(report.runs_removed, 'run')} and {counted(report.facts_removed, 'fact')} removed"
    show([Line(((f"{told}, {bytes_text(report.bytes_freed)} freed", "bold"),))])
    return 0


def _require_consent(*, as_json: bool) -> None:
    if as_json or not is_asked():
        raise PolicyRefusal("", "removing all runs needs approval: add --yes, and none of them can be undone any more")
    if not is_yes("Remove all runs? None of them can be undone after that."):
        raise PolicyRefusal("", "not approved, so nothing was removed")
