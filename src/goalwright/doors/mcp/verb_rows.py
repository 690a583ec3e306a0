"""What can be asked for, as clients read it: verbs, things, and a goal for each verb."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING, Any

from goalwright.contracts.documents import plain
from goalwright.doors.mcp.told_actions import one_line
from goalwright.doors.mcp.tool_answers import VerbRow
from goalwright.errors import NotUnderstood

if TYPE_CHECKING:
    from goalwright.app import Goalwright

SENTENCES = 5


def verb_rows(gw: Goalwright, name: str) -> list[VerbRow]:
    """The rows of a verb or a domain; of all without a name."""
    rules = list(gw.rules.values())
    found = [rule for rule in rules if name in ("", rule.name, rule.domain)]
    if not found:
        known = sorted({rule.name for rule in rules} | {rule.domain for rule in rules})
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}?" if near else "leave the name out to see them all"
        raise NotUnderstood(f"no row is called {one_line(name, 100)!r}: {hint}")
    said = gw.examples(SENTENCES)
    return [_row(plain(rule), rule.name, said.get(rule.name, ())) for rule in found]


def examples_text(gw: Goalwright) -> str:
    """A goal for each verb, as JSON."""
    goals = [
        {"domain": rule.domain, "verb": rule.verb, "params": plain(rule.examples[0])["params"]}
        for rule in gw.rules.values()
        if rule.examples
    ]
    return json.dumps(goals, ensure_ascii=False)


def things_text() -> str:
    """The kinds of things and their attributes, as JSON."""
    from goalwright.app.thing_list import thing_list

    return json.dumps(thing_list(), ensure_ascii=False)


def _row(rule: dict[str, Any], name: str, sentences: Any) -> VerbRow:
    shapes = [rule["shape"], *rule["variants"]]
    params = {key: param for shape in shapes for key, param in shape["params"].items()}
    required = set(rule["shape"]["required_params"])
    return VerbRow(
        name=name,
        risk=rule["shape"]["risk"],
        params={key: param["type"] + ("" if key in required else "?") for key, param in params.items()},
        sentences=list(sentences),
        examples=[example["params"] for example in rule["examples"]],
    )
