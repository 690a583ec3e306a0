"""Sentences that say when: what starts the job, what it does, and what is no job."""

from __future__ import annotations

import pytest

from goalwright.errors import NotUnderstood
from interpret.job_cases import cases, fits, interpreter, made


@pytest.mark.slow
def test_every_sentence_of_the_table_gives_what_it_says() -> None:
    found = [(sentence, expected, made(sentence)) for sentence, expected in cases()]
    wrong = [
        f"{sentence}\n  wanted {expected}\n  found  {got}"
        for sentence, expected, got in found
        if not fits(expected, got)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_declined_command_of_a_job_is_told_with_what_would_be_understood() -> None:
    with pytest.raises(NotUnderstood, match="did you mean"):
        interpreter().job("every day at 9 opne gmail")


def test_a_sentence_without_a_trigger_asks_for_no_job() -> None:
    assert interpreter().job("make me a sandwich") is None
