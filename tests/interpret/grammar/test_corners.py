"""Corners: what a composed phrase may begin with is known without trying its rows, and nothing is lost by it."""

import pytest

from goalwright.interpret.grammar.corners import Corner, Corners
from goalwright.interpret.grammar.grammar import Grammar, grammar_of
from goalwright.interpret.grammar.grammar_extractor import BUDGET, kinds_of
from goalwright.interpret.grammar.template import Node
from goalwright.interpret.grammar.tokens import tokenise
from goalwright.rules import builtin_rules
from goalwright.rules.compiled import corners_ahead
from goalwright.rules.language import load_language
from goalwright.rules.trigger_words import trigger_phrases

NODES: dict[str, list[Node]] = {
    "pair": [["s", ["v", "one", "first"], ["t", "and"], ["v", "one", "second"]]],
    "one": [["s", ["a", ["t", "the"], ["t"]], ["v", "name", "name"]], ["r", "here"], ["v", "pair", "pair"]],
}
SENTENCES = (
    "create a folder docs and put notes.txt in it saying hello",
    "move the two biggest pdfs in downloads to the folder called old stuff",
    "write the number of lines of a.txt and the date to b.txt",
    "for each file in inbox older than 2 weeks, copy it to archive",
)


def test_a_corner_has_the_words_and_kinds_that_come_first_through_all_phrases() -> None:
    corners = Corners(_rows, {"here": ["t", "right", "here"]}, {})
    assert corners.of("pair") == Corner(frozenset({"the", "right"}), ("name",))
    assert corners.of("name") == Corner(frozenset(), ("name",))


def test_a_corner_is_kept_as_text() -> None:
    corners = Corners(_rows, {"here": ["t", "here"]}, {})
    again = Corners(lambda _: None, {}, {"pair": corners.kept("pair")})
    assert again.of("pair") == corners.of("pair")


def test_the_corners_that_are_shipped_are_those_of_the_tables() -> None:
    grammar = Grammar(builtin_rules(), known={})
    phrases = grammar.trigger_phrases
    assert {kind: phrases.corners.kept(kind) for kind in phrases} == corners_ahead()
    assert not load_language().noun_phrases.keys() & trigger_phrases().keys()


@pytest.mark.parametrize("text", SENTENCES)
def test_a_kind_that_may_not_begin_at_a_word_has_no_phrase_there(text: str) -> None:
    grammar = grammar_of(None)
    tokens = tokenise(text, grammar.language.contractions)
    kinds = kinds_of(grammar, text, tokens, (), {}, lambda _: False)
    everything = kinds_of(Grammar(builtin_rules()), text, tokens, (), {}, lambda _: False)
    everything.noun_phrases.corners = _Any(_rows, {}, {})
    everything._inner.budget = kinds._inner.budget = 100 * BUDGET
    for kind in grammar.noun_phrases:
        for start in range(len(tokens)):
            assert kinds(kind, start, len(tokens)) == everything(kind, start, len(tokens))


def _rows(kind: str) -> list[Node] | None:
    return NODES.get(kind)


class _Every(frozenset[str]):
    def __contains__(self, _word: object) -> bool:
        return True


class _Any(Corners):
    """Corners that exclude nothing."""

    def of(self, kind: str) -> Corner:
        return Corner(_Every(), ())
