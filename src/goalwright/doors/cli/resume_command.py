"""`goalwright resume`: a run that was cut off goes on where it stopped."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

from goalwright.doors.cli.carrying_out import carried_out
from goalwright.doors.cli.completed_names import RunName
from goalwright.doors.cli.parameters import AsJson, Option

if TYPE_CHECKING:
    from goalwright.contracts import RunReport

EPILOG = """\b
Example:
  goalwright resume || echo "nothing was cut off"
"""


def resume(
    run: RunName = "",
    redo: Annotated[list[str] | None, Option("--redo", metavar="ACTION", help="Do an action in doubt again.")] = None,
    skip: Annotated[
        list[str] | None, Option("--skip", metavar="ACTION", help="Take an action in doubt for done.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Go on with a run that was cut off.

    What was done is not done again. What was begun is looked at first; where its result
    can't be checked, you decide with --redo or --skip.
    """
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:

        async def work(progress: Any, stop: Any) -> RunReport:
            return await gw.resume(run, redo=redo or (), skip=skip or (), on_event=progress, stop=stop)

        return carried_out(gw, None, work, as_json=as_json)
