"""`goalwright resume`: a run that did not finish goes on where it stopped."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

from goalwright.doors.cli.carrying_out import carried_out
from goalwright.doors.cli.completed_names import RunName
from goalwright.doors.cli.fleet_names import FleetDeed, is_fleet_run
from goalwright.doors.cli.parameters import AsJson, Option
from goalwright.doors.cli.screen import is_asked

if TYPE_CHECKING:
    from goalwright.contracts import RunReport

EPILOG = """\b
Example:
  goalwright resume || echo "nothing to resume"
"""


def resume(
    run: RunName = "",
    redo: Annotated[list[str] | None, Option("--redo", metavar="ACTION", help="Do an action in doubt again.")] = None,
    skip: Annotated[
        list[str] | None, Option("--skip", metavar="ACTION", help="Count an action in doubt as done.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Go on with a run that failed, was stopped or was interrupted.

    What was done is not done again. What was begun is looked at first; where its result
    can't be checked, you decide with --redo or --skip. Without RUN, the last run that did not
    finish goes on.
    """
    if is_fleet_run(run):
        from goalwright.doors.cli.fleet_command import fleet

        return fleet(FleetDeed.RESUME, run, as_json=as_json)
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        record = gw.resumable(run)
    with closing(Goalwright(cwd=record.cwd or None)) as gw:  # the folder it was asked for in is allowed to it

        async def work(progress: Any, stop: Any, ask: Any) -> RunReport:
            return await gw.resume(
                record.run_id,
                redo=redo or (),
                skip=skip or (),
                approve=ask if is_asked() and not as_json else None,
                on_event=progress,
                stop=stop,
            )

        return carried_out(gw, None, work, as_json=as_json)
