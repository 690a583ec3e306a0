"""A plan of so many steps is asked for before or after what it is for, and nowhere else."""

from __future__ import annotations

import pytest

from goalwright.errors import NotUnderstood
from interpret.sentences import goals, interpreter

WANTED = [("browser.navigate", {"url": "youtube.com"}), ("audio.mute", {})]


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("a 3-step plan to open youtube and mute", 3),
        ("a 3 step plan to open youtube and mute", 3),
        ("make a three-step plan to open youtube and mute", 3),
        ("Give me a five step plan for opening youtube and mute", 5),
        ("I want a 4-step plan to open youtube and mute", 4),
        ("create a 2 part plan to open youtube and mute", 2),
        ("a 12-step plan to open youtube and mute", 12),
        ("open youtube and mute in 4 steps", 4),
        ("open youtube and mute in four steps", 4),
        ("open youtube and mute, in exactly 2 steps", 2),
        ("open youtube and mute as a 3 step plan", 3),
        ("open youtube and mute", None),
    ],
)
def test_number_of_steps(said: str, count: int | None) -> None:
    assert interpreter().read(said).step_count == count
    assert goals(said) == WANTED


@pytest.mark.parametrize(
    "said",
    [
        "a 3-step plan",
        "a 3-step plan to",
        "make a plan to open youtube",
        "a 0-step plan to open youtube",
        "open youtube in 0 steps",
        "a -1 step plan to open youtube",
        "a 2.5-step plan to open youtube",
        "a some step plan to open youtube",
        "in 4 steps",
        "open youtube in steps",
        "open youtube in 3 steps if it rains",
        "a 3-step plan to open youtube unless it rains",
    ],
)
def test_no_plan_at_all(said: str) -> None:
    with pytest.raises(NotUnderstood):
        interpreter().read(said)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ('write "done in 3 steps" to a.txt', [("file.write", {"content": "done in 3 steps", "path": "a.txt"})]),
        ('search for "a 3-step plan to win"', [("browser.search", {"query": "a 3-step plan to win"})]),
        ("search how to draw a cat in 5 steps", [("browser.search", {"query": "how to draw a cat in 5 steps"})]),
    ],
)
def test_steps_in_a_text_are_the_texts(said: str, wanted: list[object]) -> None:
    assert goals(said) == wanted
    assert interpreter().read(said).step_count is None
