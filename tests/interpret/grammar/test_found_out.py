"""What was found out about a sentence serves to read it again on a page, and changes nothing about that."""

from contextlib import suppress

import pytest

from goalwright.errors import NotUnderstood
from goalwright.interpret.grammar.grammar import grammar_of
from goalwright.interpret.grammar.grammar_extractor import FoundOut, GrammarExtractor


@pytest.mark.parametrize(
    "text",
    [
        "click Save",
        "show the filters",
        "type Berlin into From and Paris into To",
        "add bread and butter, eggs",
        "delete the second row and press enter",
        "copy that, captain",
        'write "hello and goodbye" to the comment field',
    ],
)
def test_a_sentence_is_read_again_as_if_for_the_first_time(text: str) -> None:
    extractor = GrammarExtractor(grammar_of(None))
    found_out: FoundOut = {}
    with suppress(NotUnderstood):
        extractor.extract(text, found_out=found_out)
    assert _read(extractor, text, found_out) == _read(extractor, text, {})
    assert list(found_out) == [text]


def _read(extractor: GrammarExtractor, text: str, found_out: FoundOut) -> object:
    try:
        return extractor.extract(text, on_page=True, found_out=found_out)
    except NotUnderstood as declined:
        return str(declined)
