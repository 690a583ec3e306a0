"""Inflected verbs at the start of a clause are known by their plain form; what tells rather than asks is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.interpret.grammar.stems import plain_verb
from interpret.sentences import goals, goals_or_none

KNOWN = frozenset("copy open close move delete stop press make go play list find read write scan zip class".split())


@pytest.mark.parametrize(
    ("word", "plain"),
    [
        ("copies", "copy"),
        ("copying", "copy"),
        ("opens", "open"),
        ("opening", "open"),
        ("closing", "close"),
        ("moving", "move"),
        ("deletes", "delete"),
        ("stopping", "stop"),
        ("presses", "press"),
        ("pressing", "press"),
        ("zipping", "zip"),
        ("scanning", "scan"),
        ("goes", "go"),
        ("making", "make"),
        ("reading", "read"),
    ],
)
def test_plain_form(word: str, plain: str) -> None:
    assert plain_verb(word, KNOWN) == plain


@pytest.mark.parametrize(
    "word",
    ["copied", "opened", "deleted", "stopped", "opener", "reopening", "copy2s", "ing", "s", "es", "", "gos-", "classy"],
)
def test_no_plain_form(word: str) -> None:
    assert plain_verb(word, KNOWN) is None


@pytest.mark.parametrize(
    ("word", "plain"), [("copied", "copy"), ("opened", "open"), ("deleted", "delete"), ("stopped", "stop")]
)
def test_a_past_form_counts_only_after_have(word: str, plain: str) -> None:
    assert plain_verb(word, KNOWN) is None
    assert plain_verb(word, KNOWN, is_done=True) == plain


@given(st.text(max_size=12))
def test_a_plain_form_is_always_a_known_one(word: str) -> None:
    assert plain_verb(word, KNOWN) in {None, *KNOWN}


@pytest.mark.parametrize("said", ["opens youtube", "would you mind opening youtube"])
def test_an_inflected_command_is_followed(said: str) -> None:
    assert goals(said) == [("browser.navigate", {"url": "youtube.com"})]


@pytest.mark.parametrize("said", ["i deleted a.txt", "she deletes a.txt", "deleted a.txt", "it was deleted"])
def test_a_tale_is_no_command(said: str) -> None:
    assert goals_or_none(said) is None
