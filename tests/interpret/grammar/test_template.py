"""Templates are read as hassil reads them, and what is broken is told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from math import prod
from typing import Any

import pytest
from hassil.intents import Intents
from hassil.parse_expression import parse_sentence
from hassil.parser import ParseError
from hassil.recognize import recognize
from hassil.sample import sample_sentence
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns import rounds
from goalwright.interpret.grammar.grammar import grammar_of
from goalwright.interpret.grammar.matcher import Compiled, Words, compile_node, matches
from goalwright.interpret.grammar.matcher import compiled as compile_phrase
from goalwright.interpret.grammar.template import (
    MAX_LENGTH,
    Node,
    Template,
    TemplateError,
    complete,
    literals,
    read_template,
    required,
    slots,
)
from goalwright.rules import builtin_rules
from goalwright.rules.compiled import built_in_templates
from goalwright.rules.language import load_language, load_values

LANGUAGE = load_language()
SAID = [say.template for rule in builtin_rules().values() for say in rule.say]
FRAMES = [row.template for row in (*LANGUAGE.leads, *LANGUAGE.trails, *LANGUAGE.connectors)]
REFUSED = [*(row.template for row in LANGUAGE.refusals), *(template for template, _ in load_values().kinds)]
ALL = list(dict.fromkeys([*SAID, *FRAMES, *REFUSED, *LANGUAGE.plan_before, *LANGUAGE.plan_after]))
PHRASES: dict[str, Node] = {name: read_template(text) for name, text in LANGUAGE.phrases.items()}
BUDGET = 1_000_000


@pytest.mark.slow
def test_every_built_in_template_can_be_read() -> None:
    broken = {}
    for template in ALL:
        try:
            complete(read_template(template), PHRASES)
            parse_sentence(template)
        except (TemplateError, ParseError) as error:
            broken[template] = error
    assert not broken


@pytest.mark.slow
def test_shared_phrases_use_only_each_other_and_are_all_used() -> None:
    grammar = grammar_of(None)
    grammar.read_all()
    templates = [*ALL, *grammar.templates]
    used = {name for node in [*map(read_template, templates), *PHRASES.values()] for name in references(node)}
    assert used == set(PHRASES)


def references(node: Node) -> Iterator[str]:
    if node[0] == "r":
        yield node[1]
    elif node[0] in "sa":
        for inner in node[1:]:
            yield from references(inner)


def words_of(node: Node) -> Iterator[str]:
    if node[0] == "t":
        yield from node[1:]
    elif node[0] in "sa":
        for inner in node[1:]:
            yield from words_of(inner)


@pytest.mark.parametrize(
    ("template", "node"),
    [
        ("Open Youtube", ["t", "open", "youtube"]),
        ("open {path}", ["s", ["t", "open"], ["v", "path", "path"]]),
        ("open {app:name}", ["s", ["t", "open"], ["v", "app", "name"]]),
        ("(a|b)", ["a", ["t", "a"], ["t", "b"]]),
        ("[a]", ["a", ["t", "a"], ["t"]]),
        ("<the> x", ["s", ["r", "the"], ["t", "x"]]),
        ("song[s]", ["a", ["t", "song"], ["t", "songs"]]),
    ],
)
def test_nodes(template: str, node: Node) -> None:
    assert read_template(template) == node


@pytest.mark.parametrize(
    "template",
    [
        "open (a|b",
        "open a)",
        "open [a",
        "open {path",
        "open path}",
        "open <the",
        "",
        "   ",
        "()",
        "open{path}",
        "{path}open",
        "(a|b){path}",
        "[very](big)",
        "a(b)",
        "x" * (MAX_LENGTH + 1),
        "(" * 500 + "a" + ")" * 500,
        "(a;b)",
        "{}",
        "<>",
    ],
)
def test_a_broken_template_is_told(template: str) -> None:
    with pytest.raises(TemplateError):
        read_template(template)


@pytest.mark.parametrize("part", range(8))
def test_every_shipped_template_was_compiled_as_hassil_reads_it(part: int) -> None:
    shipped, compiled = [*ALL, *LANGUAGE.phrases.values()][part::8], built_in_templates()
    assert [text for text in shipped if Template.from_kept(compiled[text]).node != read_template(text)] == []


def test_an_unknown_phrase_is_told() -> None:
    with pytest.raises(TemplateError, match="<nowhere>"):
        complete(read_template("open <nowhere>"), PHRASES)


@given(st.text("ab{}[]()<>|:; ", max_size=30))
def test_any_template_is_read_or_refused(template: str) -> None:
    with suppress(TemplateError):
        assert read_template(template)[0] in "tsarv"


def test_the_words_of_a_template_are_those_of_its_nodes() -> None:
    compiled = built_in_templates()
    for text in ALL:
        node = Template.from_kept(compiled[text]).node
        assert literals(text, dict.fromkeys(references(node), ""), {}) == set(words_of(node))


class _Phrases(dict[str, Compiled]):
    def __missing__(self, name: str) -> Compiled:
        self[name] = phrase = compile_phrase(PHRASES[name], self)
        return phrase


MATCHERS = _Phrases()


def wildcard(kind: str, start: int, end: int) -> list[tuple[int, Any, int]]:
    return [(stop, None, 0) for stop in range(start + 1, end + 1)]


def ours(template: str, said: str) -> bool:
    words = said.split()
    matcher = compile_node(read_template(template), MATCHERS)
    return bool(matches(matcher, Words(words, wildcard, BUDGET), 0))


@cache
def hassils(template: str) -> Intents:
    """The template as the only sentence that hassil knows, anything in its slots."""
    names = set(all_references(read_template(template)))
    kinds = {kind for kind, _ in slots(read_template(template), PHRASES, {})}
    return Intents.from_dict(
        {
            "language": "en",
            "intents": {"only": {"data": [{"sentences": [template]}]}},
            "lists": {kind: {"wildcard": True} for kind in kinds},
            "expansion_rules": {name: LANGUAGE.phrases[name] for name in names},
        }
    )


def all_references(node: Node) -> Iterator[str]:
    for name in references(node):
        yield name
        yield from all_references(PHRASES[name])


def size(node: Node) -> int:
    """How many sentences a template stands for."""
    if node[0] in "tv":
        return 1
    if node[0] == "r":
        return size(PHRASES[node[1]])
    if node[0] == "a":
        return sum(map(size, node[1:]))
    return prod(map(size, node[1:]))


def is_modest(template: str) -> bool:
    """Few sentences, no punctuation, which hassil drops, and one slot at most: of several it takes the first fit."""
    node = read_template(template)
    return (
        not re.search(r"[\s\[(|][,:][\s\])|]", template) and size(node) <= 1_000 and len(slots(node, PHRASES, {})) <= 1
    )


@cache
def modest() -> list[str]:
    """The templates that are compared; not found when the file is loaded, which every worker does."""
    return [template for template in dict.fromkeys(SAID) if is_modest(template)]


MODEST = st.deferred(lambda: st.sampled_from(modest()))


@cache
def sampled(template: str) -> list[str]:
    """Sentences as hassil makes them up, a plain word in each slot."""
    known = hassils(template)
    made = list(sample_sentence(parse_sentence(template), known.slot_lists, known.expansion_rules))
    step = max(1, len(made) // SAMPLES)
    chosen = (" ".join("qux" if word.startswith("{") else word for word in said.split()) for said in made[::step])
    return [said for said in chosen if said][:SAMPLES]


SAMPLES = 6


def test_enough_templates_are_compared() -> None:
    assert len(modest()) > 150


@pytest.mark.parametrize("part", range(8))
def test_sentences_that_hassil_makes_up_are_matched(part: int) -> None:
    assert not [
        (template, said) for template in modest()[part::8] for said in sampled(template) if not ours(template, said)
    ]


@pytest.mark.slow
@settings(max_examples=rounds(100, 300))
@given(MODEST, st.integers(0, 5), st.integers(0, 20), st.sampled_from(["drop", "swap", "add", "same"]))
def test_matching_agrees_with_hassil(template: str, which: int, place: int, change: str) -> None:
    made = sampled(template)
    words = made[which % len(made)].split()
    at = place % len(words)
    if change == "drop":
        del words[at]
    elif change == "swap":
        other = (at + 1) % len(words)
        words[at], words[other] = words[other], words[at]
    elif change == "add":
        words.insert(at, "quux")
    said = " ".join(words)
    if said:
        assert ours(template, said) == (recognize(said, hassils(template)) is not None)


@given(MODEST)
def test_a_sentence_has_a_word_of_every_set_its_template_needs(template: str) -> None:
    needs = required(read_template(template), PHRASES, {})
    for said in sampled(template):
        assert all(clause & set(said.casefold().split()) for clause in needs)
