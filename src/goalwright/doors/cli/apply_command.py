"""`goalwright apply`: a plan that was saved, or written as structured JSON, run exactly as it is."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

from goalwright.doors.cli.carrying_out import run_prepared
from goalwright.doors.cli.door_name import door_name
from goalwright.doors.cli.named_files import read_input, source_name
from goalwright.doors.cli.parameters import Argument, AsJson, DryRun, Option, Verbose, Yes
from goalwright.doors.cli.sentences import Wanted
from goalwright.doors.cli.work_loop import answered
from goalwright.errors import SavedPlanError

EPILOG = """\b
Example:
  goalwright plan "create a folder trip" -o plan.json
  goalwright apply plan.json
"""


def apply(
    file: Annotated[str, Argument(metavar="FILE", help="A saved or structured plan, or - for standard input.")],
    dry_run: DryRun = False,
    yes: Yes = False,
    partial: Annotated[bool, Option("--partial", help="Run a plan that leaves goals unmet.")] = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> int:
    """Run a saved plan, exactly as it was saved.

    It is refused if the file was changed, or if the world is no longer what the plan relied
    on. A structured plan is run step by step.
    """
    from goalwright.app import Goalwright

    wanted = Wanted(dry_run=dry_run, yes=yes, partial=partial, verbose=verbose, as_json=as_json)
    content, source = read_input(file, SavedPlanError), source_name(file)
    with closing(Goalwright(conversation=door_name())) as gw:
        prepared = answered(gw, gw.prepared_from(content, source))
        return run_prepared(gw, prepared, wanted)
