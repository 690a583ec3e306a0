"""What is shown as an example is understood as the row it is shown for."""

from __future__ import annotations

from functools import cache

import pytest

from goalwright.errors import NotUnderstood
from goalwright.interpret.grammar.heads import Head
from goalwright.interpret.grammar.samples import sample, samples
from goalwright.interpret.grammar.template_entries import Entry
from goalwright.rules import builtin_rules
from interpret.sentences import interpreter

SAID = {rule.name for rule in builtin_rules().values()} - {"text.look", "text.skip"}
"""The rows that sentences lead to; what is skipped is not asked for."""

NEEDS_SOMETHING_BEFORE = frozenset({"it", "there", "them", "that", "this", "here"})
"""Words that point back; a sample that has one is understood only behind another clause."""


@cache
def verbs_of(said: str, *, on_page: bool) -> frozenset[str]:
    try:
        found = interpreter().read(said, on_page=on_page).meta_goal.goals
    except NotUnderstood:
        return frozenset()
    return frozenset(f"{goal.domain}.{goal.verb}" for goal in found)


def all_rows() -> list[Entry | Head]:
    grammar = interpreter().grammar.grammar
    return [*grammar.entries, *grammar.head_rows]


def is_understood(entry: Entry | Head) -> bool:
    said = sample(entry, interpreter().grammar.grammar)
    firsts = {f"{first.domain}.{first.verb}" for first in entry.say.firsts}
    found = verbs_of(said, on_page=bool(entry.on_page))
    return entry.rule.name in found if isinstance(entry, Head) else found == {entry.rule.name, *firsts}


def test_every_row_can_be_said() -> None:
    said = {entry.rule.name for entry in all_rows()}
    assert said == SAID


@pytest.mark.slow
def test_every_row_has_a_sample_that_is_understood_as_that_row() -> None:
    understood = {entry.rule.name for entry in all_rows() if is_understood(entry)}
    assert understood == SAID


@pytest.mark.slow
def test_samples_that_are_not_understood_as_their_row_are_known() -> None:
    grammar = interpreter().grammar.grammar
    missed = {
        sample(entry, grammar): entry.rule.name
        for entry in grammar.entries
        if not is_understood(entry) and NEEDS_SOMETHING_BEFORE.isdisjoint(sample(entry, grammar).split())
    }
    assert missed.keys() <= NOT_FOR_ITSELF.keys()


NOT_FOR_ITSELF = {
    "list demo": "file.list",  # a plain word for what is there, which here is nothing
    "search notes.txt for pdf": "file.find",  # a text is looked for in a file
    "list titles of cheapest book": "browser.read",  # without a page there are no books
    "start my demo": "media.play",  # these three need a word for music or a recording
    "i am in the mood for demo": "media.play",
    "i want some demo": "media.play",
}
"""Samples that are not understood as their own row, with the reason."""


ON_PAGES_ALONE = frozenset({"browser.add"})
"""Rows that are said on a page and nowhere else."""


def test_every_sample_that_is_listed_is_understood_as_its_row() -> None:
    listed = samples(interpreter().grammar.grammar)
    assert listed.keys() == SAID
    said_there = [(said, name) for name, each in listed.items() for said in each]
    wrong = {said: name for said, name in said_there if name not in verbs_of(said, on_page=name in ON_PAGES_ALONE)}
    assert wrong.keys() <= NOT_FOR_ITSELF.keys()


def test_every_row_shows_a_sample() -> None:
    shown = samples(interpreter().grammar.grammar)
    assert {name for name in SAID if not shown.get(name)} == set()
