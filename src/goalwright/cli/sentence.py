"""`goalwright "a sentence"`: understood, and its plan shown; running it is not part of this version."""

from __future__ import annotations

from typing import Annotated

import typer

from goalwright.cli.plan import plan


def sentence(
    text: Annotated[str, typer.Argument(metavar="SENTENCE", help="What to do, in words.")],
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
) -> int:
    """Show the plan for a sentence."""
    return plan(text, as_json=as_json)
