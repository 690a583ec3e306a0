"""A user's own rows say their own sentences; a template that cannot work is told when the rows are loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goalwright.errors import NotUnderstood, RuleFileError
from goalwright.interpret.grammar.grammar import Grammar, grammar_of
from goalwright.interpret.interpreter import GoalInterpreter
from goalwright.rules import builtin_rules, load_rules
from goalwright.rules.book import RuleBook
from rules.row_files import GOOD, changed, write

STAMP = {"say": ["stamp {path}", {"say": "fancy stamp {path}", "with": {"mode": "fancy"}}]}


def interpreter_of(folder: Path, say: list[Any]) -> GoalInterpreter:
    """An interpreter that knows the user's row and navigation only, which is quick to make."""
    rules = load_rules(write(folder, {"stamp": changed(GOOD, {"say": say})}))
    known = ("desk", "stamp"), ("browser", "navigate"), ("browser", "open")
    return GoalInterpreter(RuleBook([rules[key] for key in known], rules.words))


def goals(reader: GoalInterpreter, text: str) -> list[tuple[str, dict[str, Any]]]:
    return [(f"{goal.domain}.{goal.verb}", dict(goal.params)) for goal in reader.interpret(text).goals]


def test_a_row_in_a_file_can_be_said(tmp_path: Path) -> None:
    reader = interpreter_of(tmp_path, STAMP["say"])
    assert goals(reader, "please stamp a.txt") == [("desk.stamp", {"path": "a.txt"})]
    assert goals(reader, "fancy stamp a.txt") == [("desk.stamp", {"path": "a.txt", "mode": "fancy"})]
    assert goals(reader, "stamp a.txt, then open youtube") == [
        ("desk.stamp", {"path": "a.txt"}),
        ("browser.navigate", {"url": "youtube.com"}),
    ]


def test_a_row_without_sentences_cannot_be_said(tmp_path: Path) -> None:
    with pytest.raises(NotUnderstood):
        interpreter_of(tmp_path, []).interpret("stamp a.txt")


@pytest.mark.parametrize(
    ("template", "given"),
    [
        ("stamp {path} {copies} times over", {"path": "a.txt", "copies": 3}),
        ("stamp {path} {mode}", {"path": "a.txt", "mode": "fancy"}),
        ("stamp {path} with {app}", {"path": "a.txt", "app": "calculator"}),
    ],
)
def test_a_slot_takes_what_its_parameter_takes(template: str, given: dict[str, Any], tmp_path: Path) -> None:
    said = template.format(path="a.txt", copies="three", mode="Fancy", app="calculator")
    assert goals(interpreter_of(tmp_path, [template]), said) == [("desk.stamp", given)]


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("stamp {path} copies {copies}", "stamp a.txt copies 10"),
        ("stamp {path} copies {copies}", "stamp a.txt copies many"),
        ("stamp {path} {mode}", "stamp a.txt ugly"),
        ("stamp {path} with {app}", "stamp a.txt with nosuchapp"),
        ("stamp {path}", "stamp something"),
    ],
)
def test_a_slot_rejects_what_its_parameter_does_not_take(template: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(NotUnderstood):
        interpreter_of(tmp_path, [template]).interpret(said)


BROKEN = [
    ("unbalanced group", "stamp (a|b {path}"),
    ("unbalanced end", "stamp a) {path}"),
    ("unbalanced optional", "stamp [it {path}"),
    ("unbalanced slot", "stamp {path"),
    ("unbalanced phrase", "stamp <the {path}"),
    ("unknown phrase", "stamp <nowhere> {path}"),
    ("unknown kind", "stamp {nokind:path}"),
    ("slot that is no parameter", "stamp {path} {colour}"),
    ("slot of a kind that is no parameter", "stamp {path} {text:colour}"),
    ("too long", "stamp {path} " + "very " * 500),
    ("glued slot", "stamp{path}"),
    ("glued group", "stamp (a|b){path}"),
    ("permutation", "stamp (a;b) {path}"),
    ("sets no parameter", {"say": "stamp {path}", "with": {"colour": "red"}}),
    ("pattern of no slot", {"say": "stamp {path}", "with": {"to": "{nothing}"}}),
    ("first goal of no verb", {"say": "stamp {path}", "first": {"verb": "desk.nothing"}}),
    (
        "first goal that sets no parameter",
        {"say": "stamp {path}", "first": {"verb": "browser.read", "with": {"x": "y"}}},
    ),
    ("first goal of no slot", {"say": "stamp {path}", "first": {"verb": "browser.hover", "with": {"selector": "{x}"}}}),
    ("first goal that gives no content", {"say": "stamp {path}", "first": {"verb": "browser.read", "gives": "path"}}),
    ("deep", "stamp " + "(" * 400 + "a" + ")" * 400 + " {path}"),
]


@pytest.mark.parametrize("say", [say for _, say in BROKEN], ids=[name for name, _ in BROKEN])
def test_a_broken_template_names_file_row_and_field(say: Any, tmp_path: Path) -> None:
    with pytest.raises(RuleFileError) as raised:
        interpreter_of(tmp_path, ["stamp {path}", say])
    error = raised.value
    assert (error.file, error.row) == ("desk.toml", "stamp")
    assert error.field.startswith("say[1]")
    assert error.remedy
    assert "\n" not in str(error)
    assert len(str(error)) < 600


@pytest.mark.parametrize("say", ["", "   ", 7, {"with": {"mode": "fancy"}}, {"say": ""}, {"say": "stamp", "x": 1}])
def test_what_is_no_sentence_is_told(say: Any, tmp_path: Path) -> None:
    with pytest.raises(RuleFileError) as raised:
        interpreter_of(tmp_path, ["stamp {path}", say])
    assert (raised.value.file, raised.value.row) == ("desk.toml", "stamp")
    assert "say" in raised.value.field


def test_the_built_in_grammar_is_made_once_and_others_anew() -> None:
    assert grammar_of(None) is grammar_of(builtin_rules())
    assert grammar_of(dict(builtin_rules())) is not grammar_of(None)


@pytest.mark.slow
def test_templates_read_ahead_of_time_make_no_difference() -> None:
    ready, fresh = Grammar(builtin_rules()), Grammar(builtin_rules(), known={})
    assert [entry.node for entry in ready.entries] == [entry.node for entry in fresh.entries]
    assert [entry.kinds for entry in ready.entries] == [entry.kinds for entry in fresh.entries]
    assert ready.vocabulary == fresh.vocabulary


def test_further_apps_can_be_opened_by_name() -> None:
    reader = GoalInterpreter(apps=["Zed Prime"])
    assert goals(reader, "open zed prime") == [("system.launch", {"app": "Zed Prime"})]
    with pytest.raises(NotUnderstood):
        GoalInterpreter().interpret("open zed prime")
