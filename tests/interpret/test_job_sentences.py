"""Sentences that say when: what starts the job, what it does, and what is no job."""

from __future__ import annotations

from interpret.job_cases import cases, fits, made


def test_every_sentence_of_the_table_gives_what_it_says() -> None:
    found = [(sentence, expected, made(sentence)) for sentence, expected in cases()]
    wrong = [
        f"{sentence}\n  wanted {expected}\n  found  {got}"
        for sentence, expected, got in found
        if not fits(expected, got)
    ]
    assert not wrong, "\n".join(wrong)
