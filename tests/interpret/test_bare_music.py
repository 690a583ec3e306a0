"""What is heard or looked up without a verb: the name of music alone, a written question of how to do something."""

from __future__ import annotations

import pytest

from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import GoalInterpreter

INTERPRETER = GoalInterpreter()


def goals(said: str) -> list[tuple[str, dict[str, object]]]:
    found = INTERPRETER.interpret(said).goals
    return [(f"{goal.domain}.{goal.verb}", dict(goal.params)) for goal in found]


@pytest.mark.parametrize("said", ["death metal", "network podcast", "some jazz", "pdr am radio"])
def test_the_name_of_music_alone_plays_it(said: str) -> None:
    assert goals(said) == [("media.play", {"query": said})]


@pytest.mark.parametrize(
    "said",
    [
        "copy a.txt to jazz and rock",
        "delete a.txt, jazz",
        "what song",
        "my radio alarm",
        "a list of songs for the party",
    ],
)
def test_it_plays_nothing_beside_another_command(said: str) -> None:
    with pytest.raises(NotUnderstood):
        goals(said)


def test_a_written_question_of_how_to_do_something_is_looked_up() -> None:
    assert goals("How do I get to the hardware store?")[0][0] == "browser.search"
    for said in ("How do I delete a file?", "how do i get to the store", "How do I close this window?"):
        with pytest.raises(NotUnderstood):
            goals(said)
