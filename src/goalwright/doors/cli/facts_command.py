"""`goalwright facts`: what was learnt in runs, and from which."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

from goalwright.doors.cli.moments import moment_text, since_text
from goalwright.doors.cli.parameters import AsJson, Limit, Option
from goalwright.doors.cli.plain_text import message_text, name_text, value_text
from goalwright.doors.cli.screen import Line, columns, show, show_json
from goalwright.doors.cli.short_paths import Places

EPILOG = """\b
Example:
  goalwright "create a folder docs"
  goalwright facts
  goalwright facts --key "dir:*" --since 2h
  goalwright facts --text docs --json
"""


def facts(
    key: Annotated[
        str | None, Option("--key", metavar="KEY", help="Only this key; with * at its end, those that begin so.")
    ] = None,
    tool: Annotated[str | None, Option("--tool", metavar="TOOL", help="Only what this tool reported.")] = None,
    since: Annotated[
        str | None, Option("--since", metavar="TIME", help="Only what is as new: 30min, 2h, 3d or 2026-11-16.")
    ] = None,
    text: Annotated[str | None, Option("--text", metavar="WORDS", help="Only what has these words.")] = None,
    limit: Limit = 50,
    as_json: AsJson = False,
) -> int:
    """List what was learnt in runs, the newest first."""
    from goalwright.app import Goalwright

    is_prefix = key is not None and key.endswith("*")
    with closing(Goalwright()) as gw:
        found = gw.facts.query(
            key=None if is_prefix else key,
            prefix=key[:-1] if is_prefix and key is not None else None,
            tool=tool,
            since=since_text(since),
            text=text,
            limit=limit,
        )
        places = Places.around(gw.cwd)
    if as_json:
        show_json({"facts": found})
        return 0
    if not found:
        show([Line((("Nothing is known.", ""),))])
        return 0
    heads = [(("when", "bold"), ("tool", "bold"), ("run", "bold"), ("fact", "bold"))]
    rows = [
        (
            (moment_text(fact.at), ""),
            (name_text(fact.source), "dim"),
            (fact.run_id, "dim"),
            (f"{message_text(fact_key(fact.key, places))} = {value_text(fact.value)}", ""),
        )
        for fact in found
    ]
    show(columns(heads + rows))
    return 0


def fact_key(key: str, places: Places) -> str:
    """A fact's key with its path, if it has one, written short."""
    kind, colon, path = key.partition(":")
    return f"{kind}{colon}{places.shown(path)}"
