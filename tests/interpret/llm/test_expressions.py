"""Expressions in a model's answer: taken where every word of them was said, refused where one was not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from goalwright.interpret.llm.answer import answer_type
from goalwright.interpret.llm.answer_reading import Unsupported, read_answer
from goalwright.rules import RuleBook
from interpret.llm.conftest import Ask
from interpret.llm.scripted_endpoint import goals

PDFS = {"kind": "file", "in": "inbox", "where": [["type", "is", "pdf"]]}
OLD = {"kind": "file", "in": "inbox", "where": [["age", "over", "30 days"]], "order": "-size", "limit": 2}


def read(rules: RuleBook, text: str, verb: str, params: dict[str, Any], when: list[Any]) -> Any:
    goal = {"verb": verb, "params": params, "scope": "root", "when": when}
    (found,) = read_answer(answer_type(rules).model_validate({"goals": [goal]}), text, rules).goals
    return found


TAKEN = [
    ("shift whichever pdfs inbox holds over to archive", "file.move", {"path": {"select": PDFS}, "to": "archive"}, []),
    ("the two bulkiest of inbox past 30 days: erase these files", "file.delete", {"path": {"select": OLD}}, []),
    ("what number of pdfs does inbox have", "text.answer", {"value": {"value": {"count": {"select": PDFS}}}}, []),
    ("work out 15 percent of 230", "text.answer", {"value": {"value": {"calc": "15% * 230"}}}, []),
    ("stamp the date of today on a.txt", "file.append", {"path": "a.txt", "content": {"value": {"date": "today"}}}, []),
    ("provided notes.txt exists, erase a.txt", "file.delete", {"path": "a.txt"}, [["exists", "notes.txt"]]),
    ("inbox over 3 pdfs? zip inbox", "file.compress", {"path": "inbox"}, [["count", {"select": PDFS}, "over", 3]]),
]

REFUSED = [
    ("erase the pdfs", "file.delete", {"path": {"select": PDFS}}, [], "not in the sentence"),
    ("erase files of inbox", "file.delete", {"path": {"select": PDFS}}, [], "a type that the sentence does not name"),
    ("erase files of inbox past 30 days", "file.delete", {"path": {"select": OLD}}, [], "a number"),
    ("erase the files", "file.delete", {"path": {"select": {"kind": "file"}}}, [], "neither where nor which"),
    ("erase files of inbox", "file.delete", {"path": {"select": {"kind": "fil", "in": "inbox"}}}, [], "no expression"),
    ("work out 15 percent of 230", "text.answer", {"value": {"value": {"calc": "15% * 231"}}}, [], "231"),
    ("show a.txt", "text.answer", {"value": {"value": {"text": "/etc/passwd"}}}, [], "not in the sentence"),
    ("erase a.txt", "file.delete", {"path": "a.txt"}, [["exists", "b.txt"]], "not in the sentence"),
    ("erase a.txt", "file.delete", {"path": "a.txt"}, [["nonsense"]], "no condition"),
    ("erase a.txt", "file.delete", {"path": "a.txt"}, [["contains", "a.txt", "secret"]], "secret"),
    ("erase what is in inbox", "file.delete",
     {"path": {"select": {"kind": "file", "in": "inbox", "except": ["b.txt"]}}}, [], "not in the sentence"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "verb", "params", "when"), TAKEN, ids=[row[0] for row in TAKEN])
def test_expressions_of_said_words_are_taken(
    rules: RuleBook, text: str, verb: str, params: dict[str, Any], when: list[Any]
) -> None:
    found = read(rules, text, verb, params, when)
    assert json.loads(json.dumps([found.params, found.when], default=dict)) == [params, when]


@pytest.mark.parametrize(("text", "verb", "params", "when", "why"), REFUSED, ids=[row[0] for row in REFUSED])
def test_expressions_that_say_more_are_refused(
    rules: RuleBook, text: str, verb: str, params: dict[str, Any], when: list[Any], why: str
) -> None:
    with pytest.raises(Unsupported, match=why):
        read(rules, text, verb, params, when)


def test_a_model_may_answer_with_a_selection(asking: Ask) -> None:
    goal = {"verb": "file.move", "params": {"path": {"select": PDFS}, "to": "archive"}, "scope": "root"}
    extraction = asking(goals(goal)).extract("be so kind as to bring whichever pdfs inbox holds over to archive")
    assert extraction.goals[0].params["path"]["select"]["in"] == "inbox"


def test_the_schema_has_the_expressions(rules: RuleBook) -> None:
    schema = str(answer_type(rules).model_json_schema())
    assert "'select'" in schema
    assert "'when'" in schema
