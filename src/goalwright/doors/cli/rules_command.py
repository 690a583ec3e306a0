"""`goalwright rules`: what can be asked for, and the words for it."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Annotated, Any

from goalwright.doors.cli.completed_names import row_names
from goalwright.doors.cli.parameters import Argument, AsJson, Option, wrong_argument
from goalwright.doors.cli.plain_text import harmless
from goalwright.doors.cli.screen import Line, columns, show, show_json

if TYPE_CHECKING:
    from goalwright.app import Goalwright

SENTENCES_SHOWN = 8
EPILOG = """\b
Example:
  goalwright rules
  goalwright rules browser
  goalwright rules browser.search
  goalwright rules --platforms
"""


def rules(
    name: Annotated[
        str | None, Argument(metavar="DOMAIN[.VERB]", help="Only these rows.", autocompletion=row_names)
    ] = None,
    sites: Annotated[bool, Option("--sites", help="List the sites known by name.")] = False,
    platforms: Annotated[bool, Option("--platforms", help="List the places to search.")] = False,
    as_json: AsJson = False,
) -> int:
    """List what can be said, or show one verb in full.

    The rows of the rule table are listed, those of your own rule files included.
    """
    from goalwright.app import Goalwright
    from goalwright.contracts.documents import plain

    gw = Goalwright()
    document: dict[str, Any] = {}
    if sites:
        document["sites"] = plain(list(gw.rules.words.sites.values()))
    if platforms:
        document["platforms"] = plain(list(gw.rules.words.platforms.values()))
    if name is not None or not document:
        document["rules"] = _rows(gw, name or "")
    if as_json:
        show_json(document)
    else:
        _show(document, name or "")
    return 0


def _rows(gw: Goalwright, name: str) -> list[dict[str, Any]]:
    from goalwright.doors.cli.rule_view import rule_document

    found = [rule for rule in gw.rules.values() if name in ("", rule.name, rule.domain)]
    if not found:
        known = {rule.name for rule in gw.rules.values()} | {rule.domain for rule in gw.rules.values()}
        near = difflib.get_close_matches(name[:100], sorted(known), n=1)
        hint = f"did you mean {near[0]}?" if near else "run `goalwright rules` to see them all"
        raise wrong_argument(f"no row is called {name[:100]!r}: {hint}", "'DOMAIN.VERB'")
    said = gw.examples(SENTENCES_SHOWN)
    from goalwright.contracts.documents import plain

    return [rule_document(plain(rule), said.get(rule.name, ())) for rule in found]


def _show(document: dict[str, Any], name: str) -> None:
    from goalwright.doors.cli.rule_view import row_lines, table_lines

    if "rules" in document:
        rows = document["rules"]
        show(row_lines(rows[0]) if rows[0]["name"] == name else table_lines(rows))
    for table, column in (("sites", "host"), ("platforms", "search")):
        if table not in document:
            continue
        heads = [((table.removesuffix("s"), "bold"), (column, "bold"), ("also called", "bold"))]
        cells = [
            (
                (harmless(row["name"]), "cyan"),
                (harmless(row[column] + row.get("path", "")), ""),
                (", ".join(row["aliases"]), "dim"),
            )
            for row in document[table]
        ]
        show([*columns(heads + cells), Line()])
