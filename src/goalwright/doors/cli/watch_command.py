"""`goalwright watch`: the events of a run as they come, from whichever process they come."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

from goalwright.doors.cli.action_words import words_by_id
from goalwright.doors.cli.carrying_out import words_of_stage
from goalwright.doors.cli.completed_names import RunName
from goalwright.doors.cli.fleet_names import FleetDeed, is_fleet_run
from goalwright.doors.cli.moments import moment_text
from goalwright.doors.cli.parameters import Option
from goalwright.doors.cli.plain_text import message_text, name_text
from goalwright.doors.cli.screen import Line, show, show_json
from goalwright.doors.cli.short_paths import Places
from goalwright.doors.cli.work_loop import to_its_end
from goalwright.errors import INTERRUPTED

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import RunEvent

EPILOG = """\b
Example:
  goalwright "create a folder trip"
  goalwright watch
"""


def watch(
    run: RunName = "",
    after: Annotated[int, Option("--after", metavar="N", min=0, help="Begin after the event of this number.")] = 0,
    as_json: Annotated[bool, Option("--json", help="Write one JSON document a line, for each event.")] = False,
) -> int:
    """Follow a run: what has happened so far, then what happens, until it ends.

    Each event has a number. With --after, only what came later is shown, so that a program that
    was interrupted goes on where it was. A run that waits for approval is followed until that is
    given or declined. Without RUN, the last run is followed.
    """
    if is_fleet_run(run):
        from goalwright.doors.cli.fleet_command import fleet

        return fleet(FleetDeed.WATCH, run, as_json=as_json)
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        return to_its_end(gw, lambda stop: _follow(gw, run, after, stop, as_json=as_json), lambda _stopping: None)


async def _follow(gw: Goalwright, run: str, after: int, stop: Any, *, as_json: bool) -> int:
    """Show the events; Ctrl-C ends the watching, not the run."""
    watching = asyncio.ensure_future(_shown(gw, run, after, as_json=as_json))
    stop.listen(watching.cancel)
    try:
        await watching
    except asyncio.CancelledError:
        return INTERRUPTED
    return 0


async def _shown(gw: Goalwright, run: str, after: int, *, as_json: bool) -> None:
    record = gw.show(run).record
    words = dict(words_by_id(record.plan, Places.here()))
    async for event in gw.events(record.run_id, after):
        words.update(words_of_stage(event, Places.here()))
        if as_json:
            show_json(event, indent=None)
        else:
            show([_line(event, words)])
        sys.stdout.flush()


def _line(event: RunEvent, words: Mapping[str, str]) -> Line:
    what = name_text(event.kind.replace("_", " "))
    about = words.get(event.action_id, name_text(event.action_id))
    state = event.outcome.state if event.outcome is not None else event.status or ""
    why = event.outcome.error if event.outcome is not None else event.reason
    by = f"by {message_text(event.by)}" if event.by and event.kind != "run_started" else ""
    rest = ": ".join(part for part in (about, state, message_text(why), by) if part)
    return Line(
        ((f"{event.number:>6}  ", "dim"), (f"{moment_text(event.at)}  ", "dim"), (what, "bold"), (f"  {rest}", "")), 8
    )
