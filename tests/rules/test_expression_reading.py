"""Expressions in goals are read strictly: what is wrong is named with its place, and contents stay contents."""

from __future__ import annotations

import json
from typing import Any

import pytest

from goalwright.contracts import Goal
from goalwright.errors import GoalsFileError
from goalwright.interpret.goals_file import read_goals
from goalwright.rules import builtin_rules
from goalwright.rules.condition_reading import check_goal
from goalwright.rules.things import read_size, read_span, thing_table

FILES = {"kind": "file", "in": "inbox"}


def goal(verb: str = "delete", **fields: Any) -> dict[str, Any]:
    return {"domain": "file", "verb": verb, "params": {}, **fields}


def selecting(**fields: Any) -> dict[str, Any]:
    return goal(params={"path": {"select": {**FILES, **fields}}})


def valued(form: Any, verb: str = "write", param: str = "content") -> dict[str, Any]:
    return goal(verb, params={"path": "a.txt", param: {"value": form}})


WRONG: list[tuple[dict[str, Any], str, str]] = [
    (selecting(kind="cat"), "params.path.select.kind", "use one of file, folder, entry"),
    (selecting(kinds="file"), "params.path.select.kinds", "is not a known field"),
    (selecting(where=[["size", "over", "5 bananas"]]), "params.path.select.where[0][2]", "is no size"),
    (selecting(where=[["age", "over", "the boss"]]), "params.path.select.where[0][2]", "no span of time"),
    (selecting(where=[["size", "near", 5]]), "params.path.select.where[0][1]", "use one of is, over"),
    (selecting(where=[["not", "colour", "is", "red"]]), "params.path.select.where[0][1]", "use one of name"),
    (selecting(where=[["size", "over"]]), "params.path.select.where[0]", "has 2 parts"),
    (selecting(where=[["size", "over", [1, 2]]]), "params.path.select.where[0][2]", "takes one value"),
    (selecting(where=[["name", "is", []]]), "params.path.select.where[0][2]", "empty list"),
    (selecting(where="all"), "params.path.select.where", "must be a list of clauses"),
    (selecting(order="-colour"), "params.path.select.order", "use one of"),
    (selecting(order="empty"), "params.path.select.order", "has no order"),
    (selecting(limit=0), "params.path.select.limit", "from 1 on"),
    (selecting(limit=True), "params.path.select.limit", "from 1 on"),
    (selecting(deep="yes"), "params.path.select.deep", "true or false"),
    (selecting(**{"except": [7]}), "params.path.select.except[0]", "list of clauses"),
    (goal(params={"path": {"select": []}}), "params.path.select", "empty list"),
    (goal("write", params={"path": "a", "content": {"select": FILES}}), "params.content", "takes no things"),
    (valued({}), "params.content.value", "is no form of a value"),
    (valued({"date": "today", "zone": "x"}), "params.content.value.zone", "is not a known field"),
    (valued({"date": "today", "format": "roman"}), "params.content.value.format", "use one of iso"),
    (valued({"date": "today", "plus": "a while"}), "params.content.value.plus", "no span of time"),
    (valued({"total": {"select": FILES}}), "params.content.value.of", "is missing"),
    (valued({"count": {"select": {"kind": "x"}}}), "params.content.value.count.select.kind", "use one of"),
    (valued({"join": ["a", {"its": "colour"}]}), "params.content.value.join[1].its", "use one of"),
    (valued({"between": ["today"]}), "params.content.value.between", "write two days"),
    (goal(params={"path": "a"}, when=[["exist", "a"]]), "when[0][0]", "use one of exists"),
    (goal(params={"path": "a"}, when=[["not", "exists"]]), "when[0]", "exists takes 1"),
    (goal(params={"path": "a"}, when=[["any", [["empty"]]]]), "when[0][1][0]", "empty takes 1"),
    (goal(params={"path": "a"}, when={"exists": "a"}), "when", "must be a list"),
    (goal(params={"path": "a"}, each={"kind": "file"}), "each", "select alone"),
    (goal(params={"path": {"select": FILES}}, each={"select": FILES}), "params", "says twice"),
]


@pytest.mark.parametrize(("row", "place", "said"), WRONG, ids=[f"{place}-{said}" for _, place, said in WRONG])
def test_what_is_wrong_is_named_with_its_place(row: dict[str, Any], place: str, said: str) -> None:
    with pytest.raises(GoalsFileError) as refused:
        read_goals(json.dumps({"goals": [goal(params={"path": "a"}), row]}), "goals.json")
    assert f"goals[1].{place}:" in str(refused.value)
    assert said in str(refused.value)


CONTENTS: list[Any] = [
    {"text": "names.txt"},
    {"text": "names.txt", "lines": "first 1"},
    {"join": ["a/", {"text": "names.txt"}]},
    {"case": "lower", "of": {"text": "names.txt"}},
    {"replace": "a", "by": "b", "of": {"text": "names.txt"}},
    {"list": {"select": {"kind": "line", "in": "names.txt"}}},
    {"list": {"select": {"kind": "word", "in": "names.txt"}}, "of": "text"},
    {"its": "text", "of": {"select": {"kind": "line", "in": "names.txt", "limit": 1}}},
    {"its": "text"},
    {"its": "contents"},
    {"calc": "n + 1", "with": {"n": {"text": "names.txt"}}},
]
TARGETS = [
    ("file", "delete", "path"),
    ("file", "copy", "to"),
    ("browser", "navigate", "url"),
    ("browser", "click", "selector"),
    ("system", "launch", "app"),
    ("window", "close", "target"),
    ("input", "press", "key"),
    ("browser", "search", "platform"),
]


@pytest.mark.parametrize("form", CONTENTS, ids=str)
@pytest.mark.parametrize(("domain", "verb", "param"), TARGETS)
def test_contents_never_become_a_path_an_address_or_a_selector(form: Any, domain: str, verb: str, param: str) -> None:
    row = {"domain": domain, "verb": verb, "params": {param: {"value": form}}}
    with pytest.raises(GoalsFileError, match="comes from what a file says"):
        read_goals(json.dumps({"goals": [row]}), "goals.json")


@pytest.mark.parametrize("form", CONTENTS, ids=str)
def test_contents_may_be_written(form: Any) -> None:
    check_goal(Goal(domain="file", verb="write", params={"path": "a", "content": {"value": form}}), builtin_rules())


def test_counts_and_names_may_become_paths() -> None:
    for form in ({"count": {"select": FILES}}, {"its": "name"}, {"date": "today"}, {"calc": "1 + 1"}):
        check_goal(Goal(domain="file", verb="delete", params={"path": {"value": form}}), builtin_rules())


def test_the_tables_fit_together() -> None:
    attributes, comparisons = thing_table("attributes"), thing_table("comparisons")
    assert {name for listed in thing_table("kinds").values() for name in listed} == set(attributes)
    assert set(attributes.values()) == set(comparisons)


@pytest.mark.parametrize(
    ("text", "size"), [("500 KB", 500_000), ("1.5gb", 1_500_000_000), ("1 KiB", 1_024), ("5", None), ("5 m", None)]
)
def test_sizes_are_read(text: str, size: int | None) -> None:
    assert read_size(text) == size


@pytest.mark.parametrize(
    ("text", "span"),
    [("30 days", (0, 30 * 86_400)), ("1 month", (1, 0)), ("2 years", (24, 0)), ("1.5 months", None), ("soon", None)],
)
def test_spans_are_read(text: str, span: tuple[int, float] | None) -> None:
    assert read_span(text) == span
