"""`goalwright undo`: what a run did is taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from goalwright.doors.cli.action_words import words_by_id
from goalwright.doors.cli.completed_names import RunName
from goalwright.doors.cli.fleet_names import FleetDeed, changed_last, is_fleet_run
from goalwright.doors.cli.folding import folded_texts, is_folded
from goalwright.doors.cli.parameters import AsJson, Option
from goalwright.doors.cli.plain_text import counted, message_text
from goalwright.doors.cli.screen import Line, show, show_document, warn
from goalwright.doors.cli.short_paths import Places
from goalwright.doors.cli.work_loop import to_its_end
from goalwright.errors import ACTION_FAILED, INTERRUPTED

if TYPE_CHECKING:
    from goalwright.contracts import UndoReport

EPILOG = """\b
Example:
  goalwright "create a folder trip"
  goalwright undo --dry-run
  goalwright undo
"""


def undo(
    run: RunName = "",
    dry_run: Annotated[bool, Option("--dry-run", help="Show what would be undone, and do nothing.")] = False,
    as_json: AsJson = False,
) -> int:
    """Take back what a run did.

    It is refused, and nothing is touched, if anything was changed since the run. Deleted files
    come back from the trash, and what was overwritten is as it was. Without RUN, the last run
    that changed something is undone.
    """
    if is_fleet_run(run):
        from goalwright.doors.cli.fleet_command import fleet

        return fleet(FleetDeed.UNDO, run, dry_run=dry_run, as_json=as_json)
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        if not run and (last := changed_last(gw)):
            return undo(last, dry_run=dry_run, as_json=as_json)
        record = gw.undoable(run)
    with closing(Goalwright(cwd=record.cwd or None)) as gw:  # the folder it was asked for in is allowed to it
        report = to_its_end(gw, lambda stop: gw.undo(record.run_id, dry_run=dry_run, stop=stop), warn)
        words = words_by_id(gw.show(record.run_id).record.plan, Places.here())
    code = ACTION_FAILED if report.not_undone and not dry_run else 0
    if report.is_stopped:
        code = INTERRUPTED
    if as_json:
        show_document("undo", report, code)
    else:
        show(_lines(report, words))
    return code


def _lines(report: UndoReport, words: Mapping[str, str]) -> Iterator[Line]:
    verb = "would be undone" if report.dry_run else "undone"
    told = [words.get(name, name) for name in report.undone]
    for text in folded_texts(told) if is_folded(len(told)) else told:
        yield Line(((f"{verb}: ", "dim"), (text, "")), 2)
    for name, why in report.not_undone:
        yield Line((("not undone: ", "yellow"), (f"{words.get(name, name)}: {message_text(why)}", "")), 2)
    done = f"{counted(len(report.undone), 'action')} {verb}" if report.undone else f"nothing {verb}"
    left = f"; {counted(len(report.not_undone), 'action')} cannot be undone" if report.not_undone else ""
    before = f"; {counted(len(report.undone_before), 'action')} undone before" if report.undone_before else ""
    yield Line(((f"{done}{before}{left} (run {report.run_id})", "bold"),))
