"""The intent agent names what a clause was probably about, and suggests only what would be understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.errors import NotUnderstood
from goalwright.interpret.intent_agent import IntentAgent
from goalwright.rules import builtin_rules
from interpret.sentences import COMMANDS, REFUSED, interpreter, refusal


@pytest.fixture(scope="module")
def agent() -> IntentAgent:
    return interpreter().intents


@pytest.mark.parametrize(
    ("clause", "verb"),
    [
        ("mute the sound", "audio.mute"),
        ("the volume, louder", "audio.volume_up"),
        ("a screenshot of everything", "system.screenshot"),
        ("maximize that", "window.maximize"),
        ("clipboard contents", "clipboard.read"),
        ("battery?", "system.query"),
    ],
)
def test_likeliest_row(agent: IntentAgent, clause: str, verb: str) -> None:
    assert verb in [guess.verb for guess in agent.guesses(clause)]


@pytest.mark.parametrize("clause", ["", "xyzzy", "42", "…", "日本語", '"'])
def test_words_that_say_nothing_give_no_guess(agent: IntentAgent, clause: str) -> None:
    assert agent.classify(clause) is None
    assert agent.suggestions(clause) == ()


def test_the_best_guess_comes_first_and_has_its_rows_intent(agent: IntentAgent) -> None:
    guesses = agent.guesses("mute the sound", limit=5)
    assert agent.classify("mute the sound") == guesses[0]
    assert [guess.score for guess in guesses] == sorted((guess.score for guess in guesses), reverse=True)
    intents = {rule.name: rule.shape.intent for rule in builtin_rules().values()}
    assert all(guess.intent == intents[guess.verb] and 0 < guess.score <= 1 for guess in guesses)
    assert len({guess.verb for guess in guesses}) == len(guesses)


@pytest.mark.parametrize(
    ("typo", "meant"),
    [
        ("delte a.txt", "delete a.txt"),
        ("opne youtube", "open youtube"),
        ("serach for cats", "search for cats"),
        ("clsoe the tab", "close the tab"),
        ("scrol down", "scroll down"),
        ("Creat a folder docs", "create a folder docs"),
    ],
)
def test_a_typo_in_a_verb_is_suggested_and_not_acted_on(agent: IntentAgent, typo: str, meant: str) -> None:
    with pytest.raises(NotUnderstood) as raised:
        interpreter().interpret(typo)
    assert meant in [said for clause in raised.value.clauses for said in clause.suggestions]
    assert meant in agent.suggestions(typo)


@pytest.mark.parametrize(
    ("clause", "hint"),
    [
        ("archive", "click archive"),
        ("star it", "click star"),
        ("like post 3", "click like for post 3"),
        ("show order history", "click order history"),
        ("Wunschliste", "click Wunschliste"),
    ],
)
def test_on_a_page_a_few_words_may_be_the_name_of_something_to_click(
    agent: IntentAgent, clause: str, hint: str
) -> None:
    assert agent.suggestions(clause, on_page=True) == (hint,)
    assert hint not in agent.suggestions(clause)


@pytest.mark.parametrize(
    "clause",
    [
        "delete everything",
        "frobnicate all of them",
        "archive the very old and long letters",
        "list the tabs",
        "go home",
        "print this page",
        "zoom to 150%",
        "http://a.example in new tabs",
        "reopen the closed tab",
    ],
)
def test_nothing_is_suggested_to_be_clicked_for_what_is_no_name(agent: IntentAgent, clause: str) -> None:
    assert not [said for said in agent.suggestions(clause, on_page=True) if said.startswith("click")]


@pytest.mark.slow
@given(st.one_of(st.sampled_from(REFUSED), st.text(max_size=60)), st.booleans())
def test_every_suggestion_would_be_understood(text: str, on_page: bool) -> None:
    for said in interpreter().intents.suggestions(text, on_page=on_page):
        assert interpreter().read(said, on_page=True).meta_goal.goals


@pytest.mark.slow
@given(st.sampled_from(COMMANDS), st.integers(0, 40), st.sampled_from("xqzj"))
def test_a_refusal_of_a_spoilt_command_suggests_what_works(command: str, place: int, letter: str) -> None:
    spoilt = command[: place % len(command)] + letter + command[place % len(command) :]
    refused = refusal(spoilt)
    for clause in refused.clauses if refused is not None else ():
        assert len(clause.suggestions) <= 3
        for said in clause.suggestions:
            assert refusal(said) is None or interpreter().read(said, on_page=True).meta_goal.goals


@pytest.mark.parametrize(
    "said", ["don't open youtube", "delete a.txt if it rains", "open youtube tomorrow", "mute every day"]
)
def test_what_is_refused_for_what_it_says_gets_no_suggestion(said: str) -> None:
    with pytest.raises(NotUnderstood) as raised:
        interpreter().interpret(said)
    assert [clause.suggestions for clause in raised.value.clauses if clause.problem] == [()]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["x" * 20_000, "delte " * 3_000, "opne a, " * 2_000])
def test_long_clauses_are_answered(agent: IntentAgent, text: str) -> None:
    assert isinstance(agent.guesses(text), tuple)
    assert isinstance(agent.suggestions(text), tuple)


def test_an_agent_of_ones_own_rules_knows_those_rows_only() -> None:
    rows = {key: rule for key, rule in builtin_rules().items() if key[0] == "audio"}
    agent = IntentAgent(rows)
    assert {guess.verb.partition(".")[0] for guess in agent.guesses("mute the tab", limit=9)} == {"audio"}
