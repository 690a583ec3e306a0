"""Clauses are found between punctuation and joining words, and their spans are the user's own text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.errors import NotUnderstood
from interpret.sentences import COMMANDS, interpreter, read

YOUTUBE, MUTE = ("browser", "navigate"), ("audio", "mute")


def verbs(text: str) -> list[tuple[str, str]]:
    return [(goal.domain, goal.verb) for goal in interpreter().interpret(text).goals]


@pytest.mark.parametrize(
    ("joined", "is_ordered"),
    [
        (" and ", False),
        (", ", False),
        ("; ", False),
        (". ", False),
        ("! ", False),
        ("\n", False),
        (" - ", False),
        (" — ", False),
        (", and ", False),
        (" & ", False),
        (" plus ", False),
        (" and also ", False),
        (". also, ", False),
        (". please ", False),
        (" then ", True),
        (", then ", True),
        (" and then ", True),
        (". Then ", True),
        (", after that ", True),
        ("; afterwards ", True),
        (" followed by ", True),
        (". Finally, ", True),
        (". next ", True),
        (" before ", True),
    ],
)
def test_joining_words_say_whether_one_comes_after_the_other(joined: str, is_ordered: bool) -> None:
    said = f"open youtube{joined}mute" if joined != " before " else "open youtube before muting"
    meta = interpreter().interpret(said)
    assert [(goal.domain, goal.verb) for goal in meta.goals] == [YOUTUBE, MUTE]
    assert dict(meta.dependencies) == ({1: (0,)} if is_ordered else {})


@pytest.mark.parametrize(
    "said", ["before muting, open youtube", "before you mute, open youtube", "mute after opening youtube"]
)
def test_before_and_after_turn_the_order_round(said: str) -> None:
    meta = interpreter().interpret(said)
    assert [(goal.domain, goal.verb) for goal in meta.goals] == [YOUTUBE, MUTE]
    assert dict(meta.dependencies) == {1: (0,)}


@pytest.mark.parametrize("said", ["after opening youtube, mute", "once you have opened youtube, mute"])
def test_after_keeps_the_order(said: str) -> None:
    meta = interpreter().interpret(said)
    assert [(goal.domain, goal.verb) for goal in meta.goals] == [YOUTUBE, MUTE]
    assert dict(meta.dependencies) == {1: (0,)}


HALF = [
    "and",
    "then",
    "and then",
    "open youtube and",
    "open youtube, then",
    "open youtube before",
    "open youtube after",
    "open youtube and then.",
    "mute, and",
    "open youtube with",
    "before you delete a.txt",
    "before opening youtube",
    "after deleting a.txt",
    "after you delete a.txt",
    "once you have opened youtube",
]


@pytest.mark.parametrize("said", HALF)
def test_half_a_sentence_is_refused(said: str) -> None:
    with pytest.raises(NotUnderstood) as raised:
        interpreter().interpret(said)
    assert all(clause.text == said[clause.start : clause.end] for clause in raised.value.clauses)


@pytest.mark.parametrize("said", ["open youtube with mute", "delete a.txt with b.txt"])
def test_with_joins_no_two_commands(said: str) -> None:
    assert read(said) is None


@pytest.mark.parametrize("wrapped", ["{}.", "{}!", "{}...", " {} ", "\n{}\n", "{} .", "…{}", ", {},", "- {}"])
def test_punctuation_around_a_sentence_says_nothing(wrapped: str) -> None:
    assert verbs(wrapped.format("open youtube and mute")) == [YOUTUBE, MUTE]


@given(st.sampled_from(COMMANDS))
def test_clauses_are_spans_of_the_text_in_order_and_apart(text: str) -> None:
    meaning = read(text)
    if meaning is None:
        return  # the case tables' own test tells of that
    place = 0
    for clause in meaning.clauses:
        span = clause.span
        assert place <= span.start < span.end <= len(text)
        assert span.text == text[span.start : span.end]
        assert not span.text[0].isspace()
        assert not span.text[-1].isspace()
        for ignored in clause.ignored:
            assert span.start <= ignored.start < ignored.end <= span.end
            assert ignored.text == text[ignored.start : ignored.end]
        place = span.end


@given(st.sampled_from(COMMANDS))
def test_every_goal_comes_from_one_clause(text: str) -> None:
    meaning = read(text)
    if meaning is not None:
        ids = [goal_id for clause in meaning.clauses for goal_id in clause.goal_ids]
        assert sorted(ids) == sorted(str(goal.goal_id) for goal in meaning.meta_goal.goals)
