"""`goalwright rules`: what can be asked for, and the words for it."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from goalwright.doors.cli.completed_names import row_names
from goalwright.doors.cli.parameters import Argument, AsJson, Option, wrong_argument
from goalwright.doors.cli.plain_text import counted, harmless, value_text
from goalwright.doors.cli.plan_view import RISK_STYLES, risk_text
from goalwright.doors.cli.screen import Line, Part, columns, show, show_json

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
_REFERENCES = ("register", "ensure", "assume", "writes", "touches")


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

    found = [rule for rule in gw.rules.values() if name in ("", rule.name, rule.domain)]
    if not found:
        known = {rule.name for rule in gw.rules.values()} | {rule.domain for rule in gw.rules.values()}
        near = difflib.get_close_matches(name[:100], sorted(known), n=1)
        hint = f"did you mean {near[0]}?" if near else "run `goalwright rules` to see them all"
        raise wrong_argument(f"no verb or domain is called {name[:100]!r}: {hint}")
    said = gw.examples(SENTENCES_SHOWN)
    from goalwright.contracts.documents import plain

    return [rule_document(plain(rule), said.get(rule.name, ())) for rule in found]


def _show(document: dict[str, Any], name: str) -> None:

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


def rule_document(rule: dict[str, Any], sentences: Sequence[str]) -> dict[str, Any]:
    """A row as one flat object, its variants and some sentences for it beside it."""
    return {
        "name": f"{rule['domain']}.{rule['verb']}",
        "domain": rule["domain"],
        "verb": rule["verb"],
        "file": rule["file"],
        **_shape(rule["shape"]),
        "variants": [_shape(variant) for variant in rule["variants"]],
        "say": rule["say"],
        "sentences": sentences,
        "examples": rule["examples"],
    }


def table_lines(rows: Sequence[dict[str, Any]]) -> Iterator[Line]:
    """One line a row: its name, risk, a sentence for it and its parameters."""
    heads = [(("verb", "bold"), ("risk", "bold"), ("say", "bold"), ("parameters", "bold"))]
    yield from columns(heads + [_cells(row) for row in rows])
    yield Line()
    yield Line(((f"{counted(len(rows), 'row')}; `goalwright rules DOMAIN.VERB` shows one in full", "dim"),))


def row_lines(row: dict[str, Any]) -> Iterator[Line]:
    """Everything that a person needs to use a row."""
    yield Line(
        ((harmless(row["name"]), "bold cyan"), (f"  {row['kind']}, {risk_text(row['risk'])}, {row['file']}", "dim"))
    )
    usual = list(_shape_cells(row))
    yield from columns(usual, indent=2)
    for variant in row["variants"]:
        when = ", ".join(f"{name} is {value}" for name, value in variant["when"].items())
        yield Line(((f"When {harmless(when)}:", "bold"),))
        yield from columns([cells for cells in _shape_cells(variant) if cells not in usual], indent=2)
    yield Line()
    if row["sentences"]:
        yield Line((("Say:", "bold"),))
        for said in row["sentences"]:
            yield Line((("  ", ""), (harmless(said), "")), 4)
        yield Line()
    yield Line((("As a goal:", "bold"),))
    for example in row["examples"]:
        goal = {"domain": row["domain"], "verb": row["verb"], "params": example["params"]}
        yield Line((("  ", ""), (json.dumps(goal, ensure_ascii=False), "")), 4)


def _shape(shape: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in shape.items() if name != "when" or value}
    for name in _REFERENCES:
        kept[name] = _text(kept[name])
    kept["ways"] = [{**way, "needs": _text(way["needs"])} for way in kept["ways"]]
    kept["risk_if"] = {each["when"]["text"]: each["risk"] for each in kept["risk_if"]}
    return kept


def _text(reference: Any) -> Any:
    """References to the planner's registers as the rule file has them."""
    if isinstance(reference, list):
        return [_text(item) for item in reference]
    return reference and reference["text"]


def _cells(row: dict[str, Any]) -> tuple[Part, ...]:
    said = harmless(row["sentences"][0]) if row["sentences"] else ""
    return (harmless(row["name"]), "cyan"), (row["risk"], RISK_STYLES[row["risk"]]), (said, ""), (_signature(row), "")


def _signature(row: dict[str, Any]) -> str:
    """The parameters as they are said: `query, platform=google, selector?`."""
    names = dict.fromkeys(name for shape in (row, *row["variants"]) for name in shape["params"])
    return ", ".join(_parameter(name, row) for name in names)


def _parameter(name: str, row: dict[str, Any]) -> str:
    if name in row["required_params"]:
        return name
    return f"{name}={row['default_params'][name]}" if name in row["default_params"] else f"{name}?"


def _shape_cells(shape: dict[str, Any]) -> Iterator[tuple[Part, Part]]:
    for name, param in shape["params"].items():
        yield (harmless(name), "cyan"), (harmless(_param_text(param, shape)), "")
    for way in shape["ways"]:
        needs = f" when {', '.join(way['needs'])}" if way["needs"] else ""
        yield ("tool", "dim"), (harmless(way["tool"] + needs), "")
    yield ("effect", "dim"), (harmless(shape["expected_effect"]), "")
    if shape["risk_if"]:
        cases = "; ".join(f"{risk} if {when}" for when, risk in shape["risk_if"].items())
        yield ("risk", "dim"), (harmless(f"{shape['risk']}; {cases}"), RISK_STYLES[shape["risk"]])


def _param_text(param: dict[str, Any], shape: dict[str, Any]) -> str:
    words = [param["type"]]
    allowed = shape["allowed_values"].get(param["name"])
    if allowed:
        words.append(f"({', '.join(allowed)})")
    for bound, word in (("min", "from"), ("max", "to")):
        if param[bound] is not None:
            words.append(f"{word} {param[bound]:g}")
    if param["name"] in shape["default_params"]:
        words.append(f"= {value_text(shape['default_params'][param['name']])}")
    elif param["name"] not in shape["required_params"]:
        words.append("(optional)")
    return " ".join(words)
