"""Words that are written much like another one are those that the standard library finds."""

from __future__ import annotations

import difflib

from hypothesis import given
from hypothesis import strategies as st

from goalwright.interpret.close_words import close_words
from goalwright.interpret.grammar.grammar import grammar_of

FEW_LETTERS = st.text("abcé", min_size=1, max_size=9)
SLIPS = ["craete", "foldr", "delte", "screnshot", "volumee", "opne", "dowload", "brwoser", "remeber", "clipbord"]


@given(FEW_LETTERS, st.lists(FEW_LETTERS, max_size=12), st.integers(1, 5), st.floats(0.05, 1))
def test_the_same_words_are_found_in_the_same_order(word: str, known: list[str], most: int, least: float) -> None:
    assert close_words(word, known, most=most, least=least) == difflib.get_close_matches(word, known, most, least)


def test_slips_are_told_as_the_standard_library_tells_them() -> None:
    known = sorted(grammar_of(None).vocabulary)
    for slip in SLIPS:
        found = close_words(slip, known, most=4, least=0.7)
        assert found == difflib.get_close_matches(slip, known, n=4, cutoff=0.7)
        assert found, slip
