"""The interpreter keeps its contract for every sentence: a MetaGoal that is a DAG, or a refusal."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts import Goal, MetaGoal
from goalwright.contracts.interpretation import Extraction
from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import GoalInterpreter
from goalwright.rules import load_rules
from goalwright.rules.book import RuleBook
from interpret.sentences import COMMANDS, REFUSED, interpreter, refusal
from rules.row_files import GOOD, changed, write

EXAMPLE = "go to google and wait for the search box"


def test_the_contracts_example() -> None:
    meta = interpreter().interpret(EXAMPLE)
    first, second = meta.goals
    assert (first.goal_id, first.domain, first.verb) == ("g0", "browser", "navigate")
    assert (dict(first.params), first.scope) == ({"url": "google.com"}, "root")
    assert (second.goal_id, second.domain, second.verb) == ("g1", "browser", "wait")
    assert second.scope == "after:navigate"
    assert dict(meta.dependencies) == {1: (0,)}
    assert meta.meta_type == "dependent_multi"
    assert meta.text == EXAMPLE
    assert not meta.diagnostics


@pytest.mark.parametrize(
    ("said", "scopes", "dependencies", "meta_type"),
    [
        ("open youtube", ["root"], {}, "single"),
        ("open youtube and mute", ["root", "root"], {}, "independent_multi"),
        ("open youtube, then mute", ["root", "after:navigate"], {1: (0,)}, "dependent_multi"),
        (
            "mute, then open youtube, then open github",
            ["root", "after:mute", "after:navigate"],
            {1: (0,), 2: (1,)},
            "dependent_multi",
        ),
        (
            "open youtube, then open github, then open reddit",
            ["root", "after:navigate", "after:g1"],
            {1: (0,), 2: (1,)},
            "dependent_multi",
        ),
        ("create the folder docs and notes.txt inside it", ["root", "inside:docs"], {1: (0,)}, "dependent_multi"),
        ("create notes.txt in docs", ["inside:docs"], {}, "single"),
        ("create a folder docs on drive D", ["drive:D"], {}, "single"),
        (
            "create the folder docs, then open youtube, then create a.txt in docs",
            ["root", "after:create", "inside:docs;after:navigate"],
            {1: (0,), 2: (0, 1)},
            "dependent_multi",
        ),
    ],
)
def test_every_scope_of_the_table_comes_of_a_sentence(
    said: str, scopes: list[str], dependencies: dict[int, tuple[int, ...]], meta_type: str
) -> None:
    meta = interpreter().interpret(said)
    assert [goal.scope for goal in meta.goals] == scopes
    assert dict(meta.dependencies) == dependencies
    assert meta.meta_type == meta_type
    assert not meta.diagnostics


def test_the_first_goal_with_a_verb_is_the_one_that_after_names() -> None:
    meta = interpreter().interpret("open youtube and github, then mute")
    assert [goal.scope for goal in meta.goals] == ["root", "root", "after:navigate;after:g1"]
    assert dict(meta.dependencies) == {2: (0, 1)}


JOINTS = st.sampled_from(
    [" and ", ", ", ". ", "; ", " then ", ", then ", " and then ", " before ", " after ", "\n", " "]
)
JUNK = st.one_of(st.text(max_size=30), st.sampled_from(REFUSED), st.sampled_from(["it", "and", "then", '"', "#", "…"]))


@st.composite
def sentences(draw: st.DrawFn) -> str:
    parts = draw(
        st.lists(st.one_of(st.sampled_from(COMMANDS), st.sampled_from(COMMANDS), JUNK), min_size=1, max_size=4)
    )
    return "".join(part + draw(JOINTS) for part in parts[:-1]) + parts[-1]


@given(sentences())
def test_any_sentence_gives_a_graph_of_earlier_goals_or_a_refusal(text: str) -> None:
    refused = refusal(text)
    if refused is not None:
        assert str(refused).isprintable()
        assert all(clause.text == text[clause.start : clause.end] for clause in refused.clauses)
        assert str(refusal(text)) == str(refused)
        return
    meaning = interpreter().read(text)
    meta = meaning.meta_goal
    assert [goal.goal_id for goal in meta.goals] == [f"g{index}" for index in range(len(meta.goals))]
    assert all(earlier < later for later, before in meta.dependencies.items() for earlier in before)
    assert not meta.diagnostics
    assert meaning.extractor == "grammar"
    assert interpreter().read(text) == meaning


IN_ANOTHER_PROCESS = """
import json, sys
from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import GoalInterpreter
reader = GoalInterpreter()
for text in json.load(sys.stdin):
    try:
        meaning = reader.read(text)
        print(repr(meaning))
    except NotUnderstood as refusal:
        print(repr((str(refusal), refusal.clauses, refusal.readings, refusal.choices)))
"""


def said_with(seed: str, texts: list[str]) -> bytes:
    source = Path(__file__).parents[2] / "src"
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(source), "PYTHONIOENCODING": "utf-8"}
    process = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_PROCESS],
        input=json.dumps(texts).encode(),
        env=env,
        capture_output=True,
        timeout=60,
        check=True,
    )
    return process.stdout


@pytest.mark.slow
def test_sentences_mean_the_same_in_every_process() -> None:
    texts = [*COMMANDS[::14], *REFUSED[::12], "delte a.txt", "opne youtube", "press alt tab", "open music"]
    assert len(texts) >= 50
    answers = {hashlib.sha256(said_with(seed, texts)).hexdigest() for seed in ("0", "1", "4242")}
    assert len(answers) == 1


class Model:
    """A model that answers every sentence with one goal, and counts."""

    name = "llm"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def extract(self, text: str) -> Extraction:
        self.asked.append(text)
        return Extraction(goals=(Goal(domain="text", verb="echo", params={"text": "x"}, scope="after:nobody"),))


def test_the_model_is_asked_only_for_what_the_grammar_declines() -> None:
    model = Model()
    reader = GoalInterpreter(model=model)
    assert reader.read("open youtube").extractor == "grammar"
    assert model.asked == []
    meaning = reader.read("make me a sandwich")
    assert (meaning.extractor, model.asked) == ("llm", ["make me a sandwich"])
    assert [each.scope for each in meaning.meta_goal.diagnostics] == ["after:nobody"]


@pytest.mark.parametrize(
    "text",
    [
        "don't open youtube",
        "open youtube if it rains",
        "open youtube tomorrow",
        "open youtube every day",
        'write "hello',
        "open \u202eyoutube",
        "",
        "x" * 30_000,
        "open youtube and then",
    ],
)
def test_what_is_refused_for_what_it_says_never_goes_to_the_model(text: str) -> None:
    model = Model()
    with pytest.raises(NotUnderstood):
        GoalInterpreter(model=model).interpret(text)
    assert model.asked == []


def test_on_a_page_a_sentence_is_about_the_page() -> None:
    verbs = [
        [f"{goal.domain}.{goal.verb}" for goal in interpreter().read("type hello", on_page=on_page).meta_goal.goals]
        for on_page in (False, True)
    ]
    assert verbs == [["input.type"], ["browser.type"]]


@pytest.mark.parametrize("text", ["close the popup", "expand Documents", "publish"])
def test_what_can_only_be_done_on_a_page_asks_for_one_where_none_is_open(text: str) -> None:
    with pytest.raises(NotUnderstood, match="needs a page, and none is open"):
        GoalInterpreter().interpret(text)


@pytest.mark.parametrize("text", ["tell me the news", "frobnicate", "shutdwon the computer"])
def test_nothing_else_asks_for_a_page(text: str) -> None:
    with pytest.raises(NotUnderstood) as raised:
        GoalInterpreter().interpret(text)
    assert "page" not in str(raised.value)


@pytest.mark.parametrize("text", ["click Draft, delete", "choose Paris, delete"])
def test_what_may_be_the_rest_of_a_name_asks_for_quotes(text: str) -> None:
    with pytest.raises(NotUnderstood, match="put that name in quotes"):
        GoalInterpreter().read(text, on_page=True)


def test_an_ambiguous_sentence_is_refused_with_its_readings(tmp_path: Path) -> None:
    rows = {verb: changed(GOOD, {"say": ["stamp {path}"]}) for verb in ("stamp", "frank")}
    rules = load_rules(write(tmp_path, rows))
    model = Model()
    reader = GoalInterpreter(RuleBook([rules["desk", verb] for verb in rows], rules.words), model=model)
    with pytest.raises(NotUnderstood) as raised:
        reader.interpret("stamp a.txt")
    assert [reading.split()[0] for reading in raised.value.readings] == ["desk.frank", "desk.stamp"]
    assert [choice.goals[0].verb for choice in raised.value.choices] == ["frank", "stamp"]
    assert model.asked == []


def test_the_result_is_a_meta_goal() -> None:
    assert isinstance(interpreter().interpret("mute"), MetaGoal)
