"""`goalwright validate`: whether a structured plan keeps its contract."""

from __future__ import annotations

from typing import Annotated

from goalwright.doors.cli.named_files import read_input, source_name
from goalwright.doors.cli.parameters import Argument, AsJson, Option, wrong_argument
from goalwright.doors.cli.plain_text import counted, harmless
from goalwright.doors.cli.screen import Line, show, show_document
from goalwright.errors import PlanPayloadError

EPILOG = """\b
Example:
  echo '{"goals": [{"domain": "text", "verb": "time"}]}' > goals.json
  goalwright plan --goals goals.json --steps > plan.json
  goalwright validate plan.json
"""


def validate(
    file: Annotated[str, Argument(metavar="FILE", help="A structured plan, or - to read standard input.")],
    tools: Annotated[
        str | None,
        Option("--tools", metavar="A,B,C", help="The tools that are allowed; echo_tool,get_time if not given."),
    ] = None,
    count: Annotated[
        int | None, Option("--count", metavar="N", min=1, help="The exact number of steps it must have.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Check that a structured plan keeps its contract.

    Every violation is named with its place and what to write instead.
    """
    from goalwright.app import Goalwright

    allowed = _names(tools)
    payload = Goalwright().validate(read_input(file, _refusal), allowed, count)
    if as_json:
        show_document("payload", payload)
        return 0
    name = harmless(source_name(file))
    show([Line(((f"{name}: ", ""), ("valid", "bold green"), (f", {counted(len(payload.steps), 'step')}", "")))])
    return 0


def _refusal(source: str, problem: str) -> PlanPayloadError:
    return PlanPayloadError([(source, problem)])


def _names(tools: str | None) -> list[str] | None:
    if tools is None:
        return None
    names = [name.strip() for name in tools.split(",")]
    if not all(names):
        raise wrong_argument("names no tool between two commas: write a,b,c", "--tools")
    return names
