"""Framing is set aside and reported; the command inside it is the same command."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpret.sentences import COMMANDS, goals, goals_or_none, interpreter, read

LEADS = [
    "please",
    "could you",
    "can you please",
    "would you kindly",
    "i want you to",
    "i'd like to",
    "I’d like you to",
    "hey google,",
    "ok computer,",
    "alexa,",
    "go ahead and",
    "help me",
    "let's",
    "just",
    "pls",
    "i need to",
    "hey there, could you please",
    "do me a favor and",
]
TRAILS = [
    "please",
    "thanks",
    ", thank you",
    "for me",
    "now",
    "right away",
    "if you can",
    "for me please",
    "okay",
    "asap",
]
PLAIN = ["open youtube", "mute", "delete a.txt", "read ~/notes.txt", 'type "hello"', "set the volume to 30 percent"]


@pytest.mark.parametrize("lead", LEADS)
@pytest.mark.parametrize("command", PLAIN)
def test_words_before_a_command_change_nothing_and_are_reported(lead: str, command: str) -> None:
    said = f"{lead} {command}"
    assert goals(said) == goals(command)
    [clause] = interpreter().read(said).clauses
    assert [span.text.strip(", ") for span in clause.ignored] == [lead.strip(", ")]


@pytest.mark.parametrize("trail", TRAILS)
@pytest.mark.parametrize("command", PLAIN)
def test_words_behind_a_command_change_nothing_and_are_reported(trail: str, command: str) -> None:
    said = f"{command} {trail}"
    assert goals(said) == goals(command)
    [clause] = interpreter().read(said).clauses
    assert [span.text.strip(", ") for span in clause.ignored] == [trail.strip(", ")]


@pytest.mark.parametrize(
    ("said", "ignored"),
    [
        ("open youtube, then github please", [[], ["please"]]),
        ("create the folder docs and notes.txt inside it please", [[], ["please"]]),
        ("please open youtube and then mute, thanks", [["please"], ["thanks"]]),
    ],
)
def test_words_are_reported_with_the_clause_they_stand_in(said: str, ignored: list[list[str]]) -> None:
    clauses = interpreter().read(said).clauses
    assert [[span.text.strip(", ") for span in clause.ignored] for clause in clauses] == ignored


def test_framing_in_quotes_is_text() -> None:
    assert goals('type "please"') == [("input.type", {"text": "please"})]
    assert goals('write "now, thanks" to a.txt') == [("file.write", {"content": "now, thanks", "path": "a.txt"})]


@pytest.mark.parametrize("said", ["please", "thanks", "hey google", "could you", "please now thanks", "ok", "for me"])
def test_framing_alone_is_no_command(said: str) -> None:
    assert read(said) is None


@given(st.sampled_from(COMMANDS), st.sampled_from(["please ", "could you please ", "hey google, "]))
def test_politeness_never_changes_what_a_command_means(command: str, lead: str) -> None:
    plain, framed = goals_or_none(command), goals_or_none(lead + command)
    assert plain is None or framed is None or framed == plain
