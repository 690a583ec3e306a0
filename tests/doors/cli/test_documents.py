"""The documents that `--json` prints are what their schemas say, field by field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from doors.cli.command import QuickCli
from goalwright.contracts.document_schemas import document_schemas

MAKE = "create a folder trip and put notes.txt in it saying hello"
DELETE = "delete trip/notes.txt"

# A document's name -> the commands that print one, in a folder where MAKE was just run.
PRINTED: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "report": (
        ("read trip/notes.txt", "--json"),
        (MAKE, "--json", "--dry-run"),
        (DELETE, "--json"),
        (DELETE, "--json", "--hold"),
        ("run", "move nothing.txt to trip", "--json"),
    ),
    "history": (("history", "--json"), ("approve", "--json")),
    "details": (("show", "--json"),),
    "undo": (("undo", "--json", "--dry-run"), ("undo", "--json")),
    "clean": (("clean", "--json"),),
    "interpretation": (("interpret", MAKE, "--json"), ("interpret", "a 3-step plan to open youtube", "--json")),
    "plan": (("plan", MAKE, "--json"), ("plan", DELETE, "--json"), ("plan", "click OK", "--json")),
    "tools": (("tools", "--json"),),
    "facts": (("facts", "--json"),),
    "world": (("world", "--json"),),
    "doctor": (("doctor", "--json"),),
    "error": (("craete a foldr", "--json"), ("show", "no-such-run", "--json"), ("plan", "--json")),
}


def checker(name: str) -> Draft202012Validator:
    return Draft202012Validator(document_schemas()[name])


@pytest.mark.parametrize("name", document_schemas())
def test_a_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(document_schemas()[name])


@pytest.mark.parametrize("name", PRINTED)
def test_what_a_command_prints_is_what_its_schema_says(name: str, quick: QuickCli) -> None:
    for command in PRINTED[name]:
        quick(MAKE)
        checker(name).validate(quick(*command).document)


def test_events_and_runs_are_what_their_schemas_say(quick: QuickCli) -> None:
    quick(MAKE)
    lines = quick("watch", "--json").out.splitlines()
    assert len(lines) > 2
    for line in lines:
        checker("event").validate(json.loads(line))
    for run in quick("history", "--json").document["runs"]:
        checker("run").validate(run)


def strange(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The document with each field left out, each with a value of another kind, and with one too many."""
    without = [{name: value for name, value in document.items() if name != left_out} for left_out in document]
    return [*without, *({**document, name: object} for name in document), {**document, "more": 1}]


def test_a_schema_turns_down_what_is_not_such_a_document(quick: QuickCli) -> None:
    report = quick(MAKE, "--json").document
    for wrong in strange(report):
        assert not checker("report").is_valid(wrong), wrong
