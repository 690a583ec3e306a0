"""Rows of the rule table as documents and as lines to read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from goalwright.doors.cli.plain_text import counted, harmless, value_text
from goalwright.doors.cli.plan_view import RISK_STYLES, risk_text
from goalwright.doors.cli.screen import Line, Part, columns

_REFERENCES = ("register", "ensure", "assume", "writes", "touches")


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
