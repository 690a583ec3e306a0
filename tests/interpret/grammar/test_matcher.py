"""Matching finds every way a template fits, and stops when that takes too long."""

from __future__ import annotations

from typing import Any

import pytest

from goalwright.interpret.grammar.matcher import Filled, TooComplex, Words, compile_node, matches, prefixes
from goalwright.interpret.grammar.template import read_template


def any_words(kind: str, start: int, end: int) -> list[tuple[int, Any, int]]:
    return [(stop, None, stop - start) for stop in range(start + 1, end + 1)]


def words(text: str, budget: int = 10_000) -> Words:
    return Words(text.split(), any_words, budget)


@pytest.mark.parametrize(
    ("template", "text", "ways"),
    [
        ("a b", "a b", 1),
        ("a b", "a", 0),
        ("a b", "a b c", 0),
        ("(a|b) c", "b c", 1),
        ("[a] c", "c", 1),
        ("[a] c", "a c", 1),
        ("[a] c", "b c", 0),
        ("a {x} b", "a q q b", 1),
        ("a {x} b", "a b", 0),
        ("a {x} b {y}", "a q b q b q", 2),
        ("(a|a) b", "a b", 2),
        ("{x}", "a b c", 1),
        ("song[s]", "songs", 1),
    ],
)
def test_ways_to_match(template: str, text: str, ways: int) -> None:
    assert len(matches(compile_node(read_template(template), {}), words(text), 0)) == ways


def test_slots_say_what_stands_in_them() -> None:
    [slots] = matches(compile_node(read_template("copy {x} to {y}"), {}), words("copy a b to c"), 0)
    assert slots == (Filled("x", 1, 3, None, 2, "x"), Filled("y", 4, 5, None, 1, "y"))


def test_prefixes_are_all_places_where_a_template_can_end() -> None:
    found = prefixes(compile_node(read_template("a [b]"), {}), words("a b c"), 0)
    assert sorted(end for end, _ in found) == [1, 2]


def test_a_verb_counts_in_its_plain_form_at_its_place_only() -> None:
    said = words("opening opening")
    said.verb_at, said.verb = 0, "open"
    assert matches(compile_node(read_template("open opening"), {}), said, 0)
    assert not matches(compile_node(read_template("open open"), {}), said, 0)


@pytest.mark.parametrize(
    "template", ["please open {x} now", "[please] open {x} now", "(please|do) (open|shut) {x} now"]
)
def test_a_verb_counts_between_words_and_before_what_follows_them(template: str) -> None:
    matcher = compile_node(read_template(template), {})
    for verb, ways in (("open", 1), ("shutter", 0)):
        said = words("please opening a now")
        said.verb_at, said.verb = 1, verb
        assert len(matches(matcher, said, 0)) == ways
        assert said.words == ["please", "opening", "a", "now"], "the sentence stays as it is"


def test_work_is_bounded() -> None:
    tangled = compile_node(read_template("{a} {b} {c} {d} {e} x"), {})
    with pytest.raises(TooComplex):
        matches(tangled, words("q " * 60), 0)
