"""`goalwright "a sentence"`: what is said in words rather than in a goals file."""

from __future__ import annotations

from typing import Annotated

import typer

from goalwright.errors import NotUnderstood


def sentence(
    text: Annotated[str, typer.Argument(metavar="SENTENCE", help="What to do, in words.")],  # noqa: ARG001  # nothing reads it
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,  # noqa: ARG001  # read by the entry
) -> int:
    """Decline the sentence, and say what can be given instead."""
    raise NotUnderstood("understanding sentences is not part of this version: use `goalwright plan --goals FILE`")
