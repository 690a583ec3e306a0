"""`goalwright stop`: a run that is going on in another process comes to its end."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from goalwright.doors.cli.completed_names import RunName
from goalwright.doors.cli.fleet_names import FleetDeed, is_fleet_run
from goalwright.doors.cli.parameters import AsJson, Option
from goalwright.doors.cli.screen import Line, show, show_document
from goalwright.doors.cli.work_loop import answered
from goalwright.errors import ACTION_FAILED, RunNotFound

if TYPE_CHECKING:
    from goalwright.app import Goalwright

EPILOG = """\b
Example:
  goalwright stop || echo "nothing is running"
"""


def stop(
    run: RunName = "",
    now: Annotated[bool, Option("--now", help="Abandon what is running, too.")] = False,
    as_json: AsJson = False,
) -> int:
    """Stop a run that is going on in another process.

    What is running may finish, unless --now is given; nothing new is begun. `goalwright resume`
    goes on with it later. Without RUN, the only one that is running is stopped.
    """
    if is_fleet_run(run):
        from goalwright.doors.cli.fleet_command import fleet

        return fleet(FleetDeed.STOP, run, as_json=as_json)
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        run_id = run or _only_running(gw)
        record = answered(gw, gw.stop(run_id, now=now))
        status = gw.show(record.run_id).status
    if as_json:
        show_document("run", record, status)
    elif status == "running":
        show([Line(((f"asked to stop, but an action is still running (run {record.run_id})", "bold yellow"),))])
    else:
        show([Line(((f"{status} (run {record.run_id})", "bold"),))])
    return ACTION_FAILED if status == "running" else 0


def _only_running(gw: Goalwright) -> str:
    running = [record.run_id for record in gw.history(limit=100) if gw.show(record.run_id).status == "running"]
    if len(running) != 1:
        listed = ", ".join(running)
        problem = f"several runs are going on: name one of {listed}" if running else "nothing is running"
        raise RunNotFound(f"there is nothing to stop: {problem}" if not running else problem)
    return running[0]
