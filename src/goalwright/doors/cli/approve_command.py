"""`goalwright approve`: a plan that waits for approval is looked at, and run or declined."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

from goalwright.doors.cli.carrying_out import carried_out, is_risked, show_plan
from goalwright.doors.cli.completed_names import RUN_HELP, waiting_names
from goalwright.doors.cli.history_command import history_cells
from goalwright.doors.cli.parameters import Argument, AsJson, Option, wrong_argument
from goalwright.doors.cli.screen import Line, columns, is_asked, show, show_document, warn
from goalwright.doors.cli.short_paths import Places
from goalwright.errors import REFUSED

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import RunRecord, RunReport

EPILOG = """\b
Example:
  goalwright "create notes.txt"
  goalwright "delete notes.txt" --hold || goalwright approve
"""


def approve(
    run: Annotated[str, Argument(metavar="RUN", help=RUN_HELP, autocompletion=waiting_names)] = "",
    plan_hash: Annotated[
        str, Option("--hash", metavar="HASH", help="Approve the plan of this hash without being asked.")
    ] = "",
    decline: Annotated[bool, Option("--decline", help="Do not run it, now or later.")] = False,
    as_json: AsJson = False,
) -> int:
    """Approve a plan that waits, and run it.

    The plan is shown, and you are asked. It is refused if anything it relies on has changed
    since it was made. Without RUN, list what waits.
    """
    if not run and (plan_hash or decline):
        raise wrong_argument("--hash and --decline need RUN; `goalwright approve` lists what waits")
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        if not run:
            return _list(gw, as_json=as_json)
        record = gw.show(run).record
    with closing(Goalwright(cwd=record.cwd or None)) as gw:  # the folder it was asked for in is allowed to it
        if decline:
            return _declined(gw, record, as_json=as_json)
        if not plan_hash:
            if as_json or not is_asked() or not _is_approved(gw, record):
                warn(f"not approved: nothing was done; `--hash {record.plan_hash}` approves this very plan")
                return REFUSED
            plan_hash = record.plan_hash
        return _run(gw, record, plan_hash, as_json=as_json)


def _run(gw: Goalwright, record: RunRecord, plan_hash: str, *, as_json: bool) -> int:
    async def work(progress: Any, stop: Any, _ask: Any) -> RunReport:
        return await gw.approve(record.run_id, plan_hash, on_event=progress, stop=stop)

    return carried_out(gw, record.plan, work, as_json=as_json)


def _list(gw: Goalwright, *, as_json: bool) -> int:
    waiting = gw.waiting()
    if as_json:
        show_document("history", [(record, str(record.status)) for record in waiting])
    elif not waiting:
        show([Line((("Nothing waits for approval.", ""),))])
    else:
        show(columns([history_cells(record, str(record.status)) for record in waiting]))
    return 0


def _declined(gw: Goalwright, record: RunRecord, *, as_json: bool) -> int:
    declined = gw.decline(record.run_id)
    if as_json:
        show_document("run", declined, str(declined.status))
    else:
        show([Line(((f"declined: nothing was done (run {record.run_id})", "bold"),))])
    return 0


def _is_approved(gw: Goalwright, record: RunRecord) -> bool:
    show_plan(gw, record.plan, beside=True)
    risky = [action for action in record.plan.actions if action.risk == "high"]
    return is_risked(risky, Places.here())
