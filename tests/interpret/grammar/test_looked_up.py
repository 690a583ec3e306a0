"""A written question about the world is looked up; one about this machine, or to the one who is asked, is not."""

from __future__ import annotations

import pytest

from goalwright.errors import NotUnderstood
from interpret.sentences import interpreter

QUESTIONS = (
    "How high is Mount Everest?",
    "Who won the Nobel Prize in 1921?",
    "What's the temperature in San Antonio?",
    "When did the Beatles split up?",
)
NONE = (
    "How high is Mount Everest",
    "How high is the mountain?",
    "Where is my Download?",
    "Which Windows are open?",
    "Who deleted notes.txt?",
    "Did Anna delete the file?",
    "What did you say about Paris?",
)


@pytest.mark.parametrize("said", QUESTIONS)
def test_a_written_question_with_a_name_is_looked_up(said: str) -> None:
    (goal,) = interpreter().read(said).meta_goal.goals
    assert (goal.domain, goal.verb, dict(goal.params)) == ("browser", "search", {"query": said.removesuffix("?")})


@pytest.mark.parametrize("said", NONE)
def test_other_questions_are_refused(said: str) -> None:
    with pytest.raises(NotUnderstood):
        interpreter().read(said)
